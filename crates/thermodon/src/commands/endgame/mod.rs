//! `thermodon endgame`: builds and probes endgame tables; analyzes and solves endgames.

mod analyze;
mod arguments;
mod build;
mod count;
mod probe;
pub mod solve;
mod stats;
mod values;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use endgame::{ScoreTable, ValueTable};

use arguments::{
    BuildArgs, CountArgs, EndgameAnalyzeArgs, EndgameCommand, ProbeArgs, StatsArgs, TableDirArg,
    VerifyArgs,
};
pub use arguments::{EndgameArgs, SolveArgs};

/// Runs a subcommand. The exit status is 1 if `verify` finds wrong entries.
pub fn run(args: &EndgameArgs, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &args.command {
        EndgameCommand::Count(args) => count::run(args, out)?,
        EndgameCommand::Build(args) => build::run(args, out)?,
        EndgameCommand::Probe(args) if args.exact => values::run(args, out)?,
        EndgameCommand::Probe(args) => probe::run(args, out)?,
        EndgameCommand::Analyze(args) => analyze::run(args, out)?,
        EndgameCommand::Solve(args) => solve::run(args, out)?,
        EndgameCommand::Verify(args) => return verify::run(args, out),
        EndgameCommand::Stats(args) => stats::run(args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl TableDirArg {
    /// The directory given by `--table-dir`, or else the default in the user's data directory.
    fn dir(&self) -> anyhow::Result<PathBuf> {
        match &self.table_dir {
            Some(dir) => Ok(dir.clone()),
            None => endgame::default_dir()
                .context("there is no home directory; choose a directory with --table-dir"),
        }
    }

    /// Opens the score table; an error if it is empty.
    fn score_table(&self) -> anyhow::Result<ScoreTable> {
        let dir = self.dir()?;
        let table = ScoreTable::open(&dir)?;
        if table.max_size() == 0 {
            bail!(
                "there is no endgame table in {}; build one with `thermodon endgame build`",
                dir.display()
            );
        }
        Ok(table)
    }

    /// Opens the table of exact values, which may be empty; `None` without `--table-dir` and home
    /// directory.
    fn exact_table(&self) -> anyhow::Result<Option<ValueTable>> {
        match self.dir() {
            Ok(dir) => Ok(Some(ValueTable::open(&dir)?)),
            Err(_) => Ok(None),
        }
    }
}

/// Formats a number of squares: `1 square`, `2 squares`.
fn format_squares(count: u32) -> String {
    match count {
        1 => "1 square".to_owned(),
        _ => format!("{count} squares"),
    }
}
