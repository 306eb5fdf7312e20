//! Fixed-depth minimax as opponent model.

use game::Game;

use super::predictor::{Prediction, Predictor};
use crate::{Evaluator, StopSignal, Value};

/// Alpha-beta over all legal moves to a fixed depth. Plays the first of equal moves, so its play is
/// predictable.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: Option<u32>,
    evaluations: u64,
}

impl<E> Minimax<E> {
    /// A model that searches to the remaining depth of the calling search.
    #[must_use]
    pub fn with_caller_depth(evaluator: E) -> Self {
        Self {
            evaluator,
            depth: None,
            evaluations: 0,
        }
    }

    /// A model that searches to a depth of `plies`, at least 1.
    #[must_use]
    pub fn with_depth(evaluator: E, plies: u32) -> Self {
        Self {
            depth: Some(plies.max(1)),
            ..Self::with_caller_depth(evaluator)
        }
    }

    /// Number of evaluations so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The best move at a depth of `plies`, and its value; `None` if there is no move.
    pub fn best_move<G: Game>(&mut self, position: &G, plies: u32) -> Option<(G::Move, Value)>
    where
        E: Evaluator<G>,
    {
        let mut position = position.clone();
        let mut best = None;
        let mut alpha = Value::MIN;
        for mv in position.moves() {
            let value = self.move_value(&mut position, mv, plies, alpha, Value::MAX);
            if best.is_none() || value > alpha {
                best = Some((mv, value));
                alpha = value;
            }
        }
        best
    }

    /// Value of a move at a depth of `plies`, including the move; exact inside the window.
    fn move_value<G: Game>(
        &mut self,
        position: &mut G,
        mv: G::Move,
        plies: u32,
        alpha: Value,
        beta: Value,
    ) -> Value
    where
        E: Evaluator<G>,
    {
        let undo = position.play(mv);
        let value = match position.proven_outcome() {
            Some(outcome) => Value::from_outcome(outcome, position.to_move()),
            None if plies <= 1 => {
                self.evaluations += 1;
                self.evaluator.evaluate(position)
            }
            None => {
                let (alpha, beta) = (beta.to_child(), alpha.to_child());
                self.value(position, plies - 1, alpha, beta)
            }
        };
        position.unplay(mv, undo);
        value.to_parent()
    }

    fn value<G: Game>(&mut self, position: &mut G, plies: u32, alpha: Value, beta: Value) -> Value
    where
        E: Evaluator<G>,
    {
        let mut best = Value::MIN;
        for mv in position.moves() {
            let value = self.move_value(position, mv, plies, alpha.max(best), beta);
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl<G: Game, E: Evaluator<G>> Predictor<G> for Minimax<E> {
    fn predict(
        &mut self,
        position: &G,
        plies_left: u32,
        _: &StopSignal,
    ) -> Option<Prediction<G::Move>> {
        let before = self.evaluations;
        let (mv, _) = self.best_move(position, self.depth.unwrap_or(plies_left.max(1)))?;
        Some(Prediction {
            mv,
            nodes: self.evaluations - before,
        })
    }

    fn depends_on_depth(&self) -> bool {
        self.depth.is_none()
    }
}
