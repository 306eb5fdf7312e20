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

pub use frequencies::DistanceFrequencies;
pub use matches::WeightMatch;
pub use method_matches::MethodMatches;
pub use methods::MethodTraining;
pub use paper_variants::PaperVariants;
pub use tictactoe::TicTacToeConvergence;
pub use weights::NineWeights;

/// Reference of the paper.
const PAPER: &str = "Learning Domination-Distance of Amazons Using Temporal Differences";
