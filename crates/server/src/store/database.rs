//! Opens redb databases and checks their schema version.

use std::path::Path;

use redb::backends::InMemoryBackend;
use redb::{Builder, Database, ReadableTable, TableDefinition, WriteTransaction};

use super::StoreError;

/// Table of numbers about the database: its schema version and the next ids.
pub const METADATA: TableDefinition<'_, &str, u64> = TableDefinition::new("about");

/// Key of the schema version.
pub(super) const VERSION_KEY: &str = "format";

/// Opens or creates a database, in memory without a file.
pub fn open(
    file: Option<&Path>,
    cache_bytes: usize,
    version: u64,
    create_tables: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
) -> Result<Database, StoreError> {
    let name = file.unwrap_or(Path::new("memory"));
    // redb may panic on a corrupt file.
    let opened = std::panic::catch_unwind(|| {
        let mut builder = Builder::new();
        builder.set_cache_size(cache_bytes);
        match file {
            Some(file) => builder.create(file),
            None => builder.create_with_backend(InMemoryBackend::new()),
        }
    });
    let database = match opened {
        Ok(Ok(database)) => database,
        Ok(Err(error)) => return Err(StoreError::from_open_error(name, error)),
        Err(_) => return Err(StoreError::corrupt(name, "redb could not open it")),
    };
    let transaction = database.begin_write()?;
    {
        let mut metadata = transaction.open_table(METADATA)?;
        let found = metadata.get(VERSION_KEY)?.map(|found| found.value());
        match found {
            None => {
                metadata.insert(VERSION_KEY, version)?;
            }
            Some(found) if found == version => {}
            Some(found) => {
                let file = name.to_owned();
                return Err(StoreError::UnsupportedVersion { file, found });
            }
        }
    }
    create_tables(&transaction)?;
    transaction.commit()?;
    Ok(database)
}

/// Takes the next id from the metadata. Ids are never reused.
pub(super) fn next_id(transaction: &WriteTransaction, key: &str) -> Result<u64, StoreError> {
    let mut metadata = transaction.open_table(METADATA)?;
    let id = metadata.get(key)?.map_or(1, |next| next.value());
    metadata.insert(key, id + 1)?;
    Ok(id)
}
