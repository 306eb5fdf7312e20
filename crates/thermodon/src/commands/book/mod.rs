//! `thermodon book`: opening books.

mod arguments;
mod build;
mod edit;
mod export;
mod import;
mod open;
mod searchers;
mod show;
mod stats;
mod trial;
mod trial_games;

use std::io::Write;

use search::Value;

pub use arguments::BookArgs;
use arguments::{
    BookCommand, BookSearchArgs, BuildArgs, ExportArgs, ExportFormat, ImportArgs, MergeArgs,
    PruneArgs, ShowArgs, StatsArgs, TrialArgs,
};

pub fn run(args: &BookArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.command {
        BookCommand::Build(args) => build::run(args, out),
        BookCommand::Show(args) => show::run(args, out),
        BookCommand::Stats(args) => stats::run(args, out),
        BookCommand::Export(args) => export::run(args, out),
        BookCommand::Prune(args) => edit::prune(args, out),
        BookCommand::Merge(args) => edit::merge(args, out),
        BookCommand::Trial(args) => trial::run(args, out),
        BookCommand::Import(args) => import::run(args, out),
    }
}

/// A value as a win probability.
fn value_text(value: Value) -> String {
    if value.is_win() {
        return "a win".to_owned();
    }
    if value.is_loss() {
        return "a loss".to_owned();
    }
    let odds = (f64::from(value.millilogits()) / 1_000.0).exp();
    format!("{:.1} %", (100.0 * odds / (1.0 + odds)).clamp(0.1, 99.9))
}

/// A value as a win probability, if it is known.
fn optional_value_text(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), value_text)
}
