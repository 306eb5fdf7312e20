//! Migration of format 1, and recovery of damaged files.

use std::path::PathBuf;

use redb::{ReadableTable, TableDefinition, TableHandle};
use storage::{DatabaseError, IntactPages, Salvage, Writer};

use super::{
    FORMAT_KEY, FORMAT_VERSION, GAMES, INVALID_NODE, METADATA, NODE_KIND, PROVENANCE_KIND, RECORDS,
    RESULTS_KIND, ROOT_KINDS, RecordWriter, Records, SIZE_KIND, TRIALS, corrupt,
};
use crate::key::BookKey;

/// Writes the intact records of a damaged file. A node whose newest version is damaged has an
/// earlier one, if there is one.
pub(super) fn restore(salvage: &Salvage, writer: &Writer) -> Result<String, DatabaseError> {
    writer
        .open_table(METADATA)?
        .insert(FORMAT_KEY, FORMAT_VERSION)?;
    let mut records = RecordWriter::open(writer)?;
    let [first, second] = ROOT_KINDS.map(|kind| salvage.read(kind, &[]));
    let root = first?
        .or(second?)
        .ok_or_else(|| corrupt("the root is damaged"))?;
    for kind in ROOT_KINDS {
        records.put(kind, &[], &root)?;
    }
    let mut provenances = 0;
    for (key, _) in salvage.keys(PROVENANCE_KIND) {
        if let Ok(number) = key.try_into().map(u32::from_be_bytes) {
            let text = salvage.read(PROVENANCE_KIND, key)?.unwrap_or_default();
            records.put_provenance(&mut provenances, number, &text)?;
        }
    }
    let size = salvage.read(SIZE_KIND, &[])?;
    let size = size.and_then(|body| Some(u64::from_be_bytes(body.try_into().ok()?)));
    let mut recovered = 0;
    for (key, _) in salvage.keys(NODE_KIND) {
        let body = salvage.read(NODE_KIND, key)?.unwrap_or_default();
        if let Some(key) = BookKey::from_bytes(key) {
            recovered += records.put_node(&key, &body)? as u64;
        }
    }
    records.put(SIZE_KIND, &[], &recovered.to_be_bytes())?;
    for (key, _) in salvage.keys(RESULTS_KIND) {
        let body = salvage.read(RESULTS_KIND, key)?.unwrap_or_default();
        records.put(RESULTS_KIND, key, &body)?;
    }
    let total = size.unwrap_or(recovered).max(recovered);
    Ok(format!(
        "{recovered} of {total} positions were recovered, those whose last search was damaged with \
         an earlier one"
    ))
}

/// Writes the intact records of a damaged file of format 1; `None` if it is not such a file, or its
/// root is damaged.
pub(super) fn restore_format_1(
    pages: &IntactPages,
    writer: &Writer,
) -> Result<Option<String>, DatabaseError> {
    let (mut format, mut root) = (None, None);
    pages.visit(METADATA.name(), |key, text| {
        match key {
            b"format" => format = Some(text.to_vec()),
            b"root" => root = Some(text.to_vec()),
            _ => {}
        }
        Ok(())
    })?;
    let (Some(b"1"), Some(root)) = (format.as_deref(), root) else {
        return Ok(None);
    };
    writer
        .open_table(METADATA)?
        .insert(FORMAT_KEY, FORMAT_VERSION)?;
    let mut records = RecordWriter::open(writer)?;
    for kind in ROOT_KINDS {
        records.put(kind, &[], &root)?;
    }
    let (mut next, mut intact) = (0, 0);
    let damaged = pages.visit("provenances", |key, text| {
        intact += 1;
        key.try_into().map_or(Ok(()), |number| {
            records.put_provenance(&mut next, u32::from_le_bytes(number), text)
        })
    })?;
    let total = damaged.map_or(0, |damaged| damaged.count as u32) + intact;
    records.put_damaged_provenances(&mut next, total)?;
    let mut recovered = 0;
    let damaged = pages.visit("nodes", |key, body| {
        if let Some(key) = BookKey::from_bytes(key) {
            recovered += records.put_node(&key, body)? as u64;
        }
        Ok(())
    })?;
    records.put(SIZE_KIND, &[], &recovered.to_be_bytes())?;
    for name in [GAMES, TRIALS] {
        let mut body = Vec::new();
        pages.visit(name, |key, count| {
            body.extend([key, count].concat());
            Ok(())
        })?;
        records.put(RESULTS_KIND, name.as_bytes(), &body)?;
    }
    Ok(damaged.map(|damaged| {
        let total = recovered + damaged.count;
        format!("{recovered} of {total} positions were recovered")
    }))
}

/// Creates the tables of a new file, and migrates format 1.
pub(super) fn prepare(writer: &Writer) -> Result<(), DatabaseError> {
    let tables: Vec<String> = writer
        .list_tables()?
        .map(|table| table.name().to_owned())
        .collect();
    let not_a_book = || corrupt("it is a redb database, but not of a book");
    let is_new = !tables.iter().any(|name| name != "transactions");
    if !is_new && !tables.iter().any(|name| name == METADATA.name()) {
        return Err(not_a_book());
    }
    let metadata = writer.open_table(METADATA).map_err(|_| not_a_book())?;
    let format = metadata
        .get(FORMAT_KEY)?
        .map(|text| text.value().to_owned());
    drop(metadata);
    match format.as_deref() {
        Some(FORMAT_VERSION) => return Ok(()),
        Some("1") => migrate(writer)?,
        None if is_new => {
            writer.open_table(RECORDS)?;
        }
        None => return Err(corrupt("format or root is missing")),
        Some(found) => {
            return Err(DatabaseError::Format {
                file: PathBuf::new(),
                found: found.to_owned(),
            });
        }
    }
    writer
        .open_table(METADATA)?
        .insert(FORMAT_KEY, FORMAT_VERSION)?;
    Ok(())
}

/// Frames the records of format 1, which had a table for each kind.
fn migrate(writer: &Writer) -> Result<(), DatabaseError> {
    const NODES: Records = TableDefinition::new("nodes");
    const PROVENANCES: TableDefinition<'_, u32, &str> = TableDefinition::new("provenances");
    const RESULTS: [(&str, Records); 2] = [
        (GAMES, TableDefinition::new(GAMES)),
        (TRIALS, TableDefinition::new(TRIALS)),
    ];
    let mut records = RecordWriter::open(writer)?;
    let root = writer
        .open_table(METADATA)?
        .get("root")?
        .map(|text| text.value().to_owned());
    let root = root.ok_or_else(|| corrupt("format or root is missing"))?;
    for kind in ROOT_KINDS {
        records.put(kind, &[], root.as_bytes())?;
    }
    for entry in writer.open_table(PROVENANCES)?.iter()? {
        let (number, text) = entry?;
        records.put(
            PROVENANCE_KIND,
            &number.value().to_be_bytes(),
            text.value().as_bytes(),
        )?;
    }
    let mut size = 0;
    for entry in writer.open_table(NODES)?.iter()? {
        let (key, bytes) = entry?;
        let key = BookKey::from_bytes(key.value()).ok_or_else(|| corrupt(INVALID_NODE))?;
        size += records.put_node(&key, bytes.value())?;
    }
    records.add_to_size(size)?;
    for (name, table) in RESULTS {
        let mut body = Vec::new();
        for entry in writer.open_table(table)?.iter()? {
            let (key, count) = entry?;
            body.extend([key.value(), count.value()].concat());
        }
        records.put(RESULTS_KIND, name.as_bytes(), &body)?;
        writer.delete_table(table)?;
    }
    writer.delete_table(PROVENANCES)?;
    writer.delete_table(NODES)?;
    Ok(())
}
