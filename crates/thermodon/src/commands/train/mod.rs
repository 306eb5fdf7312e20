//! `thermodon train`: training of the handcrafted evaluation.

mod arguments;
mod games;
mod td;
mod tune;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use evaluation::TermWeights;
use learning::FeatureSet;

pub use arguments::TrainArgs;
use arguments::{GamesArgs, TdArgs, TrainCommand, TuneArgs};

pub fn run(args: &TrainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    match &args.command {
        TrainCommand::Td(args) => td::run(args, out),
        TrainCommand::Tune(args) => tune::run(args, out),
        TrainCommand::Games(args) => games::run(args, out),
    }
}

/// Maximum size of a weights file.
const MAX_WEIGHTS_BYTES: u64 = 64 << 20;

/// Reads initial weights, which must have the phases of the feature set.
fn load_initial_weights(features: FeatureSet, file: &Path) -> anyhow::Result<Vec<f64>> {
    let text = storage::read_text_file(file, MAX_WEIGHTS_BYTES)
        .with_context(|| format!("cannot read {}", file.display()))?;
    let weights: TermWeights = text
        .parse()
        .with_context(|| format!("{} is not a file of weights", file.display()))?;
    let zero = features.zero_weights();
    if zero.axis() != weights.axis() || zero.phases() != weights.phases() {
        bail!(
            "{} has other phases than the feature set {features}",
            file.display()
        );
    }
    Ok(features.params_from_weights(&weights))
}
