//! Search extensions by kind of move: the experiments of Iwai, Suzuki, Kotani and Tsutsumi, "Search
//! Extension by Kind of Move in Shogi", and beyond.

mod amazons;
mod cost_match;
mod cost_training;
mod kind_sets;
mod report;
mod shogi_games;
mod spsa;

pub use amazons::AMAZONS_COSTS;
pub use cost_match::COST_MATCH;
pub use kind_sets::CostLearning;
pub use spsa::COST_SPSA;

pub(crate) use shogi_games::{pawns, play_shogi_pair, player};

/// Reference of the paper.
const PAPER: &str = "Iwai et al., Search Extension by Kind of Move in Shogi";
