//! Database of games and external engines. A change is durable when its method returns.
//!
//! A value is JSON in a frame with its id and a checksum. What the list of games shows is stored
//! beside the games, so that listing does not read them. A deleted game leaves an empty frame in both
//! tables, so that no damage to one page brings it back.

pub mod database;
mod error;
mod game;
mod restore;

use std::path::Path;
use std::sync::Arc;

use redb::{ReadTransaction, ReadableTable, TableDefinition};
use serde::Serialize;
use serde::de::DeserializeOwned;
use storage::{DatabaseError, DatabaseSchema, RecordDatabase, Writer, unframe};

use crate::dto::external_engine::ExternalEngine;
use crate::dto::game::GameSummary;

pub use error::StoreError;
pub use game::StoredGame;
pub use restore::{describe, describe_unframed};

/// Schema version.
const SCHEMA_VERSION: u64 = 2;

/// File name in the data directory.
const FILE: &str = "games.redb";

/// Cache size; a game takes some kilobytes.
const CACHE_BYTES: usize = 16 << 20;

const SCHEMA: DatabaseSchema = DatabaseSchema {
    cache_bytes: CACHE_BYTES,
    prepare: |writer| database::prepare(writer, SCHEMA_VERSION, create_tables, restore::migrate),
    restore: restore::restore,
    restore_unframed: restore::restore_version_1,
    report: database::report,
};

/// Framed values by id.
type ValueTable = TableDefinition<'static, u64, &'static [u8]>;

/// Summaries of games.
const SUMMARIES: ValueTable = TableDefinition::new("summaries");

/// Kind of the frames of summaries.
const SUMMARY_KIND: u8 = 3;

/// A kind of values in the database.
pub trait Stored: Serialize + DeserializeOwned {
    /// Name of a value in error messages.
    const NAME: &'static str;
    /// Kind of its frames.
    const KIND: u8;
    const TABLE: ValueTable;
    /// Metadata key of the next id.
    const NEXT_ID: &'static str;
    /// Whether values have a summary in [`SUMMARIES`].
    const HAS_SUMMARY: bool = false;

    /// Sets the id of a value that contains it.
    fn set_id(&mut self, _: u64) {}

    /// Summary of a value, if it has one.
    fn summary(&self, _: u64) -> Option<GameSummary> {
        None
    }
}

impl Stored for StoredGame {
    const NAME: &'static str = "game";
    const KIND: u8 = 1;
    const TABLE: ValueTable = TableDefinition::new("games");
    const NEXT_ID: &'static str = "next";
    const HAS_SUMMARY: bool = true;

    fn summary(&self, id: u64) -> Option<GameSummary> {
        Some(self.to_summary(id))
    }
}

impl Stored for ExternalEngine {
    const NAME: &'static str = "engine";
    const KIND: u8 = 2;
    const TABLE: ValueTable = TableDefinition::new("programs");
    const NEXT_ID: &'static str = "next program";

    fn set_id(&mut self, id: u64) {
        self.id = id;
    }
}

/// Handle to the database; clones share it.
#[derive(Clone, Debug)]
pub struct GameStore(Arc<RecordDatabase>);

impl GameStore {
    /// Opens or creates the database in a directory.
    pub fn open(directory: &Path) -> Result<Self, StoreError> {
        std::fs::create_dir_all(directory).map_err(|reason| StoreError::CreateDir {
            path: directory.to_owned(),
            reason,
        })?;
        let database = RecordDatabase::open(&directory.join(FILE), SCHEMA)?;
        Ok(Self::new(database))
    }

    pub fn in_memory() -> Result<Self, StoreError> {
        Ok(Self::new(RecordDatabase::in_memory(SCHEMA)?))
    }

    fn new(database: RecordDatabase) -> Self {
        Self(Arc::new(database))
    }

    /// Makes all writes fail as on a full disk, for tests.
    #[cfg(test)]
    pub fn simulate_full_disk(&self, is_full: bool) {
        self.0.simulate_full_disk(is_full);
    }

    /// Number of a new transaction.
    #[cfg(test)]
    pub fn transaction_number(&self) -> u64 {
        let number = self
            .0
            .write(|writer| Ok::<_, DatabaseError>(writer.number()));
        number.expect("writable database")
    }

    /// Adds a value and returns its id. Ids are not reused.
    pub fn add<T: Stored>(&self, value: &mut T) -> Result<u64, StoreError> {
        let add = |writer: &Writer| -> Result<u64, DatabaseError> {
            let id = database::next_id(writer, T::NEXT_ID)?;
            value.set_id(id);
            insert(writer, id, value)?;
            Ok(id)
        };
        Ok(self.0.write(add)?)
    }

    /// Replaces values in one transaction. Returns the ids of those that existed.
    pub fn replace<'a, T: Stored + 'a>(
        &self,
        values: impl IntoIterator<Item = (u64, &'a T)>,
    ) -> Result<Vec<u64>, StoreError> {
        let replace = |writer: &Writer| -> Result<Vec<u64>, DatabaseError> {
            let mut replaced = Vec::new();
            for (id, value) in values {
                if exists::<T>(writer, id)? {
                    insert(writer, id, value)?;
                    replaced.push(id);
                }
            }
            Ok(replaced)
        };
        Ok(self.0.write(replace)?)
    }

    /// Deletes a value. Returns whether it existed.
    pub fn delete<T: Stored>(&self, id: u64) -> Result<bool, StoreError> {
        let delete = |writer: &Writer| -> Result<bool, DatabaseError> {
            let exists = exists::<T>(writer, id)?;
            if exists {
                insert_deleted::<T>(writer, id)?;
            }
            Ok(exists)
        };
        Ok(self.0.write(delete)?)
    }

    /// The value with an id. A game found damaged is listed as such from then on.
    pub fn get<T: Stored>(&self, id: u64) -> Result<Option<T>, StoreError> {
        let value = self.0.read(|transaction| read(transaction, id))?;
        if value.is_err() && T::HAS_SUMMARY {
            let mark = |writer: &Writer| {
                let bytes = get_bytes(writer, SUMMARIES, id)?;
                let summary = bytes.and_then(|bytes| parse_summary(id, &bytes).ok()?);
                let summary = summary.unwrap_or_else(|| GameSummary::damaged(id));
                insert_summary(writer, &summary.into_damaged())
            };
            // Marked the next time if this fails.
            let _: Result<(), DatabaseError> = self.0.write(mark);
        }
        value.map_err(|Damaged| StoreError::Damaged { name: T::NAME, id })
    }

    /// Summaries of the games with an id below `before`, the newest first.
    pub fn summaries(&self, before: u64, limit: usize) -> Result<Vec<GameSummary>, StoreError> {
        let list = |transaction: &ReadTransaction| -> Result<_, DatabaseError> {
            let mut list = Vec::new();
            let table = transaction.open_table(SUMMARIES)?;
            for entry in table.range(..before)?.rev() {
                if list.len() == limit {
                    break;
                }
                let (id, bytes) = entry?;
                let id = id.value();
                list.extend(match parse_summary(id, bytes.value()) {
                    Ok(summary) => summary,
                    Err(Damaged) => match read::<StoredGame>(transaction, id)? {
                        Ok(game) => game.map(|game| game.to_summary(id)),
                        Err(Damaged) => Some(GameSummary::damaged(id)),
                    },
                });
            }
            Ok(list)
        };
        Ok(self.0.read(list)?)
    }

    /// Visits the newest `limit` intact values, the newest first, one at a time.
    pub fn visit<T: Stored>(
        &self,
        limit: usize,
        mut visit: impl FnMut(u64, T),
    ) -> Result<(), StoreError> {
        let visit_all = |transaction: &ReadTransaction| -> Result<(), DatabaseError> {
            let table = transaction.open_table(T::TABLE)?;
            let mut visited = 0;
            for entry in table.iter()?.rev() {
                if visited == limit {
                    break;
                }
                let (id, bytes) = entry?;
                if let Ok(Some(value)) = parse(id.value(), bytes.value()) {
                    visit(id.value(), value);
                    visited += 1;
                }
            }
            Ok(())
        };
        Ok(self.0.read(visit_all)?)
    }
}

/// A value does not match its checksum.
struct Damaged;

fn create_tables(writer: &Writer) -> Result<(), DatabaseError> {
    writer.open_table(StoredGame::TABLE)?;
    writer.open_table(SUMMARIES)?;
    writer.open_table(ExternalEngine::TABLE)?;
    Ok(())
}

/// Whether a value is there or damaged.
fn exists<T: Stored>(writer: &Writer, id: u64) -> Result<bool, DatabaseError> {
    let (table, kind) = if T::HAS_SUMMARY {
        (SUMMARIES, SUMMARY_KIND)
    } else {
        (T::TABLE, T::KIND)
    };
    let bytes = get_bytes(writer, table, id)?;
    let is_deleted =
        |bytes: &[u8]| unframe(kind, &id.to_be_bytes(), bytes).is_some_and(<[u8]>::is_empty);
    Ok(bytes.is_some_and(|bytes| !is_deleted(&bytes)))
}

fn get_bytes(
    writer: &Writer,
    table: ValueTable,
    id: u64,
) -> Result<Option<Vec<u8>>, DatabaseError> {
    let table = writer.open_table(table)?;
    Ok(table.get(id)?.map(|bytes| bytes.value().to_vec()))
}

fn insert<T: Stored>(writer: &Writer, id: u64, value: &T) -> Result<(), DatabaseError> {
    let bytes = serde_json::to_vec(value).map_err(DatabaseError::Serialize)?;
    insert_frame(writer, T::TABLE, T::KIND, id, &bytes)?;
    if let Some(summary) = value.summary(id) {
        insert_summary(writer, &summary)?;
    }
    Ok(())
}

fn insert_deleted<T: Stored>(writer: &Writer, id: u64) -> Result<(), DatabaseError> {
    insert_frame(writer, T::TABLE, T::KIND, id, &[])?;
    if T::HAS_SUMMARY {
        insert_frame(writer, SUMMARIES, SUMMARY_KIND, id, &[])?;
    }
    Ok(())
}

fn insert_summary(writer: &Writer, summary: &GameSummary) -> Result<(), DatabaseError> {
    let bytes = serde_json::to_vec(summary).map_err(DatabaseError::Serialize)?;
    insert_frame(writer, SUMMARIES, SUMMARY_KIND, summary.id, &bytes)
}

fn insert_frame(
    writer: &Writer,
    table: ValueTable,
    kind: u8,
    id: u64,
    body: &[u8],
) -> Result<(), DatabaseError> {
    let frame = writer.frame(kind, &id.to_be_bytes(), body);
    writer.open_table(table)?.insert(id, frame.as_slice())?;
    Ok(())
}

fn read<T: Stored>(
    transaction: &ReadTransaction,
    id: u64,
) -> Result<Result<Option<T>, Damaged>, DatabaseError> {
    if let Some(bytes) = transaction.open_table(T::TABLE)?.get(id)? {
        return Ok(parse(id, bytes.value()));
    }
    // A game that is listed but not there was damaged when the file was restored.
    if T::HAS_SUMMARY && transaction.open_table(SUMMARIES)?.get(id)?.is_some() {
        return Ok(Err(Damaged));
    }
    Ok(Ok(None))
}

fn parse<T: Stored>(id: u64, frame: &[u8]) -> Result<Option<T>, Damaged> {
    parse_frame(T::KIND, id, frame)
}

fn parse_summary(id: u64, frame: &[u8]) -> Result<Option<GameSummary>, Damaged> {
    parse_frame(SUMMARY_KIND, id, frame)
}

/// The value in a frame; `None` if it is deleted.
fn parse_frame<T: DeserializeOwned>(kind: u8, id: u64, frame: &[u8]) -> Result<Option<T>, Damaged> {
    let body = unframe(kind, &id.to_be_bytes(), frame).ok_or(Damaged)?;
    if body.is_empty() {
        return Ok(None);
    }
    serde_json::from_slice(body).map(Some).map_err(|_| Damaged)
}

#[cfg(test)]
mod tests;
