//! Database of games and external engines. A change is durable when its method returns.

pub mod database;
mod error;
mod game;

use std::path::Path;
use std::sync::Arc;

use redb::{Database, ReadableDatabase, TableDefinition, WriteTransaction};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::dto::external_engine::ExternalEngine;

pub use error::StoreError;
pub use game::StoredGame;

/// Schema version. Files of other versions are not touched.
const SCHEMA_VERSION: u64 = 1;

/// File name in the data directory.
const FILE: &str = "games.redb";

/// Cache size; a game takes some kilobytes.
const CACHE_BYTES: usize = 16 << 20;

/// A kind of values in the database, with a table of their JSON by id.
pub trait Stored: Serialize + DeserializeOwned {
    /// Name of a value in error messages.
    const NAME: &'static str;
    const TABLE: TableDefinition<'static, u64, &'static [u8]>;
    /// Metadata key of the next id.
    const NEXT_ID: &'static str;

    /// Sets the id of a value that contains it.
    fn set_id(&mut self, _: u64) {}
}

impl Stored for StoredGame {
    const NAME: &'static str = "game";
    const TABLE: TableDefinition<'static, u64, &'static [u8]> = TableDefinition::new("games");
    const NEXT_ID: &'static str = "next";
}

impl Stored for ExternalEngine {
    const NAME: &'static str = "engine";
    const TABLE: TableDefinition<'static, u64, &'static [u8]> = TableDefinition::new("programs");
    const NEXT_ID: &'static str = "next program";

    fn set_id(&mut self, id: u64) {
        self.id = id;
    }
}

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
            transaction.open_table(StoredGame::TABLE)?;
            transaction.open_table(ExternalEngine::TABLE)?;
            Ok(())
        })?;
        Ok(Self(Arc::new(database)))
    }

    /// Adds a value and returns its id. Ids are not reused.
    pub fn add<T: Stored>(&self, value: &mut T) -> Result<u64, StoreError> {
        let transaction = self.0.begin_write()?;
        let id = database::next_id(&transaction, T::NEXT_ID)?;
        value.set_id(id);
        insert(&transaction, id, value)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Replaces a value.
    pub fn put<T: Stored>(&self, id: u64, value: &T) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        insert(&transaction, id, value)?;
        Ok(transaction.commit()?)
    }

    /// Deletes a value. Returns whether it existed.
    pub fn delete<T: Stored>(&self, id: u64) -> Result<bool, StoreError> {
        let transaction = self.0.begin_write()?;
        let existed = transaction.open_table(T::TABLE)?.remove(id)?.is_some();
        transaction.commit()?;
        Ok(existed)
    }

    pub fn get<T: Stored>(&self, id: u64) -> Result<Option<T>, StoreError> {
        let table = self.0.begin_read()?.open_table(T::TABLE)?;
        let bytes = table.get(id)?;
        bytes.map(|bytes| parse(id, bytes.value())).transpose()
    }

    /// Values with an id below `before`, the newest first.
    pub fn list<T: Stored>(&self, before: u64, limit: usize) -> Result<Vec<(u64, T)>, StoreError> {
        let table = self.0.begin_read()?.open_table(T::TABLE)?;
        let mut list = Vec::new();
        for entry in table.range(..before)?.rev().take(limit) {
            let (id, bytes) = entry?;
            let id = id.value();
            list.push((id, parse(id, bytes.value())?));
        }
        Ok(list)
    }
}

fn insert<T: Stored>(transaction: &WriteTransaction, id: u64, value: &T) -> Result<(), StoreError> {
    let bytes = serde_json::to_vec(value).map_err(StoreError::Serialize)?;
    transaction
        .open_table(T::TABLE)?
        .insert(id, bytes.as_slice())?;
    Ok(())
}

fn parse<T: Stored>(id: u64, bytes: &[u8]) -> Result<T, StoreError> {
    let name = T::NAME;
    serde_json::from_slice(bytes).map_err(|reason| StoreError::Invalid { name, id, reason })
}

#[cfg(test)]
mod tests;
