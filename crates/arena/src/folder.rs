//! Where a match is kept.
//!
//! | file | what |
//! |---|---|
//! | `journal.jsonl` | the match itself: its settings, then one line for each finished game; the only file that is needed to resume |
//! | `settings.json` | the settings, to be read by people |
//! | `games.sgf` | all games, one after another |
//! | `moves.jsonl` | one line for each move: value, depth, nodes, time |
//! | `results.pgn` | results for Ordo, BayesElo and others; White is who moves first |
//! | `match.svg` | Elo and log-likelihood ratio over the match, once it ends |
//! | `*.stderr.log` | what programs wrote to their standard error |

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::contest::Contest;
use crate::journal::Journal;
use crate::logs::{FreshLogs, Logs};
use crate::record::GameRecord;
use crate::standings::Standings;

const JOURNAL: &str = "journal.jsonl";

/// The form of the journal; one that cannot be read any longer gets another number.
const FORMAT: u32 = 1;

/// All that makes a match this one and not another. How many games it has and how many are played
/// at a time is not part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The form of the journal.
    pub format: u32,
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<PlayerSettings>,
    /// Who meets whom.
    pub pairing: String,
    /// Where games begin.
    pub openings: String,
    /// What makes openings and players repeatable.
    pub seed: u64,
    /// What may pass beyond a player's time, in milliseconds.
    pub margin: u64,
    /// The test, if there is one.
    pub sprt: Option<String>,
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerSettings {
    /// Its name.
    pub name: String,
    /// What it is.
    pub plays: String,
    /// How long it may think.
    pub control: String,
}

impl Settings {
    /// The number to put into [`format`](Self::format).
    pub const FORMAT: u32 = FORMAT;

    /// The first setting in which another match differs: its name and both values.
    fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let (Ok(ours), Ok(theirs)) = (serde_json::to_value(self), serde_json::to_value(other))
        else {
            return None;
        };
        let ours = ours.as_object()?;
        let differing = ours
            .iter()
            .find(|&(name, value)| theirs.get(name) != Some(value));
        differing.map(|(name, value)| {
            let other = theirs.get(name).cloned().unwrap_or_default();
            (name.clone(), value.to_string(), other.to_string())
        })
    }
}

/// Why a match cannot be kept in a folder.
#[derive(Debug, Error)]
pub enum FolderError {
    /// There is a match already.
    #[error("{0} holds a match already; resume it or choose another folder")]
    Taken(PathBuf),
    /// The match there is another one.
    #[error("the match in {folder} is another one: its {setting} is {there}, not {wanted}")]
    Differs {
        /// The folder.
        folder: PathBuf,
        /// The setting that differs.
        setting: String,
        /// Its value there.
        there: String,
        /// Its value here.
        wanted: String,
    },
    /// A line of the journal that is none.
    #[error("line {line} of {journal} is damaged: {reason}")]
    Damaged {
        /// The journal.
        journal: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
    /// The system refused.
    #[error("cannot write to {folder}: {error}")]
    Io {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Some other trouble of the journal.
    #[error("cannot open the journal: {0}")]
    Journal(#[from] io::Error),
}

/// A match on disk.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    journal: Journal,
    logs: Logs,
    standings: Standings,
}

impl Folder {
    /// Opens a folder, which is created if there is none, for a match with those settings. One that
    /// holds this match already must be meant to be resumed.
    ///
    /// # Errors
    /// If it holds another match, or this one and `resume` is not set, or cannot be written.
    pub fn open<G: Contest>(
        path: &Path,
        settings: &Settings,
        resume: bool,
    ) -> Result<Self, FolderError> {
        let io = |error| FolderError::Io {
            folder: path.to_owned(),
            error,
        };
        std::fs::create_dir_all(path).map_err(io)?;
        let names: Vec<String> = settings
            .players
            .iter()
            .map(|player| player.name.clone())
            .collect();
        let sprt = settings.sprt.as_deref().and_then(|text| text.parse().ok());
        let mut standings = Standings::new(names.len(), sprt);
        let mut logs: Option<FreshLogs> = None;
        let mut lines = 0;
        let journal_path = path.join(JOURNAL);
        let mut journal = Journal::open(&journal_path, |line| {
            lines += 1;
            let damaged = |reason| FolderError::Damaged {
                journal: journal_path.clone(),
                line: lines,
                reason,
            };
            if lines == 1 {
                let there: Settings = serde_json::from_str(line).map_err(damaged)?;
                check_same(path, &there, settings)?;
                if !resume {
                    return Err(FolderError::Taken(path.to_owned()));
                }
                logs = Some(FreshLogs::begin(path, names.clone()).map_err(io)?);
                return Ok(());
            }
            let record: GameRecord = serde_json::from_str(line).map_err(damaged)?;
            if let Some(logs) = logs
                .as_mut()
                .filter(|_| !standings.is_finished(record.game))
            {
                logs.add::<G>(&record).map_err(io)?;
            }
            standings.add(&record);
            Ok(())
        })?;
        if lines == 0 {
            let line = serde_json::to_string(settings)
                .map_err(io::Error::from)
                .map_err(io)?;
            journal.append(&line).map_err(io)?;
        }
        let logs = match logs {
            Some(logs) => logs,
            None => FreshLogs::begin(path, names).map_err(io)?,
        };
        let logs = logs.finish().map_err(io)?;
        let pretty = serde_json::to_string_pretty(settings)
            .map_err(io::Error::from)
            .map_err(io)?;
        write_whole(&path.join("settings.json"), (pretty + "\n").as_bytes()).map_err(io)?;
        Ok(Self {
            path: path.to_owned(),
            journal,
            logs,
            standings,
        })
    }

    /// The results that were there already.
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// If it cannot be written; the game is then as good as not played.
    pub fn keep<G: Contest>(&mut self, record: &GameRecord) -> Result<(), FolderError> {
        let kept = serde_json::to_string(record)
            .map_err(io::Error::from)
            .and_then(|line| self.journal.append(&line))
            .and_then(|()| self.logs.add::<G>(record));
        self.standings.add(record);
        kept.map_err(|error| FolderError::Io {
            folder: self.path.clone(),
            error,
        })
    }

    /// Writes another file into the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: &[u8]) -> Result<(), FolderError> {
        write_whole(&self.path.join(name), content).map_err(|error| FolderError::Io {
            folder: self.path.clone(),
            error,
        })
    }
}

fn check_same(folder: &Path, there: &Settings, wanted: &Settings) -> Result<(), FolderError> {
    match there.difference(wanted) {
        None => Ok(()),
        Some((setting, there, wanted)) => Err(FolderError::Differs {
            folder: folder.to_owned(),
            setting,
            there,
            wanted,
        }),
    }
}

/// Writes beside the file and moves it there: nobody ever sees half of it.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    std::fs::write(&beside, content)?;
    std::fs::rename(&beside, path)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use amazons::Position;

    use super::*;

    /// A folder for a test, removed at its end.
    pub(crate) struct TemporaryFolder(PathBuf);

    impl TemporaryFolder {
        pub(crate) fn new(name: &str) -> Self {
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("arena-{name}-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        pub(crate) fn path(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for TemporaryFolder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn settings() -> Settings {
        let player = |name: &str| PlayerSettings {
            name: name.to_owned(),
            plays: "engine".to_owned(),
            control: "nodes 1".to_owned(),
        };
        Settings {
            format: FORMAT,
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
    fn only_the_same_match_is_resumed_and_only_if_asked() {
        let folder = TemporaryFolder::new("folder");
        let open =
            |settings: &Settings, resume| Folder::open::<Position>(folder.path(), settings, resume);
        // There is nothing yet: resuming means starting.
        drop(open(&settings(), true).unwrap());
        drop(open(&settings(), true).unwrap());
        assert!(matches!(
            open(&settings(), false),
            Err(FolderError::Taken(_))
        ));
        let mut other = settings();
        other.seed = 8;
        let error = open(&other, true).unwrap_err().to_string();
        assert!(
            error.ends_with("is another one: its seed is 7, not 8"),
            "{error}"
        );
        let journal = folder.path().join(JOURNAL);
        let mut text = std::fs::read_to_string(&journal).unwrap();
        text.push_str("{\"game\":0}\n");
        std::fs::write(&journal, text).unwrap();
        let error = open(&settings(), true).unwrap_err().to_string();
        assert!(error.starts_with("line 2 of"), "{error}");
    }
}
