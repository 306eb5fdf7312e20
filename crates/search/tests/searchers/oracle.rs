//! Reference implementations, plain minimax and a brute-force solver, and helpers that compare
//! searchers with them.

use std::collections::HashMap;
use std::time::Duration;

use game::{Game, MoveKind};
use search::{Depth, Evaluator, Score, SearchLimits, SearchResult, Searcher, StopSignal, Value};

/// Minimax value at a depth, with a depth cost per kind of move, of a position with legal moves.
/// Proven outcomes end a line, as in the searchers.
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

/// Brute-force solver. Caches results by the text of the position, since keys may collide.
#[derive(Default)]
pub struct Solver {
    cache: HashMap<String, i32>,
}

impl Solver {
    /// Result for the player to move: 1 for a win, 0 for a draw, −1 for a loss.
    pub fn solve<G: Game>(&mut self, position: &G) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.sign_for(position.to_move());
        }
        let text = position.to_text();
        if let Some(&result) = self.cache.get(&text) {
            return result;
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

/// A proven score in the form of [`Solver::solve`]; `None` for an estimate.
pub fn proven(score: Score) -> Option<i32> {
    match score {
        Score::Win { .. } => Some(1),
        Score::Loss { .. } => Some(-1),
        Score::Draw => Some(0),
        Score::Estimate(_) => None,
    }
}

/// Searches within the limits, without reports. Times are cleared, so that results are comparable.
pub fn search<G: Game>(
    searcher: &mut (impl Searcher<G> + ?Sized),
    position: &G,
    limits: &SearchLimits<G::Move>,
) -> SearchResult<G::Move> {
    let mut result = searcher.search(position, limits, &StopSignal::new(), &mut |_| {});
    for line in &mut result.lines {
        line.time = Duration::ZERO;
    }
    result
}

/// Asserts that an unlimited search proves the correct result, and that every move of its principal
/// variation preserves it.
pub fn assert_solved<G: Game>(searcher: &mut impl Searcher<G>, position: &G, solver: &mut Solver) {
    let result = search(searcher, position, &SearchLimits::unlimited());
    let truth = solver.solve(position);
    let text = position.to_text();
    let score = result.score().expect("the position has a legal move");
    assert_eq!(proven(score), Some(truth), "{text}: {score:?}");
    let mut current = position.clone();
    let mut expected = truth;
    for &mv in &result.lines[0].pv {
        assert!(current.is_legal(mv), "{text}: illegal {mv:?} in the PV");
        current.play(mv);
        expected = -expected;
        assert_eq!(
            solver.solve(&current),
            expected,
            "{text}: {mv:?} changes the result"
        );
    }
}
