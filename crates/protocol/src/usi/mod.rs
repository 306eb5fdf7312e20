//! USI, the protocol of Shogi engines, over [`shogi`].
//!
//! Supported commands: `usi`, `isready`, `setoption`, `usinewgame`, `position`, `go` (with `btime`,
//! `wtime`, `byoyomi`, `binc`, `winc`, `movetime`, `depth`, `nodes`, `infinite` and `ponder`),
//! `stop`, `ponderhit`, `gameover`, `quit`; and `d`, which writes the position. Where USI is vague:
//!
//! - Black (sente) moves first and is at the bottom; squares are written as `7g`.
//! - An invalid command is answered with `info string` and a message, and changes nothing.
//! - `bestmove win` declares an entering king (27 points); `bestmove resign` is the answer when
//!   mated.
//! - `score mate` counts plies; `score cp` counts hundredths of a pawn.
//! - `go mate` is answered with `checkmate notimplemented`.
//! - `go infinite` and `go ponder` answer only after `stop` or `ponderhit`.

mod format;
mod go;
mod session;

use std::io::{self, BufRead, Write};

use super::output::{SharedOutput, run_session};
use session::Session;

/// Handles commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let output = SharedOutput::new(output);
    let mut session = Session::new(output.clone());
    run_session(input, &output, |line| session.handle(line))
}
