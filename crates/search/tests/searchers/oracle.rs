//! Naive minimax and brute force, and helpers that compare searchers with them.

use std::collections::HashMap;

use game::{Game, MoveKind};
use search::{Depth, Evaluator, Score, SearchLimits, SearchResult, Searcher, StopSignal, Value};

/// Minimax to a depth with a cost per kind of move, from a position with moves. Proven outcomes end
/// a line, as in the searchers.
pub fn minimax<G: Game>(
    position: &mut G,
    depth: Depth,
    cost: &impl Fn(MoveKind) -> Depth,
    evaluator: &mut impl Evaluator<G>,
) -> Value {
    let mut best = Value::MIN;
    for mv in position.moves() {
        let child_depth = depth - cost(position.move_kind(mv));
        let undo = position.play(mv);
        let value = match position.proven_outcome() {
            Some(outcome) => Value::from_outcome(outcome, position.to_move()),
            None if child_depth <= Depth::ZERO => evaluator.evaluate(position),
            None => minimax(position, child_depth, cost, evaluator),
        };
        best = best.max(value.to_parent());
        position.unplay(mv, undo);
    }
    best
}

/// Brute-force solver: 1 if the player to move wins, −1 for a loss, 0 for a draw. Caches positions
/// by text, since keys may collide.
#[derive(Default)]
pub struct Solver {
    cache: HashMap<String, i32>,
}

impl Solver {
    pub fn solve<G: Game>(&mut self, position: &G) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.sign_for(position.to_move());
        }
        let text = position.to_text();
        if let Some(&score) = self.cache.get(&text) {
            return score;
        }
        let mut best = -1;
        for mv in position.moves() {
            let mut child = position.clone();
            child.play(mv);
            best = best.max(-self.solve(&child));
            if best == 1 {
                break;
            }
        }
        self.cache.insert(text, best);
        best
    }
}

/// A proven score as the result of [`Solver::solve`].
pub fn proven(score: Score) -> Option<i32> {
    match score {
        Score::Win { .. } => Some(1),
        Score::Loss { .. } => Some(-1),
        Score::Draw => Some(0),
        Score::Estimate(_) => None,
    }
}

/// Searches without reports.
pub fn search<G: Game>(
    searcher: &mut impl Searcher<G>,
    position: &G,
    limits: &SearchLimits<G::Move>,
) -> SearchResult<G::Move> {
    searcher.search(position, limits, &StopSignal::new(), &mut |_| {})
}

/// Asserts that an unlimited search proves the right result with a line that keeps it.
pub fn assert_solved<G: Game>(searcher: &mut impl Searcher<G>, position: &G, solver: &mut Solver) {
    let result = search(searcher, position, &SearchLimits::unlimited());
    let truth = solver.solve(position);
    let text = position.to_text();
    let score = result.score().expect("there is a move");
    assert_eq!(proven(score), Some(truth), "{text}: {score:?}");
    let mut child = position.clone();
    let mut expected = truth;
    for &mv in &result.lines[0].moves {
        assert!(child.is_legal(mv), "{text}: {mv:?} in the line is illegal");
        child.play(mv);
        expected = -expected;
        assert_eq!(
            solver.solve(&child),
            expected,
            "{text}: {mv:?} loses the result"
        );
    }
}
