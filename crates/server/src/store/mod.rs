//! Games on the disk: an embedded database in which every change is safe before it is answered.

mod error;
pub mod file;
mod game;
mod program;

use std::path::Path;
use std::sync::Arc;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

use self::file::ABOUT;

pub use error::StoreError;
pub use game::StoredGame;

/// The games by number, each as JSON: it can be read by whoever finds it, and fields can be added.
const GAMES: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("games");

/// The version of what is written here. One that is newer is left alone.
const FORMAT: u64 = 1;

/// The number of the next game: one that was thrown away is not given again.
const NEXT_KEY: &str = "next";

/// The file in the data folder.
const FILE: &str = "games.redb";

/// A game takes some kilobytes; what the database keeps in memory beside the file can be small.
const CACHE_BYTES: usize = 16 << 20;

/// The database; clones are the same one.
#[derive(Clone, Debug)]
pub struct Store(Arc<Database>);

impl Store {
    /// Opens the database in a folder, or makes both.
    ///
    /// # Errors
    /// If it cannot be had: another program has it open, it is damaged, or of a later version.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(folder).map_err(|reason| StoreError::Folder {
            folder: folder.to_owned(),
            reason,
        })?;
        Self::open_at(Some(&folder.join(FILE)))
    }

    /// A database that is gone when the program ends.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::open_at(None)
    }

    fn open_at(file: Option<&Path>) -> Result<Self, StoreError> {
        let database = file::open(file, CACHE_BYTES, FORMAT, |transaction| {
            transaction.open_table(GAMES)?;
            Ok(())
        })?;
        Ok(Self(Arc::new(database)))
    }

    /// Adds a game and returns its number. It is safe when this returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn add(&self, game: &StoredGame) -> Result<u64, StoreError> {
        let transaction = self.0.begin_write()?;
        let id;
        {
            let mut about = transaction.open_table(ABOUT)?;
            id = about.get(NEXT_KEY)?.map_or(1, |next| next.value());
            about.insert(NEXT_KEY, id + 1)?;
            let mut games = transaction.open_table(GAMES)?;
            games.insert(id, game.to_bytes()?.as_slice())?;
        }
        transaction.commit()?;
        Ok(id)
    }

    /// Replaces a game. The change is safe when this returns.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn put(&self, id: u64, game: &StoredGame) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        {
            let mut games = transaction.open_table(GAMES)?;
            games.insert(id, game.to_bytes()?.as_slice())?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Throws a game away; false if there was none.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub fn delete(&self, id: u64) -> Result<bool, StoreError> {
        let transaction = self.0.begin_write()?;
        let was_there = transaction.open_table(GAMES)?.remove(id)?.is_some();
        transaction.commit()?;
        Ok(was_there)
    }

    /// A game, if there is one of that number.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn get(&self, id: u64) -> Result<Option<StoredGame>, StoreError> {
        let games = self.0.begin_read()?.open_table(GAMES)?;
        let bytes = games.get(id)?;
        bytes
            .map(|bytes| StoredGame::from_bytes(id, bytes.value()))
            .transpose()
    }

    /// Games with a smaller number than `before`, the newest first.
    ///
    /// # Errors
    /// If the database cannot be read.
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
