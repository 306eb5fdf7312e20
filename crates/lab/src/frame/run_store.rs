//! A run on disk.
//!
//! | file | contents |
//! |---|---|
//! | `units.jsonl` | the run: a header, then one line per finished unit; all that is needed to resume or report |
//! | `settings.json` | the header, for people |
//! | `findings.json` | tables and figures, for programs |
//! | `NAME.svg` | the figures |

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use storage::{Difference, Journal, first_difference, write_atomic};
use thiserror::Error;

use super::experiment::{BoxError, DynExperiment, Scale};
use super::results::Results;

const UNITS_FILE: &str = "units.jsonl";

/// Format version of `units.jsonl`.
const FORMAT_VERSION: u32 = 2;

/// First line of `units.jsonl`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunHeader {
    /// What determines the results.
    pub run: RunConfig,
    /// Start time.
    #[serde(rename = "begun")]
    pub started: String,
    /// Command that started the run.
    pub command: String,
}

/// What determines the results of a run; only an equal one is resumed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunConfig {
    /// Format version of the file.
    pub format: u32,
    /// Id of the experiment.
    pub experiment: String,
    /// Program version: another one may play differently.
    pub version: String,
    /// Scale.
    pub scale: Scale,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Parameters of the experiment.
    #[serde(rename = "settings")]
    pub config: Value,
}

impl RunConfig {
    /// The default config of an experiment.
    #[must_use]
    pub fn new(experiment: &dyn DynExperiment, scale: Scale, seed: u64) -> Self {
        Self {
            format: FORMAT_VERSION,
            experiment: experiment.info().id.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scale,
            seed,
            config: experiment.config(scale),
        }
    }

    /// Overrides parameters by name. A value is JSON unless the parameter is a string.
    pub(super) fn apply_overrides(
        &mut self,
        overrides: &[(String, String)],
    ) -> Result<(), LabError> {
        for (name, value) in overrides {
            let invalid = |reason: String| LabError::InvalidOverride(name.clone(), reason);
            let Some(parameter) = self.config.get_mut(name) else {
                let names = self.config.as_object().into_iter().flat_map(Map::keys);
                let names: Vec<&str> = names.map(String::as_str).collect();
                return Err(invalid(format!("expected one of {}", names.join(", "))));
            };
            *parameter = match parameter {
                Value::String(_) => Value::from(value.as_str()),
                _ => serde_json::from_str(value).map_err(|error| invalid(error.to_string()))?,
            };
        }
        Ok(())
    }
}

/// A line for a finished unit.
#[derive(Serialize, Deserialize)]
struct UnitRecord {
    unit: usize,
    seconds: f64,
    result: Value,
}

/// Header and finished units of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunData {
    /// The header.
    pub header: RunHeader,
    /// Raw results by unit.
    pub units: BTreeMap<usize, Value>,
    /// Number of units of a complete run.
    pub total: usize,
    /// Sum of the times of all units in seconds.
    pub seconds: f64,
}

impl RunData {
    /// Whether all units are finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.units.len() >= self.total
    }

    /// Tables and figures.
    ///
    /// # Errors
    /// If the units do not belong to that experiment.
    pub fn results(&self, experiment: &dyn DynExperiment) -> Result<Results, LabError> {
        let results = experiment.results(&self.header.run.config, &self.units);
        results
            .map_err(|error| LabError::WrongExperiment(self.header.run.experiment.clone(), error))
    }

    fn add(&mut self, record: UnitRecord) {
        // A repeated unit counts once.
        if record.unit < self.total && self.units.insert(record.unit, record.result).is_none() {
            self.seconds += record.seconds;
        }
    }
}

/// Error of running or reporting an experiment.
#[derive(Debug, Error)]
pub enum LabError {
    /// The directory holds a run with another config.
    #[error("{0} holds a run whose {1}")]
    ConfigMismatch(PathBuf, Difference),
    /// An unknown parameter or invalid value.
    #[error("invalid --set {0}: {1}")]
    InvalidOverride(String, String),
    /// An unreadable line.
    #[error("line {line} of {file} is corrupt: {reason}")]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: serde_json::Error,
    },
    /// Units or config of another experiment or version.
    #[error("cannot read as results of {0}: {1}")]
    WrongExperiment(String, BoxError),
    /// A unit failed.
    #[error("unit {0} failed: {1}")]
    Unit(usize, BoxError),
    /// A worker thread panicked.
    #[error("unit {0} failed: worker thread panicked")]
    Panicked(usize),
    /// Another process writes to the directory.
    #[error("{0} is locked by another run")]
    Locked(PathBuf),
    /// I/O error.
    #[error("cannot use {0}: {1}")]
    Io(PathBuf, io::Error),
    /// I/O error of the journal.
    #[error(transparent)]
    Journal(#[from] io::Error),
}

/// A run on disk, locked for writing.
#[derive(Debug)]
pub struct RunStore {
    dir: PathBuf,
    journal: Journal,
    data: RunData,
}

impl RunStore {
    /// Opens or creates the directory of a run. Finished units are kept unless `discard_existing`.
    ///
    /// # Errors
    /// If it holds another run, is locked or cannot be written.
    pub fn open(
        dir: &Path,
        experiment: &dyn DynExperiment,
        run: &RunConfig,
        command: &str,
        discard_existing: bool,
    ) -> Result<Self, LabError> {
        let io = |error| LabError::Io(dir.to_owned(), error);
        std::fs::create_dir_all(dir).map_err(io)?;
        let started = jiff::Timestamp::now().strftime("%Y-%m-%d %H:%M UTC");
        let header = RunHeader {
            run: run.clone(),
            started: started.to_string(),
            command: command.to_owned(),
        };
        let mut data = empty_run(header, experiment)?;
        let file = dir.join(UNITS_FILE);
        let mut lines = 0;
        let opened = Journal::open(&file, |line| {
            lines += 1;
            if discard_existing {
                return Ok(());
            }
            match parse_line(&file, line, lines)? {
                JournalLine::Header(header) => {
                    if let Some(difference) = first_difference(&header.run, run) {
                        return Err(LabError::ConfigMismatch(dir.to_owned(), difference));
                    }
                    data.header = header;
                }
                JournalLine::Unit(record) => data.add(record),
            }
            Ok(())
        });
        let mut journal = opened.map_err(|error| match error {
            LabError::Journal(error) if error.kind() == io::ErrorKind::WouldBlock => {
                LabError::Locked(dir.to_owned())
            }
            LabError::Journal(error) => io(error),
            other => other,
        })?;
        if discard_existing || lines == 0 {
            journal.clear().map_err(io)?;
            let line = serde_json::to_string(&data.header).map_err(io::Error::from);
            line.and_then(|line| journal.append(&line)).map_err(io)?;
        }
        Ok(Self {
            dir: dir.to_owned(),
            journal,
            data,
        })
    }

    /// Finished units.
    #[must_use]
    pub fn data(&self) -> &RunData {
        &self.data
    }

    /// Appends a finished unit durably.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, unit: usize, seconds: f64, result: Value) -> Result<(), LabError> {
        let record = UnitRecord {
            unit,
            seconds,
            result,
        };
        let line = serde_json::to_string(&record).map_err(io::Error::from);
        let written = line.and_then(|line| self.journal.append(&line));
        written.map_err(|error| LabError::Io(self.dir.clone(), error))?;
        self.data.add(record);
        Ok(())
    }

    /// Writes tables and figures beside the units.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_results(&self, experiment: &dyn DynExperiment) -> Result<Results, LabError> {
        let results = self.data.results(experiment)?;
        let write = |name: &str, content: &[u8]| {
            write_atomic(&self.dir.join(name), content)
                .map_err(|error| LabError::Io(self.dir.clone(), error))
        };
        let pretty = |value: &Value| format!("{value:#}\n");
        let header = json!(self.data.header);
        write("settings.json", pretty(&header).as_bytes())?;
        let all = json!({
            "run": header,
            "units": {"done": self.data.units.len(), "total": self.data.total},
            "seconds": self.data.seconds,
            "findings": results,
        });
        write("findings.json", pretty(&all).as_bytes())?;
        for (name, figure) in &results.figures {
            write(&format!("{name}.svg"), figure.to_svg().as_bytes())?;
        }
        Ok(results)
    }

    /// Reads a run without locking it; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(dir: &Path, experiment: &dyn DynExperiment) -> Result<Option<RunData>, LabError> {
        let file = dir.join(UNITS_FILE);
        let io = |error| LabError::Io(dir.to_owned(), error);
        let mut bytes = match std::fs::read(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(io)?,
        };
        // A line without its end is still being written.
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        bytes.truncate(end.map_or(0, |end| end + 1));
        let text = String::from_utf8(bytes).map_err(|error| io(io::Error::other(error)))?;
        let mut data: Option<RunData> = None;
        for (index, line) in text.lines().enumerate() {
            match (parse_line(&file, line, index + 1)?, data.as_mut()) {
                (JournalLine::Header(header), _) => data = Some(empty_run(header, experiment)?),
                (JournalLine::Unit(record), Some(data)) => data.add(record),
                (JournalLine::Unit(_), None) => {}
            }
        }
        Ok(data)
    }
}

fn empty_run(header: RunHeader, experiment: &dyn DynExperiment) -> Result<RunData, LabError> {
    let total = experiment
        .unit_count(&header.run.config)
        .map_err(|error| LabError::WrongExperiment(header.run.experiment.clone(), error))?;
    Ok(RunData {
        header,
        units: BTreeMap::new(),
        total,
        seconds: 0.0,
    })
}

enum JournalLine {
    Header(RunHeader),
    Unit(UnitRecord),
}

fn parse_line(file: &Path, text: &str, number: usize) -> Result<JournalLine, LabError> {
    let line = if number == 1 {
        serde_json::from_str(text).map(JournalLine::Header)
    } else {
        serde_json::from_str(text).map(JournalLine::Unit)
    };
    line.map_err(|reason| LabError::Corrupt {
        file: file.to_owned(),
        line: number,
        reason,
    })
}
