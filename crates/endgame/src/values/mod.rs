//! Exact values of subgames as combinatorial games.
//!
//! Black is Left, White is Right, and the player without a move loses (normal play). Unlike scores
//! ([`ScorePair`](crate::ScorePair)), values add up: the sum over all regions decides the game.
//!
//! A subgame is stored as the id of its value (three bytes), and each value once, with the shape
//! where it first occurs: outcome class, stops, mean, temperature and the ids of its options.

mod build;
mod calculator;
mod interner;
mod retrograde;
mod shard;
mod table;

pub use build::{ValueBuildProgress, build_value_table};
pub use calculator::{ValueCalculator, ValueLimits};
pub use shard::ValueRecord;
pub use table::ValueTable;
