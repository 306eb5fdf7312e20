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

use crate::frame::DynExperiment;

/// All experiments of this module in the order in which they are listed.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &opponent_mistakes::OPPONENT_MISTAKES,
    &beta_pruning::BETA_PRUNING,
    &root_value::ROOT_VALUE_PRUNING,
    &tree_values::TREE_VALUES,
    &tictactoe::TICTACTOE_EXACT_MODEL,
    &exact_model::ExactModelGain::EQUAL_DEPTHS,
    &exact_model::ExactModelGain::LARGER_BOARDS,
    &exact_model::ExactModelGain::UNEQUAL_DEPTHS,
    &shogi::SHOGI_EXACT_MODEL,
    &bait::BAIT_EXAMPLE,
    &model_error::MODEL_ERROR_GAIN,
    &model_mixture::MODEL_MIXTURE,
];
