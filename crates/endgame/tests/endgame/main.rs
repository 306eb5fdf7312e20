//! Integration tests of the endgame crate.

mod corrupt_files;
mod exact_analysis;
mod fixtures;
mod score_table;
mod solver;
mod subgame_counts;
mod sum_score;
mod values;
mod winner;
