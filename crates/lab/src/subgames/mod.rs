//! Sums of subgames: the experiments of Okada, Kuroda and Kanada, "Subgame Database for Amazons",
//! and beyond.

mod exact_sums;
mod figure4;
mod proved_positions;
mod sampling;
mod sums_of_four;
mod sums_of_two;
mod table3;
mod tables;
mod turn_orders;

pub use exact_sums::EXACT_SUMS;
pub use figure4::FIGURE_4;
pub use proved_positions::PROVED_POSITIONS;
pub use sums_of_four::{TABLE_7, TABLE_8, TABLE_9};
pub use sums_of_two::{TABLE_4, TABLE_5, TABLE_6};
pub use table3::SUBGAME_COUNTS;
pub use turn_orders::TURN_ORDERS;
