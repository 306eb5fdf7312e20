//! Search extensions by kind of move: the experiments of Iwai, Suzuki, Kotani and Tsutsumi, "Search
//! Extension by Kind of Move in Shogi", and beyond.

mod amazons;
mod cost_match;
mod cost_training;
mod kind_sets;
mod report;
mod shogi_games;
mod shogi_training;
mod spsa;

use crate::frame::DynExperiment;

pub(crate) use shogi_games::{pawns, play_shogi_pair, player};

/// Reference of the paper.
const PAPER: &str = "Iwai et al., Search Extension by Kind of Move in Shogi";

/// All experiments of this module in the order in which they are listed.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &kind_sets::CostLearning::DROPS,
    &kind_sets::CostLearning::CAPTURES,
    &kind_sets::CostLearning::CHECKS,
    &kind_sets::CostLearning::ALL_KINDS,
    &kind_sets::CostLearning::PIECES,
    &kind_sets::CostLearning::CAPTURED_PIECES,
    &kind_sets::CostLearning::DEEPER_TEACHER,
    &cost_match::COST_MATCH,
    &spsa::COST_SPSA,
    &amazons::AMAZONS_COSTS,
];
