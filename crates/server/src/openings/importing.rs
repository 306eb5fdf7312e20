//! Takes people's games in, in the background: one text at a time, in batches that are safe one after another.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use amazons::records::{self, Record};

use super::people::People;
use crate::dto::book::{ImportState, NewGames};
use crate::dto::problem::Refusal;

/// So many games go to the disk together: few enough for progress to be seen, enough for the disk not to be waited for.
const BATCH: usize = 100;

/// Of so many games that cannot be used it is said why.
const MOST_PROBLEMS: usize = 20;

/// The taking in of games; clones are the same one.
#[derive(Clone, Debug)]
pub struct Importing {
    people: People,
    state: Arc<Mutex<ImportState>>,
}

impl Importing {
    /// Into that database.
    #[must_use]
    pub fn new(people: People) -> Self {
        Self {
            people,
            state: Arc::default(),
        }
    }

    /// How far the last text has come.
    #[must_use]
    pub fn state(&self) -> ImportState {
        self.lock().clone()
    }

    /// Begins with a text, unless another is under way.
    ///
    /// # Errors
    /// If one is.
    pub fn start(&self, new: NewGames) -> Result<ImportState, Refusal> {
        let mut state = self.lock();
        if state.running {
            return Err(Refusal::conflict(
                "games are being taken in already; wait until that is done",
            ));
        }
        *state = ImportState {
            running: true,
            name: new.name,
            ..ImportState::default()
        };
        let begun = state.clone();
        drop(state);
        let importing = self.clone();
        tokio::task::spawn_blocking(move || importing.run(&new.text));
        Ok(begun)
    }

    fn run(&self, text: &str) {
        let _end = End(self);
        let games = records::read_each(text);
        self.lock().total = games.len() as u64;
        let mut games = games.into_iter().zip(1_usize..);
        loop {
            let batch: Vec<_> = games.by_ref().take(BATCH).collect();
            if batch.is_empty() {
                return;
            }
            let looked_at = batch.len();
            let mut good = Vec::with_capacity(looked_at);
            let mut problems = Vec::new();
            for (read, number) in batch {
                match usable(read) {
                    Ok(record) => good.push(record),
                    Err(sentence) => problems.push(format!("game {number}: {sentence}")),
                }
            }
            let added = match self.people.add(&good) {
                Ok(added) => added,
                Err(error) => {
                    self.lock().failure = Some(error.to_string());
                    return;
                }
            };
            let mut state = self.lock();
            state.done += looked_at as u64;
            state.added += added;
            state.duplicates += good.len() as u64 - added;
            state.refused += problems.len() as u64;
            let room = MOST_PROBLEMS.saturating_sub(state.problems.len());
            state.problems.extend(problems.into_iter().take(room));
        }
    }

    /// No panic can leave the state half-changed.
    fn lock(&self) -> MutexGuard<'_, ImportState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that it is over, however that came about.
struct End<'a>(&'a Importing);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.lock().running = false;
    }
}

/// A game with moves; else why it is none, as a sentence.
fn usable(read: Result<Record, records::RecordError>) -> Result<Record, String> {
    let record = read.map_err(|error| error.to_string())?;
    if record.main_line().next().is_none() {
        return Err("it has no moves".to_owned());
    }
    Ok(record)
}
