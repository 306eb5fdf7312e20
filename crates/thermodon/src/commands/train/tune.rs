//! `thermodon train tune`.

use std::io::Write;

use anyhow::bail;
use learning::{GameReader, TexelTuner};
use serde_json::json;

use super::{TuneArgs, load_initial_weights};
use crate::commands::{print, write_atomic};

pub(super) fn run(args: &TuneArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut tuning = TexelTuner::new(args.features, args.target, args.sample_every.get());
    for file in &args.games {
        for game in GameReader::open(file)? {
            tuning.add(&game?);
        }
    }
    let (games, positions) = tuning.counts();
    if positions == 0 {
        bail!("the games have no positions to learn from");
    }
    // A failure to write has nowhere to be reported.
    let _ = writeln!(
        anstream::stderr(),
        "tuning on {positions} positions of {games} games"
    );
    let initial = match &args.init_weights {
        Some(file) => load_initial_weights(args.features, file)?,
        None => vec![0.0; args.features.initial_params().len()],
    };
    let tuned = tuning.tune(&initial);
    let provenance = format!(
        "regression on {} of {positions} positions of {games} games, form {}",
        args.target, args.features
    );
    let weights = args.features.weights(&tuned.params, 1.0, &provenance);
    let file = &args.output;
    write_atomic(file, weights.to_string())?;
    let report = json!({
        "games": games,
        "positions": positions,
        "loss_before": tuned.loss_before,
        "loss_after": tuned.loss_after,
        "file": file,
    });
    let text = format!(
        "log-loss {:.4} before, {:.4} after; weights written to {}",
        tuned.loss_before,
        tuned.loss_after,
        file.display()
    );
    print(out, args.json, &report, &text)
}
