//! `thermodon play`: a game in the terminal, on a drawn board, with moves typed in.

mod computer;
mod request;
mod session;
mod table;

use std::io::{BufRead, Write};

use amazons::notation::parse_position;
use anyhow::Context;
use game::PerColor;

use crate::cli::Play;
use computer::Computer;
use session::Session;

/// Plays a game to its end, or until the input ends.
///
/// # Errors
/// If the position cannot be read or nothing can be written.
pub fn run(options: &Play, input: impl BufRead, out: &mut dyn Write) -> anyhow::Result<()> {
    let start = parse_position(&options.position).context("cannot read the position")?;
    let seats = PerColor::new(options.black, options.white);
    Session::new(start, seats, Computer::new(options)?, out).play(input)
}
