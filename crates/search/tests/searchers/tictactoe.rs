//! Every position of TicTacToe, solved and compared with brute force.

use std::collections::HashSet;

use game::Game;
use search::{SearchLimits, Searcher};
use toys::{Cell, TicTacToe};

use crate::evaluators::{WorstMovesOnly, ZeroEvaluator, alpha_beta, mcts};
use crate::oracle::{Solver, assert_solved, proven, search};

/// All reachable positions that are not over.
fn all_positions() -> Vec<TicTacToe> {
    let mut seen = HashSet::new();
    let mut open = vec![TicTacToe::start()];
    while let Some(position) = open.pop() {
        if position.outcome().is_none() && seen.insert(position) {
            for mv in position.moves() {
                let mut child = position;
                child.play(mv);
                open.push(child);
            }
        }
    }
    let mut positions: Vec<_> = seen.into_iter().collect();
    positions.sort_by_key(TicTacToe::key);
    positions
}

fn assert_solves_everything(mut searcher: impl Searcher<TicTacToe>, clears: bool) {
    let positions = all_positions();
    assert_eq!(positions.len(), 4_520);
    let mut solver = Solver::default();
    for position in &positions {
        if clears {
            searcher.clear();
        }
        assert_solved(&mut searcher, position, &mut solver);
    }
}

#[test]
fn alpha_beta_solves_every_position() {
    assert_solves_everything(alpha_beta(ZeroEvaluator), false);
    for bytes in [1 << 12, 0] {
        assert_solves_everything(alpha_beta(ZeroEvaluator).with_memory_limit(bytes), true);
    }
}

/// With candidates limited to the two worst moves, every proven score must still be right.
fn assert_proves_only_true_results(
    mut searcher: impl Searcher<TicTacToe>,
    limits: &SearchLimits<Cell>,
) {
    let mut solver = Solver::default();
    let mut proofs = 0;
    for position in all_positions() {
        searcher.clear();
        let score = search(&mut searcher, &position, limits)
            .score()
            .expect("there is a move");
        if let Some(claimed) = proven(score) {
            assert_eq!(claimed, solver.solve(&position), "{position}: {score:?}");
            proofs += 1;
        }
    }
    assert!(proofs > 1_000, "only {proofs} proofs");
}

#[test]
fn alpha_beta_proves_only_true_results_with_the_worst_candidates() {
    let searcher = alpha_beta(WorstMovesOnly(ZeroEvaluator, 2)).with_memory_limit(1 << 16);
    assert_proves_only_true_results(searcher, &SearchLimits::depth(9));
}

#[test]
fn mcts_solves_every_position() {
    assert_solves_everything(mcts(ZeroEvaluator), true);
    assert_solves_everything(mcts(ZeroEvaluator), false);
}

#[test]
fn mcts_proves_only_true_results_with_the_worst_candidates() {
    let searcher = mcts(WorstMovesOnly(ZeroEvaluator, 2));
    assert_proves_only_true_results(searcher, &SearchLimits::nodes(500));
}
