//! The protocols as other programs meet them: whole conversations over their loops.
//!
//! Transcripts are files of their own: what is sent stands behind `> `, everything else is the
//! exact answer, with `T` for a time, `K` for a key and `VERSION` for the version.

mod botzone;
mod conversation;
mod fairy_stockfish;
mod games;
mod gtp;
mod robustness;
mod uci;
mod usi;
mod usi_games;
