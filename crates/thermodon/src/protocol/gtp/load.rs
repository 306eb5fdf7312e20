//! Game records from files.

use std::path::Path;

use amazons::records::{self, Record};
use anyhow::{Context, bail};

use crate::input;

/// Maximum size of a file; collections of games are much smaller.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// Loads the first game of a file in any format.
pub(super) fn load(file: &str) -> anyhow::Result<Record> {
    let bytes = input::read_file(Path::new(file), MAX_FILE_BYTES)?;
    let games = records::read(&String::from_utf8_lossy(&bytes)).with_context(|| file.to_owned())?;
    match games.into_iter().next() {
        Some(game) => Ok(game),
        None => bail!("{file} has no game"),
    }
}
