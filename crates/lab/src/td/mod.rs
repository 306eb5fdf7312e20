//! TD learning of the evaluation: what Ota and Grimbergen, "Learning Domination-Distance of Amazons
//! Using Temporal Differences", learned and played, and beyond.
//!
//! Training runs are long, so they are kept in a directory of their own and resumed; matches load
//! weights from there.

mod frequencies;
mod matches;
mod method_matches;
mod methods;
mod paper_variants;
mod tictactoe;
mod training;
mod weight_match;
mod weights;

use crate::frame::DynExperiment;

/// Reference of the paper.
const PAPER: &str = "Learning Domination-Distance of Amazons Using Temporal Differences";

/// All experiments of this module in the order in which they are listed.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &frequencies::DISTANCE_FREQUENCIES,
    &weights::NINE_WEIGHTS,
    &matches::WeightMatch::ALL_WEIGHTS,
    &matches::WeightMatch::QUEEN_ONLY,
    &matches::WeightMatch::KING_ONLY,
    &paper_variants::PAPER_VARIANTS,
    &methods::METHOD_TRAINING,
    &method_matches::METHOD_MATCHES,
    &tictactoe::TICTACTOE_CONVERGENCE,
];
