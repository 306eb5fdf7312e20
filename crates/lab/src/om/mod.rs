//! Search that knows whom it plays: what Tokuda, Iida, Hosoe, Kubota and Kotani, "Thoughts on Game Tree Search of
//! Opponent-Model", measured on synthetic trees and in TicTacToe; and the same in Amazons.

mod amazons;
mod beta;
mod error;
mod meetings;
mod mistakes;
mod mixture;
mod root_value;
mod shogi;
mod tictactoe;
mod trees;
mod values;

pub use amazons::{Arranged, EqualDepths, ExactModel, LargerBoards, UnequalDepths};
pub use beta::BetaPruning;
pub use error::ModelError;
pub use mistakes::Mistakes;
pub use mixture::Mixture;
pub use root_value::RootValue;
pub use shogi::{Bait, InShogi};
pub use tictactoe::InTicTacToe;
pub use trees::{OnTrees, Trees};
pub use values::Values;
