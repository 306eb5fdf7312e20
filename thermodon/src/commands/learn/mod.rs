//! `thermodon learn`: the hand-made evaluation teaches itself.

mod arguments;
mod games;
mod progress;
mod td;
mod tune;

use std::io::Write;

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
