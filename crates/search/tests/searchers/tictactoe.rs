//! Every position of TicTacToe, solved and compared with brute force.

use std::collections::HashSet;

use game::Game;
use search::monte_carlo::StaticExpander;
use search::{AlphaBeta, Limits, MonteCarlo, Searcher};
use toys::{Cell, TicTacToe};

use crate::evaluators::{Even, Perverse};
use crate::oracle::{Solver, assert_solved, proved, search};

/// All positions that occur in games and are not over.
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

fn assert_solves_everything(mut searcher: impl Searcher<TicTacToe>, forgets: bool) {
    let positions = all_positions();
    assert_eq!(positions.len(), 4_520);
    let mut solver = Solver::default();
    for position in &positions {
        if forgets {
            searcher.forget();
        }
        assert_solved(&mut searcher, position, &mut solver);
    }
}

#[test]
fn alpha_beta_solves_every_position() {
    assert_solves_everything(AlphaBeta::new(Even).with_memory(1 << 20), false);
    assert_solves_everything(AlphaBeta::new(Even).with_memory(1 << 12), true);
    assert_solves_everything(AlphaBeta::new(Even).with_memory(0), true);
}

/// Where only the two worst moves are looked at, nothing false may be called proved.
fn assert_proves_nothing_false(mut searcher: impl Searcher<TicTacToe>, limits: &Limits<Cell>) {
    let mut solver = Solver::default();
    let mut proofs = 0;
    for position in all_positions() {
        searcher.forget();
        let score = search(&mut searcher, &position, limits)
            .score()
            .expect("there is a move");
        if let Some(claimed) = proved(score) {
            assert_eq!(claimed, solver.solve(&position), "{position}: {score:?}");
            proofs += 1;
        }
    }
    assert!(proofs > 1_000, "only {proofs} proofs");
}

#[test]
fn alpha_beta_proves_nothing_false_with_the_worst_candidates() {
    let searcher = AlphaBeta::new(Perverse(Even, 2)).with_memory(1 << 16);
    assert_proves_nothing_false(searcher, &Limits::depth(9));
}

#[test]
fn monte_carlo_solves_every_position() {
    let searcher = || MonteCarlo::new(StaticExpander::new(Even)).with_memory(1 << 22);
    assert_solves_everything(searcher(), true);
    assert_solves_everything(searcher(), false);
}

#[test]
fn monte_carlo_proves_nothing_false_with_the_worst_candidates() {
    let expander = StaticExpander::new(Perverse(Even, 2));
    let searcher = MonteCarlo::new(expander).with_memory(1 << 22);
    assert_proves_nothing_false(searcher, &Limits::nodes(500));
}
