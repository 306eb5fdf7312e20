//! Searchers against brute force, naive minimax and themselves run again.

mod determinism;
mod evaluators;
mod fixed_depth;
mod limits;
mod mobility;
mod opponent_model;
mod oracle;
mod ordered_tree;
mod random_tree;
mod small_amazons;
mod stopping;
mod tictactoe;
