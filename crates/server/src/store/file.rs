//! A database of any kind: opened with sentences for what can be wrong, and stamped with its version.

use std::path::Path;

use redb::backends::InMemoryBackend;
use redb::{Builder, Database, ReadableTable, TableDefinition, WriteTransaction};

use super::StoreError;

/// Numbers about the database itself.
pub const ABOUT: TableDefinition<'_, &str, u64> = TableDefinition::new("about");

pub(super) const FORMAT_KEY: &str = "format";

/// Opens the database in a file, or makes it; without a file it is gone when the program ends. `prepare` makes its tables.
///
/// # Errors
/// If it cannot be had: another program has it open, it is damaged, or of another version than `format`.
pub fn open(
    file: Option<&Path>,
    cache_bytes: usize,
    format: u64,
    prepare: impl FnOnce(&WriteTransaction) -> Result<(), StoreError>,
) -> Result<Database, StoreError> {
    let name = file.unwrap_or(Path::new("memory"));
    // A damaged file can make the library panic on its way; that is a sentence as well.
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
        Ok(Err(error)) => return Err(StoreError::opening(name, error)),
        Err(_) => return Err(StoreError::damaged(name, "it makes no sense")),
    };
    let transaction = database.begin_write()?;
    {
        let mut about = transaction.open_table(ABOUT)?;
        let found = about.get(FORMAT_KEY)?.map(|found| found.value());
        match found {
            None => {
                about.insert(FORMAT_KEY, format)?;
            }
            Some(found) if found == format => {}
            Some(found) => {
                let file = name.to_owned();
                return Err(StoreError::Format { file, found });
            }
        }
    }
    prepare(&transaction)?;
    transaction.commit()?;
    Ok(database)
}
