//! Metadata of databases: the schema version and the next ids.

use redb::{ReadableTable, TableDefinition, TableHandle};
use storage::{DatabaseError, IntactPages, Writer};

/// Table of numbers about the database: its schema version and the next ids.
const METADATA: TableDefinition<'_, &str, u64> = TableDefinition::new("about");

/// Key of the schema version.
const VERSION_KEY: &str = "format";

/// Creates missing tables and migrates a database of an older version. Other versions are refused.
pub fn prepare(
    writer: &Writer,
    version: u64,
    create_tables: fn(&Writer) -> Result<(), DatabaseError>,
    migrate: fn(&Writer) -> Result<(), DatabaseError>,
) -> Result<(), DatabaseError> {
    let found = writer
        .open_table(METADATA)?
        .get(VERSION_KEY)?
        .map(|found| found.value());
    if let Some(found) = found
        && found != version
        && found + 1 != version
    {
        return Err(DatabaseError::Format {
            file: std::path::PathBuf::new(),
            found: found.to_string(),
        });
    }
    create_tables(writer)?;
    if found == Some(version - 1) {
        migrate(writer)?;
    }
    if found != Some(version) {
        writer.open_table(METADATA)?.insert(VERSION_KEY, version)?;
    }
    Ok(())
}

/// Next ids by their key in a damaged database of a version; `None` if it has another version or the
/// metadata is damaged.
pub fn intact_metadata(
    pages: &IntactPages,
    version: u64,
) -> Result<Option<Vec<(String, u64)>>, DatabaseError> {
    let mut numbers = Vec::new();
    let damaged = pages.visit(METADATA.name(), |key, number| {
        let key = String::from_utf8_lossy(key).into_owned();
        if let Ok(number) = number.try_into() {
            numbers.push((key, u64::from_le_bytes(number)));
        }
        Ok(())
    })?;
    let is_intact = damaged.is_some_and(|damaged| damaged.count == 0);
    let format = numbers.iter().position(|(key, _)| key == VERSION_KEY);
    let found = format.map(|index| numbers.swap_remove(index).1);
    Ok((is_intact && found == Some(version)).then_some(numbers))
}

/// Prints what was recovered from a damaged file.
pub fn report(message: &str) {
    eprintln!("thermodon: {message}");
}

/// Takes the next id from the metadata. Ids are never reused.
pub(super) fn next_id(writer: &Writer, key: &str) -> Result<u64, DatabaseError> {
    let id = writer
        .open_table(METADATA)?
        .get(key)?
        .map_or(1, |next| next.value());
    set_next_id(writer, key, id + 1)?;
    Ok(id)
}

pub(super) fn set_next_id(writer: &Writer, key: &str, id: u64) -> Result<(), DatabaseError> {
    writer.open_table(METADATA)?.insert(key, id)?;
    Ok(())
}
