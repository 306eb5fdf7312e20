//! Tests of the searchers: results against brute force and naive minimax, limits, determinism.

mod determinism;
mod fixed_depth;
mod limits;
mod opponent_model;
mod small_amazons;
mod stopping;
mod tictactoe;

// Evaluators, game trees and reference searches for the tests.
mod evaluators;
mod mobility;
mod oracle;
mod ordered_tree;
mod random_tree;
