//! The [`Game`] trait: a two-player game of perfect information.
//!
//! Search, learning and the match runner are generic over [`Game`]. This crate defines the trait,
//! its vocabulary ([`Color`], [`Outcome`], [`MoveKind`]), [`perft()`] and the seeded generator
//! [`SplitMix64`]. It depends on no game, evaluation or search.
//!
//! Design constraints: Amazons has thousands of moves, so moves are visited, not collected, and can
//! be counted without being listed. Shogi needs history (repetition) and draws. A synthetic tree
//! has no board.
//!
//! ```
//! use game::{Game, Outcome, SplitMix64};
//!
//! /// Plays random moves until the game is over.
//! fn playout<G: Game>(mut position: G, rng: &mut SplitMix64) -> Option<Outcome> {
//!     while let Some(&mv) = rng.choose(&position.moves()) {
//!         position.play(mv);
//!     }
//!     position.outcome()
//! }
//! ```

mod color;
mod game;
mod outcome;
pub mod perft;
mod rng;

pub use color::{Color, PerColor};
pub use game::{Game, MoveKind};
pub use outcome::Outcome;
pub use perft::perft;
pub use rng::{SplitMix64, mix64};
