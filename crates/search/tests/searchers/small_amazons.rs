//! Thousands of small Amazons endgames, solved and compared with brute force.

use amazons::{BoardSize, Color, Content, Game, Position};
use game::SplitMix64;
use search::mcts::EvaluatorExpander;
use search::{Mcts, SearchLimits, Searcher};

use crate::evaluators::{SingleMovePrior, WorstMovesOnly, ZeroEvaluator, alpha_beta, mcts};
use crate::mobility::Mobility;
use crate::oracle::{Solver, assert_solved, search};

/// A random position with one or two amazons per player and at most `empty` empty squares.
fn random_endgame(rng: &mut SplitMix64, columns: u8, rows: u8, empty: usize) -> Position {
    let size = BoardSize::new(columns, rows).expect("the size is valid");
    let mut position = Position::empty(size, Color::ALL[rng.below(2)]);
    let mut squares: Vec<_> = position.board().iter().collect();
    rng.shuffle(&mut squares);
    let mut contents = Vec::new();
    for color in Color::ALL {
        let amazons = 1 + rng.below(2);
        contents.resize(contents.len() + amazons, Content::Amazon(color));
    }
    contents.resize(contents.len() + empty, Content::Empty);
    contents.resize(squares.len().max(contents.len()), Content::Burned);
    for (square, content) in squares.into_iter().zip(contents) {
        position
            .put(square, content)
            .expect("the square is on the board");
    }
    position
}

/// Unfinished endgames on several boards with at most `max_empty` empty squares.
pub fn random_endgames(count: usize, seed: u64, max_empty: usize) -> Vec<Position> {
    let mut rng = SplitMix64::from_seed(seed);
    let boards = [(3, 3), (3, 4), (4, 4), (5, 3), (2, 6)];
    let mut endgames = Vec::new();
    while endgames.len() < count {
        let (columns, rows) = boards[rng.below(boards.len())];
        let empty = 2 + rng.below(max_empty - 1);
        let position = random_endgame(&mut rng, columns, rows, empty);
        if position.outcome().is_none() {
            endgames.push(position);
        }
    }
    endgames
}

fn assert_solves(mut searcher: impl Searcher<Position>, count: usize, seed: u64, max_empty: usize) {
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
    assert_solves(alpha_beta(Mobility), 2_000, 1, 7);
}

#[test]
fn alpha_beta_solves_small_endgames_with_the_worst_candidates() {
    assert_solves(alpha_beta(WorstMovesOnly(Mobility, 2)), 500, 2, 7);
}

#[test]
fn alpha_beta_solves_small_endgames_with_three_threads() {
    assert_solves(alpha_beta(ZeroEvaluator).with_threads(3), 300, 3, 7);
}

#[test]
fn mcts_solves_small_endgames() {
    assert_solves(mcts(Mobility), 2_000, 4, 6);
}

#[test]
fn mcts_solves_small_endgames_with_the_worst_candidates() {
    assert_solves(mcts(WorstMovesOnly(Mobility, 2)), 500, 5, 6);
}

#[test]
fn mcts_solves_small_endgames_with_three_threads() {
    let searcher = mcts(WorstMovesOnly(ZeroEvaluator, 3)).with_threads(3);
    assert_solves(searcher, 300, 6, 6);
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
