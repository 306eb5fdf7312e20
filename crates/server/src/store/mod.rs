//! Database of games and external engines. A change is durable when its method returns.

pub mod database;
mod error;
mod external_engine;
mod game;

use std::path::Path;
use std::sync::Arc;

use redb::{Database, ReadableDatabase, TableDefinition};

pub use error::StoreError;
pub use game::StoredGame;

/// Games by id, as JSON.
const GAMES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("games");

/// Schema version. Files of other versions are not touched.
const SCHEMA_VERSION: u64 = 1;

/// Metadata key of the next game id.
const NEXT_GAME_ID: &str = "next";

/// File name in the data directory.
const FILE: &str = "games.redb";

/// Cache size; a game takes some kilobytes.
const CACHE_BYTES: usize = 16 << 20;

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct GameStore(Arc<Database>);

impl GameStore {
    /// Opens or creates the database in a directory.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(directory).map_err(|reason| StoreError::CreateDir {
            path: directory.to_owned(),
            reason,
        })?;
        Self::open_file(Some(&directory.join(FILE)))
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        Self::open_file(None)
    }

    fn open_file(file: Option<&Path>) -> Result<Self, StoreError> {
        let database = database::open(file, CACHE_BYTES, SCHEMA_VERSION, |transaction| {
            transaction.open_table(GAMES)?;
            Ok(())
        })?;
        Ok(Self(Arc::new(database)))
    }

    /// Adds a game and returns its id.
    pub fn add(&self, game: &StoredGame) -> Result<u64, StoreError> {
        let transaction = self.0.begin_write()?;
        let id = database::next_id(&transaction, NEXT_GAME_ID)?;
        let bytes = game.to_bytes()?;
        transaction
            .open_table(GAMES)?
            .insert(id, bytes.as_slice())?;
        transaction.commit()?;
        Ok(id)
    }

    /// Replaces a game.
    pub fn put(&self, id: u64, game: &StoredGame) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        let bytes = game.to_bytes()?;
        transaction
            .open_table(GAMES)?
            .insert(id, bytes.as_slice())?;
        transaction.commit()?;
        Ok(())
    }

    /// Deletes a game. Returns whether it existed.
    pub fn delete(&self, id: u64) -> Result<bool, StoreError> {
        let transaction = self.0.begin_write()?;
        let existed = transaction.open_table(GAMES)?.remove(id)?.is_some();
        transaction.commit()?;
        Ok(existed)
    }

    pub fn get(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        let bytes = games.get(id)?;
        bytes
            .map(|bytes| StoredGame::from_bytes(id, bytes.value()))
            .transpose()
    }

    /// Games with an id below `before`, the newest first.
    pub fn list(&self, before: u64, limit: usize) -> Result<Vec<(u64, StoredGame)>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        let mut list = Vec::new();
        for entry in games.range(..before)?.rev().take(limit) {
            let (id, bytes) = entry?;
            let id = id.value();
            list.push((id, StoredGame::from_bytes(id, bytes.value())?));
        }
        Ok(list)
    }
}

#[cfg(test)]
mod tests;
