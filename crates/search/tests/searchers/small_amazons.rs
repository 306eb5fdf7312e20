//! Thousands of small Amazons endgames, solved and compared with brute force.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use amazons::{BoardSize, Color, Content, Game, Position};
use search::mcts::EvaluatorExpander;
use search::{AlphaBeta, Mcts, SearchLimits, Searcher};

use crate::evaluators::{Batched, SingleMovePrior, WorstMovesOnly, ZeroEvaluator, mcts};
use crate::mobility::Mobility;
use crate::oracle::{Solver, assert_solved, search};
use crate::random_numbers::RandomNumbers;

/// A random position with one or two amazons per player and at most `empty` empty squares.
fn random_endgame(numbers: &mut RandomNumbers, columns: u8, rows: u8, empty: u64) -> Position {
    let size = BoardSize::new(columns, rows).expect("the size is valid");
    let to_move = Color::ALL[numbers.below(2) as usize];
    let mut position = Position::empty(size, to_move);
    let mut squares: Vec<_> = position.board().iter().collect();
    for index in (1..squares.len()).rev() {
        squares.swap(index, numbers.below(index as u64 + 1) as usize);
    }
    let mut contents = Vec::new();
    for color in Color::ALL {
        for _ in 0..=numbers.below(2) {
            contents.push(Content::Amazon(color));
        }
    }
    contents.resize(contents.len() + empty as usize, Content::Empty);
    contents.resize(squares.len().max(contents.len()), Content::Burned);
    for (square, content) in squares.into_iter().zip(contents) {
        position
            .put(square, content)
            .expect("the square is on the board");
    }
    position
}

/// Unfinished endgames on several boards with at most `max_empty` empty squares.
pub fn random_endgames(count: usize, seed: u64, max_empty: u64) -> Vec<Position> {
    let mut numbers = RandomNumbers(seed << 32);
    let boards = [(3, 3), (3, 4), (4, 4), (5, 3), (2, 6)];
    let mut endgames = Vec::new();
    while endgames.len() < count {
        let (columns, rows) = boards[numbers.below(boards.len() as u64) as usize];
        let empty = 2 + numbers.below(max_empty - 1);
        let position = random_endgame(&mut numbers, columns, rows, empty);
        if position.outcome().is_none() {
            endgames.push(position);
        }
    }
    endgames
}

fn assert_solves(mut searcher: impl Searcher<Position>, count: usize, seed: u64, max_empty: u64) {
    let mut solver = Solver::default();
    let mut won = 0;
    for position in random_endgames(count, seed, max_empty) {
        assert_solved(&mut searcher, &position, &mut solver);
        won += usize::from(solver.solve(&position) == 1);
    }
    // Both results must occur.
    assert!(
        (count / 10..count * 9 / 10).contains(&won),
        "{won} of {count} won"
    );
}

#[test]
fn alpha_beta_solves_small_endgames() {
    assert_solves(
        AlphaBeta::new(Mobility).with_memory_limit(1 << 20),
        2_000,
        1,
        7,
    );
}

#[test]
fn alpha_beta_solves_small_endgames_with_the_worst_candidates() {
    let evaluator = WorstMovesOnly(Mobility, 2);
    assert_solves(
        AlphaBeta::new(evaluator).with_memory_limit(1 << 20),
        500,
        2,
        7,
    );
}

#[test]
fn alpha_beta_solves_small_endgames_with_three_threads() {
    let searcher = AlphaBeta::new(ZeroEvaluator)
        .with_memory_limit(1 << 20)
        .with_threads(3);
    assert_solves(searcher, 300, 3, 7);
}

#[test]
fn mcts_solves_small_endgames() {
    let searcher = mcts(Mobility);
    assert_solves(searcher, 2_000, 4, 6);
}

#[test]
fn mcts_solves_small_endgames_with_the_worst_candidates() {
    let searcher = mcts(WorstMovesOnly(Mobility, 2));
    assert_solves(searcher, 500, 5, 6);
}

#[test]
fn mcts_solves_small_endgames_with_three_threads() {
    let searcher = mcts(WorstMovesOnly(ZeroEvaluator, 3)).with_threads(3);
    assert_solves(searcher, 300, 6, 6);
}

#[test]
fn mcts_solves_small_endgames_in_batches() {
    let largest = Arc::new(AtomicUsize::new(0));
    let expander = Batched {
        expander: EvaluatorExpander::new(Mobility),
        batch_size: 4,
        largest: Arc::clone(&largest),
    };
    let searcher = Mcts::new(expander)
        .with_memory_limit(1 << 26)
        .with_threads(2);
    assert_solves(searcher, 300, 8, 6);
    assert_eq!(largest.load(Ordering::Relaxed), 4);
}

/// A playout that ends at a leaf of another thread is no node and leaves no visit.
#[test]
fn collisions_are_not_counted() {
    let nodes_with = |threads| {
        let expander = SingleMovePrior(EvaluatorExpander::new(Mobility));
        let mut searcher = Mcts::new(expander)
            .with_memory_limit(1 << 24)
            .with_threads(threads);
        random_endgames(20, 9, 7)
            .iter()
            .map(|position| search(&mut searcher, position, &SearchLimits::unlimited()).nodes)
            .sum::<u64>()
    };
    let (alone, together) = (nodes_with(1), nodes_with(3));
    assert!(together <= 3 * alone, "{alone} nodes became {together}");
}
