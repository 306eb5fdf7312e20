//! Migration of version 1 of the store, and recovery of a damaged one.

use std::collections::BTreeMap;

use redb::{ReadableTable, TableHandle};
use storage::{DamagedEntries, DatabaseError, IntactPages, Salvage, Writer};

use super::{
    SUMMARY_KIND, Stored, StoredGame, create_tables, database, exists, get_bytes, insert,
    insert_deleted, insert_summary,
};
use crate::dto::external_engine::ExternalEngine;
use crate::dto::game::GameSummary;

/// Maximum number of ids in a report.
const MAX_REPORTED_IDS: usize = 20;

/// Frames the values of version 1, which were plain JSON, and adds the summaries.
pub(super) fn migrate(writer: &Writer) -> Result<(), DatabaseError> {
    migrate_table::<StoredGame>(writer)?;
    migrate_table::<ExternalEngine>(writer)
}

fn migrate_table<T: Stored>(writer: &Writer) -> Result<(), DatabaseError> {
    let ids: Result<Vec<u64>, redb::StorageError> = {
        let table = writer.open_table(T::TABLE)?;
        let ids = table.iter()?.map(|entry| Ok(entry?.0.value()));
        ids.collect()
    };
    for id in ids? {
        let bytes = get_bytes(writer, T::TABLE, id)?;
        let value = bytes.and_then(|bytes| serde_json::from_slice::<T>(&bytes).ok());
        match value {
            Some(value) => insert(writer, id, &value)?,
            None if T::HAS_SUMMARY => {
                insert_summary(writer, &GameSummary::damaged(id))?;
            }
            None => {}
        }
    }
    Ok(())
}

/// Writes all intact values of a damaged file. A game whose newest version is damaged keeps its
/// summary, so that it is listed as damaged.
pub(super) fn restore(salvage: &Salvage, writer: &Writer) -> Result<String, DatabaseError> {
    database::prepare(writer, super::SCHEMA_VERSION, create_tables, |_| Ok(()))?;
    let (recovered, damaged) = restore_table::<StoredGame>(salvage, writer)?;
    restore_table::<ExternalEngine>(salvage, writer)?;
    Ok(describe("game", recovered, &damaged))
}

/// Returns the number of recovered values and the ids of damaged ones.
fn restore_table<T: Stored>(
    salvage: &Salvage,
    writer: &Writer,
) -> Result<(usize, Vec<u64>), DatabaseError> {
    // Transactions of the newest intact value and summary by id.
    let mut found: BTreeMap<u64, (Option<u64>, Option<u64>)> = BTreeMap::new();
    for (id, transaction) in ids(salvage, T::KIND) {
        found.entry(id).or_default().0 = Some(transaction);
    }
    if T::HAS_SUMMARY {
        for (id, transaction) in ids(salvage, SUMMARY_KIND) {
            found.entry(id).or_default().1 = Some(transaction);
        }
    }
    let mut damaged = Vec::new();
    let mut recovered = 0;
    let mut next_id = 1;
    for (id, (value, summary)) in found {
        next_id = id + 1;
        let key = id.to_be_bytes();
        let summary_body = salvage
            .read(SUMMARY_KIND, &key)?
            .filter(|_| summary.is_some());
        let body = match salvage.read(T::KIND, &key)? {
            Some(body) if value >= summary => Some(body),
            // The summary is newer; an empty one says that the game is deleted.
            _ => summary_body.clone().filter(Vec::is_empty),
        };
        match body.map(|body| (body.is_empty(), serde_json::from_slice::<T>(&body))) {
            Some((true, _)) => insert_deleted::<T>(writer, id)?,
            Some((false, Ok(value))) => {
                insert(writer, id, &value)?;
                recovered += 1;
            }
            Some((false, Err(_))) | None => {
                damaged.push(id);
                let summary = summary_body.and_then(|body| serde_json::from_slice(&body).ok());
                let summary: GameSummary = summary.unwrap_or_else(|| GameSummary::damaged(id));
                if T::HAS_SUMMARY {
                    insert_summary(writer, &summary.into_damaged())?;
                }
            }
        }
    }
    database::set_next_id(writer, T::NEXT_ID, next_id)?;
    Ok((recovered, damaged))
}

/// Writes all intact values of a damaged file of version 1; `None` if it is not such a file, or too
/// damaged to say which ids are free.
pub(super) fn restore_version_1(
    pages: &IntactPages,
    writer: &Writer,
) -> Result<Option<String>, DatabaseError> {
    let Some(next_ids) = database::intact_metadata(pages, super::SCHEMA_VERSION - 1)? else {
        return Ok(None);
    };
    database::prepare(writer, super::SCHEMA_VERSION, create_tables, |_| Ok(()))?;
    for (key, next_id) in next_ids {
        database::set_next_id(writer, &key, next_id)?;
    }
    restore_table_version_1::<ExternalEngine>(pages, writer)?;
    restore_table_version_1::<StoredGame>(pages, writer)
}

/// Says what was recovered; `None` if the table is not found.
fn restore_table_version_1<T: Stored>(
    pages: &IntactPages,
    writer: &Writer,
) -> Result<Option<String>, DatabaseError> {
    let mut recovered = 0;
    let mut invalid = Vec::new();
    let unread = pages.visit(T::TABLE.name(), |key, body| {
        let Some(id) = id_version_1(key) else {
            return Ok(());
        };
        match serde_json::from_slice::<T>(body) {
            Ok(value) => {
                insert(writer, id, &value)?;
                recovered += 1;
            }
            Err(_) => invalid.push(id),
        }
        Ok(())
    })?;
    let Some(unread) = unread else {
        return Ok(None);
    };
    let (damaged, report) = describe_unframed(T::NAME, recovered, invalid, &unread);
    for id in damaged {
        if T::HAS_SUMMARY && !exists::<T>(writer, id)? {
            insert_summary(writer, &GameSummary::damaged(id))?;
        }
    }
    Ok(Some(report))
}

/// Id of a value of version 1.
fn id_version_1(key: &[u8]) -> Option<u64> {
    key.try_into().ok().map(u64::from_le_bytes)
}

/// Ids of the values of version 1 that were not recovered, as far as they can be read, and a report.
pub fn describe_unframed(
    name: &str,
    recovered: usize,
    mut damaged: Vec<u64>,
    unread: &DamagedEntries,
) -> (Vec<u64>, String) {
    let total = recovered + damaged.len() + unread.count as usize;
    let ids = unread.keys.iter().flatten().map(|key| id_version_1(key));
    let report = match ids.collect::<Option<Vec<u64>>>() {
        Some(ids) if unread.keys.is_some() => {
            damaged.extend(ids);
            damaged.sort_unstable();
            describe(name, recovered, &damaged)
        }
        _ => format!("{recovered} of {total} {name}s were recovered"),
    };
    (damaged, report)
}

/// Ids and transactions of the intact records of a kind.
fn ids(salvage: &Salvage, kind: u8) -> impl Iterator<Item = (u64, u64)> {
    salvage.keys(kind).filter_map(|(key, transaction)| {
        let id = u64::from_be_bytes(key.try_into().ok()?);
        Some((id, transaction))
    })
}

/// How many values were recovered, and which were not.
pub fn describe(name: &str, recovered: usize, damaged: &[u64]) -> String {
    let total = recovered + damaged.len();
    if damaged.is_empty() {
        return format!("all {total} {name}s were recovered");
    }
    let mut ids: Vec<String> = damaged
        .iter()
        .take(MAX_REPORTED_IDS)
        .map(u64::to_string)
        .collect();
    if damaged.len() > ids.len() {
        ids.push(format!("{} more", damaged.len() - ids.len()));
    }
    let plural = if damaged.len() == 1 { "" } else { "s" };
    let verb = if damaged.len() == 1 { "was" } else { "were" };
    format!(
        "{recovered} of {total} {name}s were recovered, {name}{plural} {} {verb} not",
        ids.join(", ")
    )
}
