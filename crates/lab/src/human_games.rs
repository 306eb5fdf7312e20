//! Games between people, which are not part of the repository.

use amazons::records::{Record, little_golem};

use crate::prelude::*;

/// Default file: the environment variable `THERMODON_GAMES`, or a file in the current directory.
pub(crate) fn default_file() -> String {
    std::env::var("THERMODON_GAMES").unwrap_or_else(|_| "littlegolem-games.csv".to_owned())
}

/// Maximum size of a file of games.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads every n-th game of a file with one game per line: the winner (B or W), then moves such as
/// `B[g10-g4/d4]`.
pub(crate) fn read_shard(
    file: &str,
    shard: usize,
    shards: usize,
    max_games: Option<usize>,
) -> Result<Vec<Record>, BoxError> {
    let text = storage::read_text_file(file.as_ref(), MAX_FILE_BYTES).map_err(|error| {
        format!(
            "cannot read games {file}: {error}; set THERMODON_GAMES or use --set games=FILE (Little Golem CSV)"
        )
    })?;
    let is_game = |line: &&str| line.starts_with("B,") || line.starts_with("W,");
    let numbered = (1..).zip(text.lines().filter(is_game));
    let own = numbered.skip(shard).step_by(shards);
    let mut records = Vec::new();
    for (number, line) in own.take(max_games.unwrap_or(usize::MAX)) {
        let record = little_golem::read_csv(line)
            .map_err(|error| format!("{file}: game {number}: {error}"))?;
        records.extend(record);
    }
    Ok(records)
}
