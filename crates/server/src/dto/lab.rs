//! The papers' experiments.

use lab::Scale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Experiments {
    /// In the order of their papers.
    pub experiments: Vec<Experiment>,
}

/// An experiment, and what was run of it here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Experiment {
    /// `PAPER/EXPERIMENT`.
    pub id: String,
    /// A few words.
    pub title: String,
    /// Where the numbers come from that ours stand beside.
    pub paper: String,
    /// What is done and what can be learned from it.
    pub shows: String,
    /// What there is of a run; nothing if it was never run here.
    #[schema(required)]
    pub run: Option<Run>,
    /// Why the results that are there cannot be read, or the last run could not go on.
    #[schema(required)]
    pub problem: Option<String>,
}

/// A run of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Run {
    /// Whether it goes on now.
    pub running: bool,
    /// How much is measured.
    pub scale: RunScale,
    /// What all random numbers follow from.
    pub seed: u64,
    /// How many units were measured.
    pub done: u64,
    /// How many there are.
    pub total: u64,
    /// The time that the units took, one after another.
    pub seconds: f64,
    /// When it began.
    pub begun: String,
    /// The command that does the same.
    pub command: String,
}

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunScale {
    /// Seconds, to see how it goes.
    Small,
    /// As much as the paper did, or more.
    Paper,
}

impl From<Scale> for RunScale {
    fn from(scale: Scale) -> Self {
        match scale {
            Scale::Small => Self::Small,
            Scale::Paper => Self::Paper,
        }
    }
}

/// What an experiment has shown so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentResults {
    /// The experiment.
    pub experiment: Experiment,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its pictures.
    pub figures: Vec<Picture>,
}

/// A table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows, with a text for each column.
    pub rows: Vec<Vec<String>>,
    /// How to read it.
    pub note: String,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Column {
    /// What stands above it.
    pub name: String,
    /// Whether its numbers are the paper's and not ours.
    pub is_paper: bool,
    /// Whether it is read as numbers.
    pub is_number: bool,
}

/// A picture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Picture {
    /// Its name in its address.
    pub name: String,
    /// What it shows.
    pub title: String,
}

/// How to begin a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct NewRun {
    /// Whether to forget what was measured before.
    #[serde(default)]
    pub fresh: bool,
}
