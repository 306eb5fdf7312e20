//! `thermodon endgame`: endgame tables, analysis and solving of endgames.

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

/// Runs a command. The exit status is 1 if a table is wrong.
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
    /// The given directory, or the user's.
    fn dir(&self) -> anyhow::Result<PathBuf> {
        match &self.table_dir {
            Some(dir) => Ok(dir.clone()),
            None => endgame::default_dir()
                .context("there is no home directory; choose a directory with --table-dir"),
        }
    }

    /// The table of scores, which must have at least one size.
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

    /// The table of exact values, if there is a directory for it.
    fn exact_table(&self) -> anyhow::Result<Option<ValueTable>> {
        match self.dir() {
            Ok(dir) => Ok(Some(ValueTable::open(&dir)?)),
            Err(_) => Ok(None),
        }
    }
}

/// `1 square`, `2 squares`.
fn squares_count(count: u32) -> String {
    match count {
        1 => "1 square".to_owned(),
        _ => format!("{count} squares"),
    }
}
