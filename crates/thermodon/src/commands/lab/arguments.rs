//! Arguments of `thermodon lab`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use lab::Scale;

#[derive(Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    pub command: LabCommand,
}

#[derive(Subcommand, Debug)]
pub enum LabCommand {
    /// List the experiments and their runs.
    List(ListArgs),
    /// Run an experiment, or continue a run.
    Run(RunArgs),
    /// Write a page with the results of all runs.
    Report(ReportArgs),
}

/// Location of the results.
#[derive(Args, Debug)]
pub struct ResultsDirArg {
    /// Directory of all results.
    #[arg(long, alias = "out", value_name = "DIR")]
    #[arg(default_value = "lab-results", value_hint = ValueHint::DirPath)]
    pub dir: PathBuf,
}

#[derive(Args, Debug)]
pub struct ListArgs {
    #[command(flatten)]
    pub results: ResultsDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
#[command(after_help = "\
Results are written to DIR/PAPER/EXPERIMENT: finished units to units.jsonl, tables to \
findings.json, plots as SVG. A run can be interrupted or killed at any time; the same \
command continues it with the same results. A directory with a run of other settings is not \
changed.")]
pub struct RunArgs {
    /// Experiment, as `lab list` names it.
    #[arg(value_name = "PAPER/EXPERIMENT")]
    pub experiment: String,
    /// Amount of work: a few seconds, or that of the paper.
    #[arg(long, value_enum, default_value_t = ScaleArg::Small)]
    pub scale: ScaleArg,
    /// Seed of all random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Change a setting of the experiment, such as a file of games. May be repeated.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_setting)]
    pub settings: Vec<(String, String)>,
    /// Number of threads, each with its own unit [default: all cores].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Discard the existing run and start over.
    #[arg(long, alias = "fresh")]
    pub restart: bool,
    #[command(flatten)]
    pub results: ResultsDirArg,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "expected NAME=VALUE".to_owned())
}

/// Values of `--scale`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ScaleArg {
    /// A few seconds.
    Small,
    /// At least as much as the paper.
    Paper,
}

impl From<ScaleArg> for Scale {
    fn from(scale: ScaleArg) -> Self {
        match scale {
            ScaleArg::Small => Self::Small,
            ScaleArg::Paper => Self::Paper,
        }
    }
}

#[derive(Args, Debug)]
pub struct ReportArgs {
    #[command(flatten)]
    pub results: ResultsDirArg,
    /// HTML file to write [default: report.html in the directory of results].
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}
