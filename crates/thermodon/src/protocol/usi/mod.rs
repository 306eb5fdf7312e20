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

use super::bounded_lines::BoundedLines;
use super::output::SharedOutput;
use session::Session;

/// Handles commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut lines = BoundedLines::new(input);
    let mut session = Session::new(SharedOutput::new(output));
    while let Some(line) = lines.next_line()? {
        let flow = match line {
            Ok(text) => session.handle(&text)?,
            Err(too_long) => session.report_error(&too_long)?,
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}
