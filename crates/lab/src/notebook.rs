//! Where an experiment is kept.
//!
//! | file | what |
//! |---|---|
//! | `units.jsonl` | the run itself: what it is, then one line for each finished unit; the only file that is needed to resume or to report |
//! | `settings.json` | what it is, to be read by people |
//! | `findings.json` | tables and plots, for programs |
//! | `NAME.svg` | the plots |

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use arena::Journal;
use arena::folder::write_whole;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use thiserror::Error;

use crate::date;
use crate::experiment::{Failure, Listed, Scale};
use crate::findings::Findings;

const UNITS: &str = "units.jsonl";

/// The form of the file of units; one that cannot be read any longer gets another number.
const FORMAT: u32 = 1;

/// What a run is, and where it comes from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Heading {
    /// All that decides about the results.
    pub run: RunSettings,
    /// When it began.
    pub begun: String,
    /// The command that began it.
    pub command: String,
}

/// All that decides about the results of a run: only the same one is resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunSettings {
    /// The form of the file.
    pub format: u32,
    /// The experiment.
    pub experiment: String,
    /// The version of the program: another one may play otherwise.
    pub version: String,
    /// How much is measured.
    pub scale: Scale,
    /// What all random numbers follow from.
    pub seed: u64,
    /// The experiment's own settings.
    pub settings: Value,
}

impl RunSettings {
    /// A run of an experiment.
    #[must_use]
    pub fn new(experiment: &dyn Listed, scale: Scale, seed: u64) -> Self {
        Self {
            format: FORMAT,
            experiment: experiment.about().id.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scale,
            seed,
            settings: experiment.settings(scale),
        }
    }

    /// Changes settings of the experiment; a value is JSON unless the setting is a text.
    pub(crate) fn change(&mut self, changes: &[(String, String)]) -> Result<(), LabError> {
        for (name, value) in changes {
            let refusal = |reason: String| LabError::Setting {
                name: name.clone(),
                reason,
            };
            let Some(setting) = self.settings.get_mut(name) else {
                let names = self.settings.as_object().into_iter().flat_map(Map::keys);
                let names: Vec<&str> = names.map(String::as_str).collect();
                return Err(refusal(format!("the experiment has {}", names.join(", "))));
            };
            *setting = match setting {
                Value::String(_) => Value::from(value.as_str()),
                _ => serde_json::from_str(value).map_err(|error| refusal(error.to_string()))?,
            };
        }
        Ok(())
    }

    /// The first setting in which another run differs: its name and both values.
    fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let (ours, theirs) = (json!(self), json!(other));
        let mut names = ours.as_object()?.keys();
        let name = names.find(|name| ours[*name] != theirs[*name])?;
        let value = |of: &Value| of[name].to_string();
        Some((name.clone(), value(&ours), value(&theirs)))
    }
}

/// A finished unit, as it is kept.
#[derive(Serialize, Deserialize)]
struct Entry {
    unit: usize,
    seconds: f64,
    result: Value,
}

/// What there is of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// What it is.
    pub heading: Heading,
    /// The raw results by unit.
    pub units: BTreeMap<usize, Value>,
    /// How many units it has when it is complete.
    pub total: usize,
    /// The time that the units took, one after another.
    pub seconds: f64,
}

impl Results {
    /// Whether nothing is left to be measured.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.units.len() >= self.total
    }

    /// What they show.
    ///
    /// # Errors
    /// If they are not results of that experiment.
    pub fn findings(&self, experiment: &dyn Listed) -> Result<Findings, LabError> {
        let found = experiment.findings(&self.heading.run.settings, &self.units);
        found.map_err(|error| LabError::Unreadable(self.heading.run.experiment.clone(), error))
    }

    fn add(&mut self, entry: Entry) {
        // Twice the same unit counts once.
        if entry.unit < self.total && self.units.insert(entry.unit, entry.result).is_none() {
            self.seconds += entry.seconds;
        }
    }
}

/// Why an experiment cannot be run or reported.
#[derive(Debug, Error)]
pub enum LabError {
    /// The results there are others.
    #[error("{folder} holds a run whose {setting} is {there}, not {wanted}")]
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
    /// A setting that the experiment does not have, or that cannot be that.
    #[error("{name} cannot be set so: {reason}")]
    Setting {
        /// The setting.
        name: String,
        /// Why not.
        reason: String,
    },
    /// A line that is none.
    #[error("line {line} of {file} is damaged: {reason}")]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: serde_json::Error,
    },
    /// Results that the experiment cannot read.
    #[error("these are no results of {0}: {1}")]
    Unreadable(String, Failure),
    /// A unit that could not be measured.
    #[error("unit {0} could not be measured: {1}")]
    Unit(usize, Failure),
    /// A thread that ended without a word.
    #[error("unit {0} was not measured: its thread has panicked")]
    Panicked(usize),
    /// Somebody else is at work there.
    #[error("another run is at work in {0}")]
    Busy(PathBuf),
    /// The system refused.
    #[error("cannot use {folder}: {error}")]
    Io {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Trouble with the file of units, before its place is known.
    #[error(transparent)]
    Journal(#[from] io::Error),
}

/// A run on disk, with nobody else writing to it.
#[derive(Debug)]
pub struct Notebook {
    folder: PathBuf,
    journal: Journal,
    results: Results,
}

impl Notebook {
    /// Opens a folder, which is created if there is none, for that run. What was measured is taken
    /// over, unless everything shall be measured afresh.
    ///
    /// # Errors
    /// If it holds another run, somebody else writes to it, or it cannot be written.
    pub fn open(
        folder: &Path,
        experiment: &dyn Listed,
        run: &RunSettings,
        command: &str,
        fresh: bool,
    ) -> Result<Self, LabError> {
        let io = |error| LabError::Io {
            folder: folder.to_owned(),
            error,
        };
        let unreadable = |error| LabError::Unreadable(run.experiment.clone(), error);
        std::fs::create_dir_all(folder).map_err(io)?;
        let total = experiment.units(&run.settings).map_err(unreadable)?;
        let mut results = Results {
            heading: Heading {
                run: run.clone(),
                begun: date::now(),
                command: command.to_owned(),
            },
            units: BTreeMap::new(),
            total,
            seconds: 0.0,
        };
        let file = folder.join(UNITS);
        let mut lines = 0;
        let opened = Journal::open(&file, |line| {
            lines += 1;
            if fresh {
                return Ok(());
            }
            match read_line(&file, line, lines)? {
                Line::Heading(there) => {
                    check_same(folder, &there.run, run)?;
                    results.heading = there;
                }
                Line::Entry(entry) => results.add(entry),
            }
            Ok(())
        });
        let mut journal = opened.map_err(|error| match error {
            LabError::Journal(error) if error.kind() == io::ErrorKind::WouldBlock => {
                LabError::Busy(folder.to_owned())
            }
            LabError::Journal(error) => io(error),
            other => other,
        })?;
        if fresh || lines == 0 {
            journal.clear().map_err(io)?;
            let line = serde_json::to_string(&results.heading).map_err(io::Error::from);
            line.and_then(|line| journal.append(&line)).map_err(io)?;
        }
        Ok(Self {
            folder: folder.to_owned(),
            journal,
            results,
        })
    }

    /// What there is.
    #[must_use]
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// Keeps a finished unit; when this returns, it is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; the unit is then as good as not measured.
    pub fn keep(&mut self, unit: usize, seconds: f64, result: Value) -> Result<(), LabError> {
        let entry = Entry {
            unit,
            seconds,
            result,
        };
        let line = serde_json::to_string(&entry).map_err(io::Error::from);
        let kept = line.and_then(|line| self.journal.append(&line));
        kept.map_err(|error| self.trouble(error))?;
        self.results.add(entry);
        Ok(())
    }

    /// Writes tables and plots of what there is.
    ///
    /// # Errors
    /// If they cannot be made or written.
    pub fn write_findings(&self, experiment: &dyn Listed) -> Result<Findings, LabError> {
        let findings = self.results.findings(experiment)?;
        let write = |name: &str, content: &[u8]| {
            write_whole(&self.folder.join(name), content).map_err(|error| self.trouble(error))
        };
        let pretty = |value: &Value| format!("{value:#}\n");
        let heading = json!(self.results.heading);
        write("settings.json", pretty(&heading).as_bytes())?;
        let all = json!({
            "run": heading,
            "units": {"done": self.results.units.len(), "total": self.results.total},
            "seconds": self.results.seconds,
            "findings": findings,
        });
        write("findings.json", pretty(&all).as_bytes())?;
        for (name, figure) in &findings.figures {
            write(&format!("{name}.svg"), figure.to_svg().as_bytes())?;
        }
        Ok(findings)
    }

    fn trouble(&self, error: io::Error) -> LabError {
        LabError::Io {
            folder: self.folder.clone(),
            error,
        }
    }
}

/// Reads what there is of an experiment, without touching it; `None` if it was never run.
///
/// # Errors
/// If it cannot be read.
pub fn read(folder: &Path, experiment: &dyn Listed) -> Result<Option<Results>, LabError> {
    let file = folder.join(UNITS);
    let trouble = |error| LabError::Io {
        folder: folder.to_owned(),
        error,
    };
    let mut bytes = match std::fs::read(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(trouble)?,
    };
    // A line without its end is still being written.
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    bytes.truncate(end.map_or(0, |end| end + 1));
    let text = String::from_utf8(bytes).map_err(|error| trouble(io::Error::other(error)))?;
    let mut results: Option<Results> = None;
    for (index, line) in text.lines().enumerate() {
        match (read_line(&file, line, index + 1)?, results.as_mut()) {
            (Line::Heading(heading), _) => {
                let total = experiment.units(&heading.run.settings);
                let unreadable =
                    |error| LabError::Unreadable(heading.run.experiment.clone(), error);
                results = Some(Results {
                    total: total.map_err(unreadable)?,
                    heading,
                    units: BTreeMap::new(),
                    seconds: 0.0,
                });
            }
            (Line::Entry(entry), Some(results)) => results.add(entry),
            (Line::Entry(_), None) => {}
        }
    }
    Ok(results)
}

enum Line {
    Heading(Heading),
    Entry(Entry),
}

fn read_line(file: &Path, text: &str, number: usize) -> Result<Line, LabError> {
    let line = if number == 1 {
        serde_json::from_str(text).map(Line::Heading)
    } else {
        serde_json::from_str(text).map(Line::Entry)
    };
    line.map_err(|reason| LabError::Damaged {
        file: file.to_owned(),
        line: number,
        reason,
    })
}

fn check_same(folder: &Path, there: &RunSettings, wanted: &RunSettings) -> Result<(), LabError> {
    match there.difference(wanted) {
        None => Ok(()),
        Some((setting, there, wanted)) => Err(LabError::Differs {
            folder: folder.to_owned(),
            setting,
            there,
            wanted,
        }),
    }
}
