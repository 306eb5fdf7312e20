//! GTP, the Go Text Protocol, version 2, for Amazons.
//!
//! Commands name the color: after `clear_board` White is at the bottom (d1 g1 a4 j4 on 10x10) and
//! Black at the top, and the color of `play` or `genmove` moves, out of turn too, as GTP requires.
//! Otherwise White moves first. Moves are written `d1-d7/g7`; all other notations are accepted.
//! There is no pass. If the player cannot move, `genmove` answers `resign`.
//!
//! Errors start with the words of the protocol (`syntax error`, `illegal move`, …), followed by the
//! cause. Private commands start with `thermodon-`; `list_commands` lists all. `komi` is an error.

mod clock;
mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use engine::Engine;

use super::bounded_lines::BoundedLines;
use super::output::SharedOutput;
use request::Request;
use session::Session;

/// Configuration of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GtpConfig {
    /// Time per move before `time_settings`.
    pub move_time: Duration,
}

impl Default for GtpConfig {
    fn default() -> Self {
        Self {
            move_time: Duration::from_secs(5),
        }
    }
}

/// Handles commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write) -> io::Result<()> {
    run_with(Engine::new(), &GtpConfig::default(), input, output)
}

/// [`run`] with the given engine and configuration.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with(
    engine: Engine,
    config: &GtpConfig,
    input: impl BufRead,
    output: impl Write,
) -> io::Result<()> {
    let mut lines = BoundedLines::new(input);
    let output = SharedOutput::new(output);
    let mut session = Session::new(engine, config.clone());
    while let Some(line) = lines.next_line()? {
        let request = match line {
            Ok(text) => match Request::parse(&text) {
                Some(request) => request,
                None => continue,
            },
            Err(too_long) => {
                output.write_line(format!("? {too_long}\n"))?;
                continue;
            }
        };
        let reply = session.handle(&request.words());
        output.write_line(request.format_reply(&reply))?;
        if request.words() == ["quit"] {
            break;
        }
    }
    Ok(())
}
