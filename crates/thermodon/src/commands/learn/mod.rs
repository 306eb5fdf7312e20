//! `thermodon learn`: the hand-made evaluation teaches itself.

mod arguments;
mod games;
mod progress;
mod td;
mod tune;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use evaluation::Weights;
use learning::Form;

pub use arguments::{Action, Arguments, Games, Td, Tune};

/// Does what was asked for.
///
/// # Errors
/// If games cannot be played, read or written, or it was interrupted.
pub fn run(options: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    match &options.action {
        Action::Td(options) => td::run(options, out),
        Action::Tune(options) => tune::run(options, out),
        Action::Games(options) => games::run(options, out),
    }
}

/// The numbers of the weights to begin with, which must be of that form: others would mean something else.
fn start(form: Form, file: &Path) -> anyhow::Result<Vec<f64>> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let weights: Weights = text
        .parse()
        .with_context(|| format!("{} holds no weights", file.display()))?;
    let zero = form.zero();
    if zero.axis() != weights.axis() || zero.stages() != weights.stages() {
        bail!("the weights to begin with are not of the form {form}: they have other stages");
    }
    Ok(form.numbers(&weights))
}
