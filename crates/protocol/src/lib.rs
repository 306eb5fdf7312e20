//! Protocols by which other programs talk to the engine over a pair of streams.
//!
//! [`uci`] is for boards and match runners of chess variants, [`gtp`] for the tools around Go,
//! [`botzone`] for the Botzone server, [`usi`] for Shogi boards, and [`analysis`] for programs that
//! analyze many positions. Each has a `run` that handles commands until its input ends. An invalid
//! command is answered with one line in the form of the protocol and changes nothing. No input
//! causes a panic or an endless wait: lines have a [maximum length](bounded_lines::MAX_LINE_BYTES),
//! numbers are clamped, and the end of the input ends all searches.
//!
//! Set-up and first player differ between the protocols; each module describes its own.
//!
//! [`describe`], [`analysis_json`] and [`terminal_board`] write results and boards as text, for the
//! protocols and the command line alike.
//!
//! ```
//! use protocol::gtp;
//!
//! let mut output = Vec::new();
//! gtp::run(&b"boardsize 6\n1 thermodon-side_to_move\n"[..], &mut output)?;
//! assert_eq!(String::from_utf8_lossy(&output), "=\n\n=1 white\n\n");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod analysis;
pub mod analysis_json;
pub mod botzone;
pub mod bounded_lines;
pub mod describe;
pub mod game_history;
pub mod gtp;
mod output;
pub mod parse;
pub mod terminal_board;
pub mod uci;
pub mod usi;
