//! All experiments in the order in which they are listed.

use crate::book::{BOOK_DROPOUT, BookMatch, DEFAULT_BOOK, DepthProfile};
use crate::extensions::{AMAZONS_COSTS, COST_MATCH, COST_SPSA, CostLearning};
use crate::first_move::FIRST_MOVE_ADVANTAGE;
use crate::frame::DynExperiment;
use crate::opponent_model::{
    BAIT_EXAMPLE, BETA_PRUNING, ExactModelGain, MODEL_ERROR_GAIN, MODEL_MIXTURE, OPPONENT_MISTAKES,
    ROOT_VALUE_PRUNING, SHOGI_EXACT_MODEL, TICTACTOE_EXACT_MODEL, TREE_VALUES,
};
use crate::prediction::WINNER_PREDICTION;
use crate::subgames::{
    EXACT_SUMS, FIGURE_4, PROVED_POSITIONS, SUBGAME_COUNTS, TABLE_4, TABLE_5, TABLE_6, TABLE_7,
    TABLE_8, TABLE_9, TURN_ORDERS,
};
use crate::td::{
    DISTANCE_FREQUENCIES, METHOD_MATCHES, METHOD_TRAINING, NINE_WEIGHTS, PAPER_VARIANTS,
    TICTACTOE_CONVERGENCE, WeightMatch,
};

/// Every experiment.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &FIRST_MOVE_ADVANTAGE,
    &WINNER_PREDICTION,
    &SUBGAME_COUNTS,
    &TABLE_4,
    &TABLE_5,
    &TABLE_6,
    &TABLE_7,
    &TABLE_8,
    &TABLE_9,
    &FIGURE_4,
    &TURN_ORDERS,
    &EXACT_SUMS,
    &PROVED_POSITIONS,
    &OPPONENT_MISTAKES,
    &BETA_PRUNING,
    &ROOT_VALUE_PRUNING,
    &TREE_VALUES,
    &TICTACTOE_EXACT_MODEL,
    &ExactModelGain::EQUAL_DEPTHS,
    &ExactModelGain::LARGER_BOARDS,
    &ExactModelGain::UNEQUAL_DEPTHS,
    &SHOGI_EXACT_MODEL,
    &BAIT_EXAMPLE,
    &MODEL_ERROR_GAIN,
    &MODEL_MIXTURE,
    &DISTANCE_FREQUENCIES,
    &NINE_WEIGHTS,
    &WeightMatch::ALL_WEIGHTS,
    &WeightMatch::QUEEN_ONLY,
    &WeightMatch::KING_ONLY,
    &PAPER_VARIANTS,
    &METHOD_TRAINING,
    &METHOD_MATCHES,
    &TICTACTOE_CONVERGENCE,
    &DepthProfile::NETWORK,
    &DepthProfile::ALPHA_BETA,
    &DepthProfile::SHALLOW,
    &BOOK_DROPOUT,
    &BookMatch::BY_K,
    &BookMatch::BY_POLICY,
    &DEFAULT_BOOK,
    &CostLearning::DROPS,
    &CostLearning::CAPTURES,
    &CostLearning::CHECKS,
    &CostLearning::ALL_KINDS,
    &CostLearning::PIECES,
    &CostLearning::CAPTURED_PIECES,
    &CostLearning::DEEPER_TEACHER,
    &COST_MATCH,
    &COST_SPSA,
    &AMAZONS_COSTS,
];

/// Finds an experiment by id.
#[must_use]
pub fn find(id: &str) -> Option<&'static dyn DynExperiment> {
    EXPERIMENTS
        .iter()
        .copied()
        .find(|entry| entry.info().id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::frame::Scale;

    #[test]
    fn ids_are_unique_and_every_experiment_has_units() {
        let mut ids = HashSet::new();
        for entry in EXPERIMENTS {
            let info = entry.info();
            let (group, name) = info.id.split_once('/').expect("GROUP/NAME");
            let is_plain = |text: &str| {
                let mut letters = text.chars();
                letters
                    .next()
                    .is_some_and(|first| first.is_ascii_lowercase())
                    && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            };
            assert!(is_plain(group) && is_plain(name), "{}", info.id);
            assert!(ids.insert(info.id), "{} is listed twice", info.id);
            assert!(find(info.id).is_some());
            for scale in Scale::ALL {
                let units = entry.unit_count(&entry.config(scale)).unwrap();
                assert!(units > 0, "{} {scale}", info.id);
            }
        }
        assert!(find("game/nothing").is_none());
    }
}
