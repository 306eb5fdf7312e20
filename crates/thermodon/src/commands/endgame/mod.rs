//! `thermodon endgame`: the table of all subgames.

mod arguments;
mod building;
mod counting;
mod exact;
mod explain;
mod probing;
mod statistics;
mod verifying;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use endgame::ScoreTable;

pub use arguments::{Action, Arguments, Build, Count, Explain, Place, Probe, Stats, Verify};

/// Does what was asked for. The exit status is 1 if the table is wrong.
///
/// # Errors
/// If the table is not there, not sound, or cannot be written.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match &options.action {
        Action::Count(options) => counting::run(options, out)?,
        Action::Build(options) => building::run(options, out)?,
        Action::Probe(options) if options.exact => exact::run(options, out)?,
        Action::Probe(options) => probing::run(options, out)?,
        Action::Explain(options) => explain::run(options, out)?,
        Action::Verify(options) => return verifying::run(options, out),
        Action::Stats(options) => statistics::run(options, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl Place {
    /// The folder that was named, or else the user's.
    ///
    /// # Errors
    /// If none was named and the user has no home.
    pub fn folder(&self) -> anyhow::Result<PathBuf> {
        match &self.folder {
            Some(folder) => Ok(folder.clone()),
            None => endgame::default_dir()
                .context("there is no home folder to keep the table in: --folder says where it is"),
        }
    }

    /// Opens the table, which must know something.
    fn table(&self) -> anyhow::Result<ScoreTable> {
        let folder = self.folder()?;
        let table = ScoreTable::open(&folder)?;
        if table.max_size() == 0 {
            bail!(
                "there is no endgame table in {}: `thermodon endgame build` makes one",
                folder.display()
            );
        }
        Ok(table)
    }
}
