//! The evaluation teaches itself: what Ota and Grimbergen, "Learning Domination-Distance of Amazons Using
//! Temporal Differences", learned and played, and what goes past it.
//!
//! Courses of learning are long, so they are kept in a folder of their own and go on from where they were left;
//! matches take their weights from there.

mod courses;
mod frequencies;
mod matches;
mod methods;
mod readings;
mod tictactoe;
mod versus;
mod weights;

pub use frequencies::Frequencies;
pub use matches::{Against, AllWeights, Kind, KingOnly, QueenOnly};
pub use methods::{Methods, Steps};
pub use readings::Readings;
pub use tictactoe::Converging;
pub use weights::LearnedWeights;

/// What all of them stand beside.
const PAPER: &str = "Learning Domination-Distance of Amazons Using Temporal Differences";
