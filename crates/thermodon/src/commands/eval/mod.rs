//! `thermodon eval`: what the evaluations say of a position, and why.

mod pictures;
mod report;

use std::io::Write;
use std::path::PathBuf;

use amazons::{Position, records};
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use evaluation::{Staged, Weights};

use super::input;

/// Say what a position is worth and why, without any search.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A position, a file with a game or position in any notation, of which the last position is taken,
    /// or - for standard input.
    #[arg(value_name = "POSITION|FILE", default_value = "startpos", value_hint = ValueHint::FilePath)]
    pub input: String,
    /// Weights for the staged evaluation, instead of those that come with the program.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub weights: Option<PathBuf>,
    /// Print JSON for programs.
    #[arg(long)]
    pub json: bool,
}

/// Evaluates and prints.
///
/// # Errors
/// If the position or the weights cannot be read.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = position(&options.input)?;
    let staged = Staged::new(&weights(options)?);
    if options.json {
        writeln!(out, "{}", report::json(&position, &staged))?;
    } else {
        out.write_all(report::text(&position, &staged).as_bytes())?;
    }
    Ok(())
}

/// The last position of the first game.
fn position(argument: &str) -> anyhow::Result<Position> {
    let text = input::read(argument)?;
    let games = records::read(&text).context("cannot read the position or game")?;
    let Some(record) = games.first() else {
        bail!("there is no position in the input");
    };
    let mut position = *record.start();
    for mv in record.main_line() {
        position = position.after(mv)?;
    }
    Ok(position)
}

fn weights(options: &Arguments) -> anyhow::Result<Weights> {
    let Some(path) = &options.weights else {
        return Ok(Weights::default());
    };
    let cannot = || format!("cannot use the weights in {}", path.display());
    let bytes = std::fs::read(path).with_context(cannot)?;
    // A file that is no text is no weights: let the reader of weights say so.
    String::from_utf8_lossy(&bytes).parse().with_context(cannot)
}
