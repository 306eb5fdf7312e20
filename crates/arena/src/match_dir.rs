//! The directory of a match.
//!
//! | file | content |
//! |---|---|
//! | `journal.jsonl` | header, then one line per finished game; the only file needed to resume |
//! | `settings.json` | the header, formatted for reading |
//! | `games.sgf` | all games |
//! | `moves.jsonl` | one line per move: score, depth, nodes, time |
//! | `results.pgn` | results for Ordo and BayesElo; the first player is written as White |
//! | `match.svg` | Elo and log-likelihood ratio over the match, written at its end |
//! | `*.stderr.log` | standard error of external engines |

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use storage::{Difference, Journal, first_difference, write_atomic};
use thiserror::Error;

use crate::exports::Exports;
use crate::game_record::GameRecord;
use crate::protocol_game::ProtocolGame;
use crate::standings::Standings;

const JOURNAL: &str = "journal.jsonl";

/// Settings of a match, which must be equal to resume it. The number of games and the concurrency
/// are not included and may differ.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchHeader {
    /// Format version of the journal, [`MatchHeader::FORMAT`].
    pub format: u32,
    /// Name of the game.
    pub game: String,
    /// The participants.
    pub players: Vec<PlayerHeader>,
    /// Which participants meet, such as `round-robin`.
    pub pairing: String,
    /// Description of the openings.
    pub openings: String,
    /// Seed of openings and players.
    pub seed: u64,
    /// Margin beyond a player's time, in milliseconds.
    pub margin: u64,
    /// Parameters of the SPRT, if any.
    pub sprt: Option<String>,
}

/// A participant in a [`MatchHeader`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerHeader {
    /// Name of the participant.
    pub name: String,
    /// Description of the engine.
    #[serde(rename = "plays")]
    pub engine: String,
    /// Time control.
    #[serde(rename = "control")]
    pub time_control: String,
}

impl MatchHeader {
    /// Format version of the journal; bumped on incompatible changes.
    pub const FORMAT: u32 = 1;
}

/// Error of opening or writing a [`MatchDir`].
#[derive(Debug, Error)]
pub enum MatchDirError {
    /// The directory contains another match.
    #[error("cannot resume {0}: its {1}")]
    HeaderMismatch(PathBuf, Difference),
    /// A line of the journal is invalid.
    #[error("line {line} of {journal} is corrupt: {reason}")]
    Corrupt {
        /// The journal.
        journal: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// The parse error.
        reason: serde_json::Error,
    },
    /// A file cannot be written.
    #[error("cannot write to {0}: {1}")]
    Io(PathBuf, io::Error),
    /// The journal cannot be opened.
    #[error("cannot open the journal: {0}")]
    Journal(#[from] io::Error),
}

/// A match on disk.
#[derive(Debug)]
pub struct MatchDir {
    path: PathBuf,
    journal: Journal,
    exports: Exports,
    standings: Standings,
}

impl MatchDir {
    /// Opens or creates the directory of a match, and resumes the match if it was started.
    ///
    /// # Errors
    /// If the directory contains another match or cannot be written.
    pub fn open<G: ProtocolGame>(path: &Path, header: &MatchHeader) -> Result<Self, MatchDirError> {
        let io_error = |error| MatchDirError::Io(path.to_owned(), error);
        std::fs::create_dir_all(path).map_err(io_error)?;
        let names = header.players.iter().map(|player| player.name.clone());
        let names: Vec<String> = names.collect();
        let sprt = header.sprt.as_deref().and_then(|text| text.parse().ok());
        let mut standings = Standings::new(names.len(), sprt);
        let mut exports: Option<Exports> = None;
        let mut line_count = 0;
        let journal_path = path.join(JOURNAL);
        let mut journal = Journal::open(&journal_path, |line| {
            line_count += 1;
            let corrupt = |reason| MatchDirError::Corrupt {
                journal: journal_path.clone(),
                line: line_count,
                reason,
            };
            if line_count == 1 {
                let stored: MatchHeader = serde_json::from_str(line).map_err(corrupt)?;
                if let Some(difference) = first_difference(&stored, header) {
                    return Err(MatchDirError::HeaderMismatch(path.to_owned(), difference));
                }
                exports = Some(Exports::create(path, names.clone()).map_err(io_error)?);
                return Ok::<(), MatchDirError>(());
            }
            let record: GameRecord = serde_json::from_str(line).map_err(corrupt)?;
            match &mut exports {
                Some(exports) if !standings.is_finished(record.game) => {
                    exports.add::<G>(&record).map_err(io_error)?;
                }
                _ => {}
            }
            standings.add(&record);
            Ok(())
        })?;
        if line_count == 0 {
            let line = serde_json::to_string(header).map_err(|error| io_error(error.into()))?;
            journal.append(&line).map_err(io_error)?;
        }
        let exports = match exports {
            Some(exports) => exports,
            None => Exports::create(path, names).map_err(io_error)?,
        };
        exports.publish(path).map_err(io_error)?;
        let pretty =
            serde_json::to_string_pretty(header).map_err(|error| io_error(error.into()))?;
        write_atomic(&path.join("settings.json"), (pretty + "\n").as_bytes()).map_err(io_error)?;
        Ok(Self {
            path: path.to_owned(),
            journal,
            exports,
            standings,
        })
    }

    /// Results of the finished games.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Path of the directory.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a finished game to the journal and the exports.
    ///
    /// # Errors
    /// If it cannot be written; the game is then played again when the match is resumed.
    pub fn append<G: ProtocolGame>(&mut self, record: &GameRecord) -> Result<(), MatchDirError> {
        let result = serde_json::to_string(record)
            .map_err(io::Error::from)
            .and_then(|line| self.journal.append(&line))
            .and_then(|()| self.exports.add::<G>(record));
        self.standings.add(record);
        result.map_err(|error| MatchDirError::Io(self.path.clone(), error))
    }

    /// Writes a file to the directory, such as `match.svg`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_file(&self, name: &str, content: &[u8]) -> Result<(), MatchDirError> {
        write_atomic(&self.path.join(name), content)
            .map_err(|error| MatchDirError::Io(self.path.clone(), error))
    }
}

#[cfg(test)]
mod tests {
    use amazons::Position;

    use super::*;

    fn header() -> MatchHeader {
        let player = |name: &str| PlayerHeader {
            name: name.to_owned(),
            engine: "engine".to_owned(),
            time_control: "nodes 1".to_owned(),
        };
        MatchHeader {
            format: MatchHeader::FORMAT,
            game: "amazons".to_owned(),
            players: vec![player("a"), player("b")],
            pairing: "round-robin".to_owned(),
            openings: "random:2".to_owned(),
            seed: 7,
            margin: 50,
            sprt: None,
        }
    }

    #[test]
    fn only_the_same_match_is_resumed() {
        let dir = tempfile::tempdir().unwrap();
        let open = |header: &MatchHeader| MatchDir::open::<Position>(dir.path(), header);
        // Resuming an empty directory starts the match.
        drop(open(&header()).unwrap());
        drop(open(&header()).unwrap());
        let mut other = header();
        other.seed = 8;
        let error = open(&other).unwrap_err().to_string();
        assert!(error.ends_with(": its seed is 7, not 8"), "{error}");
        let journal = dir.path().join(JOURNAL);
        let mut text = std::fs::read_to_string(&journal).unwrap();
        assert!(text.contains("\"plays\":\"engine\",\"control\":\"nodes 1\""));
        text.push_str("{\"game\":0}\n");
        std::fs::write(&journal, text).unwrap();
        let error = open(&header()).unwrap_err().to_string();
        assert!(error.starts_with("line 2 of"), "{error}");
    }
}
