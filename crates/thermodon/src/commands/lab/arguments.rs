//! The words of `thermodon lab`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lab::Scale;

/// Run the papers' experiments and see their numbers beside ours.
#[derive(Args, Debug)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub action: Action,
}

/// What to do with experiments.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// List the experiments and what was already run.
    List(List),
    /// Run an experiment, or what is left of it.
    Run(Run),
    /// Write one page of all that was run.
    Report(Report),
}

/// Where results are.
#[derive(Args, Debug)]
pub struct Place {
    /// The folder of all results.
    #[arg(long, value_name = "FOLDER", default_value = "lab-results", value_hint = ValueHint::DirPath)]
    pub out: PathBuf,
}

/// List the experiments.
#[derive(Args, Debug)]
pub struct List {
    /// Where results are.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Run an experiment.
#[derive(Args, Debug)]
#[command(after_help = "\
Results go to FOLDER/PAPER/EXPERIMENT: every finished unit to units.jsonl, tables to findings.json, \
plots as SVG and PNG. A run can be interrupted or killed at any moment; the same command goes on \
with it, and the results are the same. A folder that holds a run with other settings is left alone.")]
pub struct Run {
    /// Which one, as the list names it.
    #[arg(value_name = "PAPER/EXPERIMENT")]
    pub experiment: String,
    /// How much to measure: seconds of work, or as much as the paper did.
    #[arg(long, value_enum, default_value_t = ScaleChoice::Small)]
    pub scale: ScaleChoice,
    /// What all random numbers follow from.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub seed: u64,
    /// Another value for a setting of the experiment, such as a file of games; can be given several times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<(String, String)>,
    /// How many units to measure at a time [default: what the processors allow].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Forget what was measured before.
    #[arg(long)]
    pub fresh: bool,
    /// Where results are.
    #[command(flatten)]
    pub place: Place,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// `NAME=VALUE`.
fn setting(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "it should be NAME=VALUE".to_owned())
}

/// How much to measure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ScaleChoice {
    /// Seconds, to see how it goes.
    Small,
    /// As much as the paper did, or more.
    Paper,
}

impl From<ScaleChoice> for Scale {
    fn from(choice: ScaleChoice) -> Self {
        match choice {
            ScaleChoice::Small => Self::Small,
            ScaleChoice::Paper => Self::Paper,
        }
    }
}

/// Write one page of all that was run.
#[derive(Args, Debug)]
pub struct Report {
    /// Where results are.
    #[command(flatten)]
    pub place: Place,
    /// The page to write [default: report.html in the folder of results].
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}
