//! Search that knows whom it plays: what Tokuda, Iida, Hosoe, Kubota and Kotani, "Thoughts on Game Tree Search of
//! Opponent-Model", measured on synthetic trees and in TicTacToe; and the same in Amazons.

mod amazons;
mod error;
mod meetings;
mod mixture;

pub use amazons::ExactModel;
pub use error::ModelError;
pub use mixture::Mixture;
