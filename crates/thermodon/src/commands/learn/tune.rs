//! `thermodon learn tune`.

use std::io::Write;

use anyhow::{Context, bail};
use learning::{GameReader, Tuning};
use serde_json::json;

use super::{Tune, start};
use crate::commands::write_whole;

pub(super) fn run(options: &Tune, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut tuning = Tuning::new(options.form, options.target, options.every.get());
    for file in &options.games {
        for game in GameReader::open(file)? {
            tuning.add(&game?);
        }
    }
    let (games, positions) = tuning.counts();
    if positions == 0 {
        bail!("there is no position in these games to learn from");
    }
    // Nobody is left to tell where even this cannot be written.
    let _ = writeln!(
        anstream::stderr(),
        "learning from {positions} positions of {games} games"
    );
    let start = match &options.weights {
        Some(file) => start(options.form, file)?,
        None => vec![0.0; options.form.start().len()],
    };
    let tuned = tuning.tune(&start);
    let provenance = format!(
        "regression on {} of {positions} positions of {games} games, form {}",
        options.target, options.form
    );
    let weights = options.form.weights(&tuned.numbers, 1.0, &provenance);
    let file = &options.output;
    write_whole(file, &weights.to_string())
        .with_context(|| format!("cannot write {}", file.display()))?;
    if options.json {
        let all = json!({
            "games": games,
            "positions": positions,
            "loss_before": tuned.loss_before,
            "loss_after": tuned.loss_after,
            "file": file,
        });
        writeln!(out, "{all:#}")?;
    } else {
        writeln!(
            out,
            "log-loss {:.4}, where it began with {:.4}; the weights are in {}",
            tuned.loss_after,
            tuned.loss_before,
            file.display()
        )?;
    }
    Ok(())
}
