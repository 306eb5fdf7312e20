//! `thermodon eval`: static evaluation of a position, term by term.

mod distance_maps;
mod report;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueHint};
use evaluation::{TaperedEvaluation, TermWeights};

use crate::input::PositionArgs;

#[derive(Args, Debug)]
pub struct EvalArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Weights of the handcrafted evaluation [default: the built-in ones].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub weights: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &EvalArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let position = args.position.position()?;
    let staged = TaperedEvaluation::new(&weights(args)?);
    if args.json {
        writeln!(out, "{}", report::to_json(&position, &staged))?;
    } else {
        out.write_all(report::to_text(&position, &staged).as_bytes())?;
    }
    Ok(())
}

/// Maximum size of a weights file.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;

fn weights(args: &EvalArgs) -> anyhow::Result<TermWeights> {
    let Some(path) = &args.weights else {
        return Ok(TermWeights::default());
    };
    let cannot = || format!("cannot read the weights in {}", path.display());
    let bytes = storage::read_file(path, MAX_WEIGHTS_BYTES).with_context(cannot)?;
    // The parser of weights reports files that are not text.
    String::from_utf8_lossy(&bytes).parse().with_context(cannot)
}
