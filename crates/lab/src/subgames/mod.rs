//! Sums of subgames: the experiments of Okada, Kuroda and Kanada, "Subgame Database for Amazons",
//! and further ones. Numbers of tables and figures are those of the paper.

mod exact_sums;
mod figure4;
mod proved_positions;
mod sampling;
mod sums_of_four;
mod sums_of_two;
mod table3;
mod tables;
mod turn_orders;

use crate::frame::DynExperiment;

/// All experiments of this module in the order in which they are listed.
pub const EXPERIMENTS: &[&dyn DynExperiment] = &[
    &table3::SUBGAME_COUNTS,
    &sums_of_two::TABLE_4,
    &sums_of_two::TABLE_5,
    &sums_of_two::TABLE_6,
    &sums_of_four::TABLE_7,
    &sums_of_four::TABLE_8,
    &sums_of_four::TABLE_9,
    &figure4::FIGURE_4,
    &turn_orders::TURN_ORDERS,
    &exact_sums::EXACT_SUMS,
    &proved_positions::PROVED_POSITIONS,
];
