//! UCI, the Universal Chess Interface, in Fairy-Stockfish's dialect for Amazons.
//!
//! Moves are `d1d7,d7g7`: from and to of the step, then from and to of the arrow; all other
//! notations are accepted. White is at the bottom and moves first in `startpos`. Besides the
//! standard commands there are `d`, which draws the board, and `perft N` (also `go perft N`).
//!
//! Differences from the standard:
//! - an invalid command is answered with `info string` and a message;
//! - a `go` during a search stops that search, which writes its `bestmove` first, so that every
//!   `go` has one answer;
//! - a `perft` finishes before the next command other than `stop` and `isready`, within
//!   [`UciConfig::perft_timeout`].

mod board;
mod format;
mod go;
mod perft;
mod session;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use engine::Engine;

use super::output::{SharedOutput, run_session};
use session::Session;

/// Configuration of the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UciConfig {
    /// Maximum time that the next command waits for a `perft`.
    pub perft_timeout: Duration,
}

impl Default for UciConfig {
    fn default() -> Self {
        Self {
            perft_timeout: Duration::from_secs(60),
        }
    }
}

/// Handles commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    run_with(Engine::new(), &UciConfig::default(), input, output)
}

/// [`run`] with the given engine and configuration.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with(
    engine: Engine,
    config: &UciConfig,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = SharedOutput::new(output);
    let mut session = Session::new(engine, config.clone(), output.clone());
    run_session(input, &output, |line| session.handle(line))?;
    session.finish();
    Ok(())
}
