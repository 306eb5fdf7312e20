//! Imports games into the game database in the background, in batches.

use std::sync::Arc;

use amazons::records::{self, Record};
use parking_lot::Mutex;

use super::game_database::GameDatabase;
use crate::dto::book::{GameImport, ImportState};
use crate::dto::error::{ApiError, ErrorReason};

/// Games per transaction: few enough for visible progress, enough to amortize the commit.
const BATCH_SIZE: usize = 100;

/// Maximum number of error messages kept.
const MAX_REPORTED_ERRORS: usize = 20;

/// Imports games, one text at a time.
#[derive(Debug)]
pub struct GameImporter {
    database: GameDatabase,
    state: Mutex<ImportState>,
}

impl GameImporter {
    pub fn new(database: GameDatabase) -> Self {
        Self {
            database,
            state: Mutex::default(),
        }
    }

    /// Progress of the last import. Waits while games are deleted.
    pub fn state(&self) -> ImportState {
        self.state.lock().clone()
    }

    /// Starts an import, unless one is running. Waits while games are deleted.
    pub fn start(self: &Arc<Self>, new: GameImport) -> Result<ImportState, ApiError> {
        let mut state = self.state.lock();
        ensure_not_running(&state)?;
        *state = ImportState {
            running: true,
            name: new.name,
            ..ImportState::default()
        };
        let started = state.clone();
        drop(state);
        let importer = Arc::clone(self);
        tokio::task::spawn_blocking(move || importer.run(&new.text));
        Ok(started)
    }

    /// Deletes all games, unless an import is running. An import starts when this returns.
    pub fn clear(&self) -> Result<(), ApiError> {
        let state = self.state.lock();
        ensure_not_running(&state)?;
        Ok(self.database.clear()?)
    }

    fn run(&self, text: &str) {
        let _guard = ImportGuard(self);
        let games = records::read_each(text);
        self.state.lock().total = games.len() as u64;
        let mut games = games.into_iter().zip(1_usize..);
        loop {
            let batch: Vec<_> = games.by_ref().take(BATCH_SIZE).collect();
            if batch.is_empty() {
                return;
            }
            let batch_size = batch.len() as u64;
            let (mut valid, mut errors) = (Vec::new(), Vec::new());
            for (read, number) in batch {
                match require_moves(read) {
                    Ok(record) => valid.push(record),
                    Err(error) => errors.push(format!("game {number}: {error}")),
                }
            }
            let added = match self.database.add(&valid) {
                Ok(added) => added,
                Err(error) => {
                    self.state.lock().failure = Some(error.to_string());
                    return;
                }
            };
            let mut state = self.state.lock();
            state.done += batch_size;
            state.added += added;
            state.duplicates += valid.len() as u64 - added;
            state.refused += errors.len() as u64;
            let room = MAX_REPORTED_ERRORS.saturating_sub(state.errors.len());
            state.errors.extend(errors.into_iter().take(room));
        }
    }
}

fn ensure_not_running(state: &ImportState) -> Result<(), ApiError> {
    if state.running {
        let message = "an import is running; try again when it has finished";
        return Err(ApiError::conflict(message).because(ErrorReason::ImportRunning));
    }
    Ok(())
}

/// Marks the import as ended, also after a panic.
struct ImportGuard<'a>(&'a GameImporter);

impl Drop for ImportGuard<'_> {
    fn drop(&mut self) {
        self.0.state.lock().running = false;
    }
}

/// Rejects invalid records and records without moves.
fn require_moves(read: Result<Record, records::RecordError>) -> Result<Record, String> {
    let record = read.map_err(|error| error.to_string())?;
    if record.main_line().next().is_none() {
        return Err("it has no moves".to_owned());
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// A deletion waits for the disk: no import can start until it has finished.
    #[test]
    fn import_does_not_start_during_a_deletion() {
        let database = GameDatabase::in_memory().expect("database");
        let importer = Arc::new(GameImporter::new(database.clone()));
        let clearing = database.hold(|| {
            let importer = Arc::clone(&importer);
            let clearing = thread::spawn({
                let importer = Arc::clone(&importer);
                move || importer.clear()
            });
            while !importer.state.is_locked() && !clearing.is_finished() {
                thread::yield_now();
            }
            assert!(importer.state.try_lock().is_none());
            clearing
        });
        clearing.join().expect("no panic").expect("no import");
        assert!(importer.state.try_lock().is_some());
    }
}
