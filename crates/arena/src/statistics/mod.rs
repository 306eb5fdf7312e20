//! What results mean: strength, its uncertainty, and when there is enough evidence.
//!
//! The unit of evidence is the *pair*: the same opening twice with colours swapped. The two games of
//! a pair are not independent, for an opening that favours one side favours both players once.
//! Counting pairs by their score ([`PairCounts`], the pentanomial model) gets the variance right,
//! where counting games would overstate it, or understate it.

mod elo;
mod normal;
mod pairs;
mod ratings;
mod sprt;

pub use elo::{Estimate, NORMALIZED_SCALE, elo_of_score, score_of_elo};
pub use normal::{DEVIATIONS_OF_95_PERCENT, cumulative_normal};
pub use pairs::PairCounts;
pub use ratings::{Crosstable, Rating, ratings};
pub use sprt::{Decision, Model, NotASprt, Sprt};
