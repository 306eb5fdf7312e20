//! The contract that any two-player game of perfect information fulfils here.
//!
//! Searchers, learners and the match runner are written once against [`Game`] and never
//! against a particular game. This crate holds that contract, the few words it is spelled in
//! ([`Color`], [`Outcome`], [`Kind`]) and [`perft()`], the move counter that tests every
//! implementation. It knows no game, no evaluation and no search.
//!
//! Four very different games shaped it. Amazons has thousands of moves in a position, so moves
//! are handed to a visitor one by one and can be counted without being listed. Shogi carries a
//! history (repetition) and can be drawn, so a position is more than a diagram and an outcome
//! more than a winner. In TicTacToe the whole tree fits in a test. A synthetic tree is nothing
//! but a generator's state, so a position needs no board at all.

mod color;
mod contract;
mod outcome;
pub mod perft;

pub use color::{Color, PerColor};
pub use contract::{Game, Kind};
pub use outcome::Outcome;
pub use perft::perft;
