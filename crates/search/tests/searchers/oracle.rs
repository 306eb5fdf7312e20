//! Slow truth: minimax without any cleverness, and helpers to compare with it.

use std::collections::HashMap;

use game::{Game, Kind};
use search::{Answer, Depth, Evaluator, Limits, Score, Searcher, Signal, Value};

/// Minimax to a depth, where a move costs what its kind costs, from a position with moves. Proofs of
/// the game end a line as they end it for a search.
pub fn minimax<G: Game>(
    position: &mut G,
    depth: Depth,
    cost: &impl Fn(Kind) -> Depth,
    evaluator: &mut impl Evaluator<G>,
) -> Value {
    let mut best = Value::WORST;
    for mv in position.moves() {
        let child_depth = depth - cost(position.kind(mv));
        let undo = position.play(mv);
        let value = match position.proven_outcome() {
            Some(outcome) => Value::of_outcome(outcome, position.to_move()),
            None if child_depth <= Depth::ZERO => evaluator.evaluate(position),
            None => minimax(position, child_depth, cost, evaluator),
        };
        best = best.max(value.seen_from_parent());
        position.unplay(mv, undo);
    }
    best
}

/// Who wins under perfect play: 1 the player to move, −1 the other, 0 nobody. Remembers positions by
/// their text, which unlike a key cannot lie.
#[derive(Default)]
pub struct Solver {
    known: HashMap<String, i32>,
}

impl Solver {
    pub fn solve<G: Game>(&mut self, position: &G) -> i32 {
        if let Some(outcome) = position.outcome() {
            return outcome.score_for(position.to_move());
        }
        let text = position.to_text();
        if let Some(&score) = self.known.get(&text) {
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
        self.known.insert(text, best);
        best
    }
}

/// A score as the solver's number; none if it is not proved.
pub fn proved(score: Score) -> Option<i32> {
    match score {
        Score::Win { .. } => Some(1),
        Score::Loss { .. } => Some(-1),
        Score::Draw => Some(0),
        Score::Estimate(_) => None,
    }
}

/// A search without reports.
pub fn search<G: Game>(
    searcher: &mut impl Searcher<G>,
    position: &G,
    limits: &Limits<G::Move>,
) -> Answer<G::Move> {
    searcher.search(position, limits, &Signal::new(), &mut |_| {})
}

/// Asserts that a searcher without limits proves the right result, with a move and a line that keep it.
pub fn assert_solved<G: Game>(searcher: &mut impl Searcher<G>, position: &G, solver: &mut Solver) {
    let answer = search(searcher, position, &Limits::none());
    let truth = solver.solve(position);
    let text = position.to_text();
    let score = answer.score().expect("there is a move");
    assert_eq!(proved(score), Some(truth), "{text}: {score:?}");
    let mut child = position.clone();
    let mut seen = truth;
    for &mv in &answer.lines[0].moves {
        assert!(
            child.is_legal(mv),
            "{text}: {mv:?} in the line is not legal"
        );
        child.play(mv);
        seen = -seen;
        assert_eq!(
            solver.solve(&child),
            seen,
            "{text}: {mv:?} throws the result away"
        );
    }
}
