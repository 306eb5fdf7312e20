//! USI, the protocol of Shogi programs and their boards, over [`shogi`].
//!
//! The customary commands: `usi`, `isready`, `setoption`, `usinewgame`, `position`, `go` (with `btime`, `wtime`, `byoyomi`,
//! `binc`, `winc`, `movetime`, `depth`, `nodes`, `infinite` and `ponder`), `stop`, `ponderhit`, `gameover`, `quit`; and `d`, which
//! writes the position. Where the program strays from the custom, or the custom is vague:
//!
//! - Black (sente) moves first and sits at the bottom; squares are written as `7g`.
//! - What cannot be understood is answered with `info string` and a sentence, and changes nothing.
//! - `bestmove win` declares that the king has entered the enemy camp (27 points), `bestmove resign` is said when mated.
//! - `score mate` counts plies; `score cp` counts hundredths of a pawn.
//! - `go mate` is answered with `checkmate notimplemented`.
//! - `go infinite` and `go ponder` answer only after `stop` or `ponderhit`, even if all is known before.

mod format;
mod go;
mod session;

use std::io::{self, BufRead, Write};

use super::lines::Lines;
use super::shared_output::SharedOutput;
use session::Session;

/// Answers commands until `quit` or the end of the input.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut session = Session::new(SharedOutput::new(output));
    while let Some(line) = lines.next_line()? {
        let flow = match line {
            Ok(text) => session.obey(&text)?,
            Err(too_long) => session.complain(&too_long)?,
        };
        if flow.is_break() {
            break;
        }
    }
    Ok(())
}
