//! The protocols: how other programs talk to the engine over a pair of streams.
//!
//! [`uci`] is what graphical boards and match runners for chess variants speak, [`gtp`] what the
//! tools around Go speak, [`botzone`] what the Botzone server speaks, [`usi`] what Shogi boards speak, and [`analysis`] is our own, for programs
//! that have many positions analysed. Each has a `run` that reads
//! requests until its input ends and answers them on its output; what it cannot understand it
//! says in the protocol's own way, in one sentence, and changes nothing. No input makes one of them
//! panic or wait for ever: lines have a [longest length](lines::LONGEST), numbers are clamped, and
//! the end of the input ends whatever is still running.
//!
//! Texts become calls here and results become texts; who sits where and who moves first, which every
//! protocol sees differently, is said on each one's page. Nothing is decided or computed here.

pub mod analysis;
pub mod botzone;
pub mod gtp;
pub mod lines;
pub mod numbers;
pub mod shared_output;
pub mod uci;
pub mod usi;
