//! All experiments in the order in which they are listed.

use crate::book::{BookDropOut, BookMatch, DefaultBook, DepthProfile};
use crate::extensions::{AmazonsCosts, CostLearning, CostMatch, CostSpsa};
use crate::first_move::FirstMoveAdvantage;
use crate::frame::DynExperiment;
use crate::opponent_model::{
    BETA_PRUNING, BaitExample, ExactModelGain, ModelErrorGain, ModelMixture, OPPONENT_MISTAKES,
    ROOT_VALUE_PRUNING, ShogiExactModel, TREE_VALUES, TicTacToeExactModel,
};
use crate::prediction::WinnerPrediction;
use crate::subgames::{
    ExactSums, Figure4, ProvedPositions, SubgameCounts, TABLE_4, TABLE_5, TABLE_6, TABLE_7,
    TABLE_8, TABLE_9, TurnOrders,
};
use crate::td::{
    DistanceFrequencies, MethodMatches, MethodTraining, NineWeights, PaperVariants,
    TicTacToeConvergence, WeightMatch,
};

/// Every experiment.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &FirstMoveAdvantage,
    &WinnerPrediction,
    &SubgameCounts,
    &TABLE_4,
    &TABLE_5,
    &TABLE_6,
    &TABLE_7,
    &TABLE_8,
    &TABLE_9,
    &Figure4,
    &TurnOrders,
    &ExactSums,
    &ProvedPositions,
    &OPPONENT_MISTAKES,
    &BETA_PRUNING,
    &ROOT_VALUE_PRUNING,
    &TREE_VALUES,
    &TicTacToeExactModel,
    &ExactModelGain::EQUAL_DEPTHS,
    &ExactModelGain::LARGER_BOARDS,
    &ExactModelGain::UNEQUAL_DEPTHS,
    &ShogiExactModel,
    &BaitExample,
    &ModelErrorGain,
    &ModelMixture,
    &DistanceFrequencies,
    &NineWeights,
    &WeightMatch::ALL_WEIGHTS,
    &WeightMatch::QUEEN_ONLY,
    &WeightMatch::KING_ONLY,
    &PaperVariants,
    &MethodTraining,
    &MethodMatches,
    &TicTacToeConvergence,
    &DepthProfile::NETWORK,
    &DepthProfile::ALPHA_BETA,
    &DepthProfile::SHALLOW,
    &BookDropOut,
    &BookMatch::BY_K,
    &BookMatch::BY_POLICY,
    &DefaultBook,
    &CostLearning::DROPS,
    &CostLearning::CAPTURES,
    &CostLearning::CHECKS,
    &CostLearning::ALL_KINDS,
    &CostLearning::PIECES,
    &CostLearning::CAPTURED_PIECES,
    &CostLearning::DEEPER_TEACHER,
    &CostMatch,
    &CostSpsa,
    &AmazonsCosts,
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
