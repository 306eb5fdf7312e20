//! Migration of version 1 of the store, and recovery of a damaged one.

use std::collections::BTreeMap;

use redb::ReadableTable;
use storage::{DatabaseError, Salvage, Writer};

use super::{
    SUMMARY_KIND, Stored, StoredGame, create_tables, database, get_bytes, insert, insert_deleted,
    insert_summary,
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
