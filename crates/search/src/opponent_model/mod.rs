//! Search that knows whom it plays: the opponent has an evaluation of their own, and chooses by it.
//!
//! With *f* for our evaluation and *g* for the model of theirs, a position is worth to us
//!
//! ```text
//! V = max of the children's V                    where we move
//!     V of the child that is best for them by g  where they move
//!     f                                          at the horizon
//! ```
//!
//! and *g* is minimax over the model (Iida, Uiterwijk and van den Herik, *Opponent-Model Search*, 1993). If the model
//! is right this is never less than minimax, and more wherever they err. If it is wrong it can be anything.
//!
//! | file | what it does |
//! |---|---|
//! | `one_pass` | the definition, and its prunings: both values of every position in one walk, for studies |
//! | `minimax` | the opponent as the definition has them: plain alpha-beta, the first of equal moves |
//! | `prediction` | what a model is to a player: somebody who foretells a move |
//! | `probing` | the player: looks into our moves, and into the predicted replies alone |
//! | `beliefs` | which model fits, and whether any does, by the replies seen so far |

mod beliefs;
mod minimax;
mod one_pass;
mod prediction;
mod probing;

pub use beliefs::Beliefs;
pub use minimax::Minimax;
pub use one_pass::{Counts, Finding, Form, Ties, one_pass};
pub use prediction::{Foreseen, Habit, Predictor};
pub use probing::{OpponentModel, Width};
