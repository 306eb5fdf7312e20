//! Where tables are if nobody says otherwise, and what there is if nobody has built one.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::build::build_in_memory;
use crate::error::TableError;
use crate::table::Table;

/// The folder of the table in the user's data folder; `None` if the user has no home.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("thermodon").join("endgame"))
}

/// The user's table, or one of that size, made now, if the user's is smaller or there is none.
///
/// # Errors
/// If a file of the user's table is not sound.
pub fn table_at_hand(size: usize) -> Result<Table, TableError> {
    let of_user = default_folder().map(|folder| Table::open(&folder));
    Ok(of_user
        .transpose()?
        .filter(|table| table.largest() >= size)
        .unwrap_or_else(|| build_in_memory(size)))
}
