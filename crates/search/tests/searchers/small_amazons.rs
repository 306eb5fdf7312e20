//! Thousands of small endgames of Amazons, solved and compared with brute force.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use amazons::{BoardSize, Color, Content, Game, Position};
use search::monte_carlo::StaticExpander;
use search::{AlphaBeta, Limits, MonteCarlo, Searcher};

use crate::evaluators::{Batched, Even, Mobility, Perverse, Stubborn};
use crate::oracle::{Solver, assert_solved, search};
use crate::random_numbers::RandomNumbers;

/// A board of that size with one or two amazons for each side, and at most so many empty squares.
fn random_endgame(numbers: &mut RandomNumbers, columns: u8, rows: u8, empty: u64) -> Position {
    let size = BoardSize::new(columns, rows).expect("the size is possible");
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

/// Endgames on several boards, none of them over, with at most so many empty squares.
pub fn random_endgames(count: usize, seed: u64, most_empty: u64) -> Vec<Position> {
    let mut numbers = RandomNumbers(seed << 32);
    let boards = [(3, 3), (3, 4), (4, 4), (5, 3), (2, 6)];
    let mut endgames = Vec::new();
    while endgames.len() < count {
        let (columns, rows) = boards[numbers.below(boards.len() as u64) as usize];
        let empty = 2 + numbers.below(most_empty - 1);
        let position = random_endgame(&mut numbers, columns, rows, empty);
        if position.outcome().is_none() {
            endgames.push(position);
        }
    }
    endgames
}

fn assert_solves(mut searcher: impl Searcher<Position>, count: usize, seed: u64, most_empty: u64) {
    let mut solver = Solver::default();
    let mut won = 0;
    for position in random_endgames(count, seed, most_empty) {
        assert_solved(&mut searcher, &position, &mut solver);
        won += usize::from(solver.solve(&position) == 1);
    }
    // Both results must have been put to the test.
    assert!(
        (count / 10..count * 9 / 10).contains(&won),
        "{won} of {count} won"
    );
}

#[test]
fn alpha_beta_solves_small_endgames() {
    assert_solves(AlphaBeta::new(Mobility).with_memory(1 << 20), 2_000, 1, 7);
}

#[test]
fn alpha_beta_solves_small_endgames_with_the_worst_candidates() {
    let evaluator = Perverse(Mobility, 2);
    assert_solves(AlphaBeta::new(evaluator).with_memory(1 << 20), 500, 2, 7);
}

#[test]
fn alpha_beta_solves_small_endgames_with_three_threads() {
    let searcher = AlphaBeta::new(Even).with_memory(1 << 20).with_threads(3);
    assert_solves(searcher, 300, 3, 7);
}

#[test]
fn monte_carlo_solves_small_endgames() {
    let searcher = MonteCarlo::new(StaticExpander::new(Mobility)).with_memory(1 << 26);
    assert_solves(searcher, 2_000, 4, 6);
}

#[test]
fn monte_carlo_solves_small_endgames_with_the_worst_candidates() {
    let expander = StaticExpander::new(Perverse(Mobility, 2));
    let searcher = MonteCarlo::new(expander).with_memory(1 << 26);
    assert_solves(searcher, 500, 5, 6);
}

#[test]
fn monte_carlo_solves_small_endgames_with_three_threads() {
    let expander = StaticExpander::new(Perverse(Even, 3));
    let searcher = MonteCarlo::new(expander)
        .with_memory(1 << 26)
        .with_threads(3);
    assert_solves(searcher, 300, 6, 6);
}

#[test]
fn monte_carlo_solves_small_endgames_in_batches() {
    let largest = Arc::new(AtomicUsize::new(0));
    let expander = Batched {
        expander: StaticExpander::new(Mobility),
        batch_size: 4,
        largest: Arc::clone(&largest),
    };
    let searcher = MonteCarlo::new(expander)
        .with_memory(1 << 26)
        .with_threads(2);
    assert_solves(searcher, 300, 8, 6);
    assert_eq!(largest.load(Ordering::Relaxed), 4);
}

/// A thread that finds a leaf taken has found nothing out: such visits are no nodes, and do not crowd the
/// tree.
#[test]
fn threads_that_meet_do_not_count_it() {
    let nodes_with = |threads| {
        let expander = Stubborn(StaticExpander::new(Mobility));
        let mut searcher = MonteCarlo::new(expander)
            .with_memory(1 << 24)
            .with_threads(threads);
        random_endgames(20, 9, 7)
            .iter()
            .map(|position| search(&mut searcher, position, &Limits::none()).nodes)
            .sum::<u64>()
    };
    let (alone, together) = (nodes_with(1), nodes_with(3));
    assert!(together <= 3 * alone, "{alone} nodes became {together}");
}
