//! Where tables are if nobody says otherwise.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder of the table in the user's data folder; `None` if the user has no home.
#[must_use]
pub fn default_folder() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("thermodon").join("endgame"))
}
