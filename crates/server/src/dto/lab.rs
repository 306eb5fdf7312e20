//! Experiments of the lab, their runs and results.

use lab::Scale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// All experiments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentList {
    /// Experiments, grouped by paper.
    pub experiments: Vec<Experiment>,
}

/// Path parameters of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct ExperimentPath {
    /// Paper of the experiment.
    #[param(pattern = "^[a-z0-9-]{1,40}$", example = "game")]
    pub paper: String,
    /// Name of the experiment.
    #[param(pattern = "^[a-z0-9-]{1,40}$", example = "first-mover")]
    pub name: String,
}

impl ExperimentPath {
    pub fn id(&self) -> String {
        format!("{}/{}", self.paper, self.name)
    }
}

/// Path parameter of a figure of an experiment.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub struct FigurePath {
    /// Name of the figure.
    #[param(example = "first-mover")]
    pub figure: String,
}

/// An experiment and its run on this server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Experiment {
    /// Id: `PAPER/EXPERIMENT`.
    pub id: String,
    /// Title of the experiment.
    pub title: String,
    /// Paper whose numbers are compared with ours.
    pub paper: String,
    /// What the experiment measures and shows.
    #[serde(rename = "shows")]
    pub description: String,
    /// The run on this server; `null` if there is none.
    #[schema(required)]
    pub run: Option<ExperimentRun>,
    /// Why the stored results cannot be read, or why the last run failed.
    #[serde(rename = "problem")]
    #[schema(required)]
    pub error: Option<String>,
}

/// A run of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentRun {
    /// Whether the run is in progress.
    pub running: bool,
    /// Scale of the run.
    pub scale: RunScale,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of finished units.
    pub done: u64,
    /// Total number of units.
    pub total: u64,
    /// Time of all units together in seconds.
    pub seconds: f64,
    /// Date of the start.
    pub begun: String,
    /// Command line of the same run.
    pub command: String,
}

/// Scale of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunScale {
    /// A trial that takes seconds.
    Small,
    /// At least as large as in the paper.
    Paper,
}

convert_enum!(Scale => RunScale: Small, Paper);

/// Results of an experiment so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExperimentResults {
    /// The experiment.
    pub experiment: Experiment,
    /// Result tables.
    pub tables: Vec<ResultTable>,
    /// Figures.
    pub figures: Vec<Figure>,
}

/// A result table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ResultTable {
    /// Title of the table.
    pub title: String,
    /// Columns.
    pub columns: Vec<TableColumn>,
    /// Rows, each with one text per column.
    pub rows: Vec<Vec<String>>,
    /// Explanation of the table.
    pub note: String,
}

/// Column of a result table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TableColumn {
    /// Heading.
    pub name: String,
    /// Whether the numbers are the paper's.
    pub is_paper: bool,
    /// Whether the cells are numbers.
    pub is_number: bool,
}

/// A figure.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Figure {
    /// Name of the figure in its path.
    pub name: String,
    /// Title of the figure.
    pub title: String,
}

/// Run to start or continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct NewRun {
    /// Whether to discard earlier results and start over.
    #[serde(default, rename = "fresh")]
    pub restart: bool,
}
