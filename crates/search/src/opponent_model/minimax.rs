//! Minimax as a model of somebody: every move, a fixed depth, the first of several equal ones.

use game::Game;

use super::prediction::{Foreseen, Predictor};
use crate::{Evaluator, Signal, Value};

/// Plays minimax with an evaluation, by alpha-beta over all moves in the order of the rules. Of equal moves it plays the
/// first, so that what it does is known in every position.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: Option<u32>,
    evaluations: u64,
}

impl<E> Minimax<E> {
    /// Somebody who looks exactly as far as whoever foretells them does.
    #[must_use]
    pub fn to_the_horizon(evaluator: E) -> Self {
        Self {
            evaluator,
            depth: None,
            evaluations: 0,
        }
    }

    /// Somebody who looks so many plies ahead; one at least.
    #[must_use]
    pub fn to_depth(evaluator: E, plies: u32) -> Self {
        Self {
            depth: Some(plies.max(1)),
            ..Self::to_the_horizon(evaluator)
        }
    }

    /// How many positions were evaluated so far.
    #[must_use]
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// The best move at that depth and what it is worth; `None` if there is no move.
    pub fn choose<G: Game>(&mut self, position: &G, plies: u32) -> Option<(G::Move, Value)>
    where
        E: Evaluator<G>,
    {
        let mut position = position.clone();
        let mut best = None;
        let mut alpha = Value::WORST;
        for mv in position.moves() {
            let value = self.value_behind(&mut position, mv, plies, alpha, Value::BEST);
            if best.is_none() || value > alpha {
                best = Some((mv, value));
                alpha = value;
            }
        }
        best
    }

    /// What a move is worth with so many plies to look, that one included: exact between the bounds.
    fn value_behind<G: Game>(
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
            Some(outcome) => Value::of_outcome(outcome, position.to_move()),
            None if plies <= 1 => {
                self.evaluations += 1;
                self.evaluator.evaluate(position)
            }
            None => {
                let (alpha, beta) = (beta.seen_from_child(), alpha.seen_from_child());
                self.value(position, plies - 1, alpha, beta)
            }
        };
        position.unplay(mv, undo);
        value.seen_from_parent()
    }

    fn value<G: Game>(&mut self, position: &mut G, plies: u32, alpha: Value, beta: Value) -> Value
    where
        E: Evaluator<G>,
    {
        let mut best = Value::WORST;
        for mv in position.moves() {
            let value = self.value_behind(position, mv, plies, alpha.max(best), beta);
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl<G: Game, E: Evaluator<G>> Predictor<G> for Minimax<E> {
    fn predict(&mut self, position: &G, plies_left: u32, _: &Signal) -> Option<Foreseen<G::Move>> {
        let before = self.evaluations;
        let (mv, _) = self.choose(position, self.depth.unwrap_or(plies_left.max(1)))?;
        Some(Foreseen {
            mv,
            nodes: self.evaluations - before,
        })
    }

    fn looks_to_the_horizon(&self) -> bool {
        self.depth.is_none()
    }
}
