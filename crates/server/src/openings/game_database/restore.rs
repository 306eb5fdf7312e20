//! Migration of version 1, and recovery of damaged files.

use redb::{ReadableTable, ReadableTableMetadata, TableHandle};
use storage::{DatabaseError, IntactPages, Salvage, Writer};

use super::{
    GAME_KIND, GAMES, GAMES_V1, ID_RANGE_KIND, IdRange, SCHEMA_VERSION, Tables, create_tables,
    read_record,
};
use crate::store::{database, describe, describe_unframed};

/// Frames the games of version 1.
pub(super) fn migrate(writer: &Writer) -> Result<(), DatabaseError> {
    let mut last = 0;
    {
        let mut games = writer.open_table(GAMES)?;
        for entry in writer.open_table(GAMES_V1)?.iter()? {
            let (id, text) = entry?;
            last = id.value();
            let frame = writer.frame(GAME_KIND, &last.to_be_bytes(), text.value().as_bytes());
            games.insert(last, frame.as_slice())?;
        }
    }
    writer.delete_table(GAMES_V1)?;
    IdRange { first: 1, last }.write(writer)
}

/// Writes the intact games of a damaged file and indexes them again.
pub(super) fn restore(salvage: &Salvage, writer: &Writer) -> Result<String, DatabaseError> {
    database::prepare(writer, SCHEMA_VERSION, create_tables, |_| Ok(()))?;
    let range = salvage.read(ID_RANGE_KIND, &[])?;
    let range = range
        .and_then(|body| IdRange::parse(&body))
        .unwrap_or_default();
    let mut damaged = Vec::new();
    let mut tables = Tables::open(writer)?;
    for id in range.first..=range.last {
        let body = salvage.read(GAME_KIND, &id.to_be_bytes())?;
        match body.and_then(|body| read_record(&body)) {
            Some(record) => drop(tables.insert(writer, id, &record)?),
            None => damaged.push(id),
        }
    }
    let recovered = tables.games.len()? as usize;
    drop(tables);
    range.write(writer)?;
    Ok(describe("imported game", recovered, &damaged))
}

/// Writes the intact games of a damaged file of version 1 and indexes them again; `None` if it is not
/// such a file.
pub(super) fn restore_version_1(
    pages: &IntactPages,
    writer: &Writer,
) -> Result<Option<String>, DatabaseError> {
    if database::intact_metadata(pages, SCHEMA_VERSION - 1)?.is_none() {
        return Ok(None);
    }
    database::prepare(writer, SCHEMA_VERSION, create_tables, |_| Ok(()))?;
    let mut tables = Tables::open(writer)?;
    let (mut last, mut recovered, mut invalid) = (0, 0, Vec::new());
    let unread = pages.visit(GAMES_V1.name(), |key, sgf| {
        let Ok(id) = key.try_into().map(u64::from_le_bytes) else {
            return Ok(());
        };
        last = id;
        match read_record(sgf) {
            Some(record) => recovered += usize::from(tables.insert(writer, id, &record)?),
            None => invalid.push(id),
        }
        Ok(())
    })?;
    drop(tables);
    let Some(unread) = unread else {
        return Ok(None);
    };
    let (damaged, report) = describe_unframed("imported game", recovered, invalid, &unread);
    let last = damaged.into_iter().chain([last]).max().unwrap_or_default();
    IdRange { first: 1, last }.write(writer)?;
    Ok(Some(report))
}
