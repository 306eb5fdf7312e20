//! The protocols as other programs meet them.
//!
//! In a transcript, lines after `> ` are sent, and all others are the exact output, with `T` for a
//! time, `K` for a key and `VERSION` for the version.

mod botzone;
pub mod client;
mod fairy_stockfish;
mod games;
mod gtp;
mod robustness;
mod uci;
mod usi;
mod usi_games;
