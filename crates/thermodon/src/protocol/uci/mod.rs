//! UCI, the Universal Chess Interface, in the dialect that Fairy-Stockfish speaks for Amazons.
//!
//! Moves are `d1d7,d7g7`: from and to of the amazon, then from and to of the arrow; all other
//! spellings of a move are understood too. White sits at the bottom and moves first in `startpos`;
//! any other arrangement comes as a FEN. Besides the standard commands there are `d`, which draws
//! the board, and `perft N` (also `go perft N`), which counts moves.
//!
//! What differs from the standard, and why:
//! - what cannot be understood is answered with `info string` and one sentence, where other engines
//!   stay silent;
//! - a `go` while a search is running stops that search, which gives its `bestmove` first, so that
//!   every `go` has one answer and none waits for another;
//! - a running `perft` is finished before the next command, `stop` and `isready` excepted; at the
//!   end of the input it gets [`Settings::perft_patience`] to finish.

mod board;
mod format;
mod go;
mod perft;
mod session;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use engine::Engine;

use super::lines::Lines;
use super::shared_output::SharedOutput;
use session::Session;

/// What the loop itself can be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How long a `perft` may hold up the commands after it before it is stopped.
    pub perft_patience: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            perft_patience: Duration::from_secs(60),
        }
    }
}

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    run_with(Engine::new(), &Settings::default(), input, output)
}

/// The same with an engine and settings of the caller's.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run_with(
    engine: Engine,
    settings: &Settings,
    input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut session = Session::new(engine, settings.clone(), SharedOutput::new(output));
    while let Some(line) = lines.next_line()? {
        let flow = match line {
            Ok(text) => session.obey(&text)?,
            Err(too_long) => session.complain(&too_long)?,
        };
        if flow.is_break() {
            break;
        }
    }
    session.finish();
    Ok(())
}
