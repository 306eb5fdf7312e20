//! Exact values: what each subgame is worth as a combinatorial game, besides whatever else is on the board.
//!
//! Black is Left, White is Right, and who cannot move loses: what [`Pair`](crate::Pair) says, by how many moves somebody
//! lasts longer if the players take turns, is another thing. Exact values add up: those of all regions together
//! say who wins the game.
//!
//! Each subgame is stored as the number of its value, in three bytes, and each value once, with the shape where it is
//! first met: who wins it, its stops, mean and temperature, and the numbers of its options.

mod build;
mod lists;
mod shard;
mod solve;
mod table;
mod values;

pub use build::{ExactProgress, build_exact};
pub use shard::ExactValue;
pub use table::ExactTable;
pub use values::{ValueLimit, Values};
