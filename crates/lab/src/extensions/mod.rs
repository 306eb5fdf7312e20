//! Search extensions by kind of move: the experiments of Iwai, Suzuki, Kotani and Tsutsumi, "Search
//! Extension by Kind of Move in Shogi", and beyond.

mod amazons;
mod cost_match;
mod cost_training;
mod kind_sets;
mod report;
mod shogi_games;
mod spsa;

pub use amazons::AmazonsCosts;
pub use cost_match::CostMatch;
pub use kind_sets::CostLearning;
pub use spsa::CostSpsa;

pub(crate) use shogi_games::{ShogiPlayer, opening, pawns, play};

/// Reference of the paper.
const PAPER: &str = "Iwai et al., Search Extension by Kind of Move in Shogi";
