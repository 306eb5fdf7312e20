//! Opponent-model search: what Tokuda, Iida, Hosoe, Kubota and Kotani, "Thoughts on Game Tree
//! Search of Opponent-Model", measured on synthetic trees, in TicTacToe and in Shogi; and the same
//! in Amazons.

mod bait;
mod beta_pruning;
mod exact_model;
mod matches;
mod model_error;
mod model_mixture;
mod opponent_mistakes;
mod root_value;
mod shogi;
mod tictactoe;
mod tree_values;
mod trees;

pub use bait::BAIT_EXAMPLE;
pub use beta_pruning::BETA_PRUNING;
pub use exact_model::ExactModelGain;
pub use model_error::MODEL_ERROR_GAIN;
pub use model_mixture::MODEL_MIXTURE;
pub use opponent_mistakes::OPPONENT_MISTAKES;
pub use root_value::ROOT_VALUE_PRUNING;
pub use shogi::SHOGI_EXACT_MODEL;
pub use tictactoe::TICTACTOE_EXACT_MODEL;
pub use tree_values::TREE_VALUES;
