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

pub use frequencies::DISTANCE_FREQUENCIES;
pub use matches::WeightMatch;
pub use method_matches::METHOD_MATCHES;
pub use methods::METHOD_TRAINING;
pub use paper_variants::PAPER_VARIANTS;
pub use tictactoe::TICTACTOE_CONVERGENCE;
pub use weights::NINE_WEIGHTS;

/// Reference of the paper.
const PAPER: &str = "Learning Domination-Distance of Amazons Using Temporal Differences";
