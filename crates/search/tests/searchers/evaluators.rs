//! Evaluators and expanders for tests.

use game::Game;
use search::mcts::{EvaluatorExpander, Expander, Expansion};
use search::{
    AlphaBeta, CandidateRequest, Candidates, Evaluator, Mcts, SearchBudget, Value,
    evaluate_children,
};

/// Evaluates every position as even.
#[derive(Clone)]
pub struct ZeroEvaluator;

impl<G: Game> Evaluator<G> for ZeroEvaluator {
    fn evaluate(&mut self, _: &G) -> Value {
        Value::DRAW
    }
}

/// Alpha-beta with an evaluator and 1 MiB.
pub fn alpha_beta<E>(evaluator: E) -> AlphaBeta<E> {
    AlphaBeta::new(evaluator).with_memory_limit(1 << 20)
}

/// MCTS with an evaluator and 64 MiB.
pub fn mcts<G: Game, E: Evaluator<G>>(evaluator: E) -> Mcts<G, EvaluatorExpander<E, G::Move>> {
    Mcts::new(EvaluatorExpander::new(evaluator)).with_memory_limit(1 << 26)
}

/// Keeps only the worst few candidates of another evaluator, unless all moves are requested.
#[derive(Clone)]
pub struct WorstMovesOnly<E>(pub E, pub usize);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for WorstMovesOnly<E> {
    fn evaluate(&mut self, position: &G) -> Value {
        self.0.evaluate(position)
    }

    fn candidates(
        &mut self,
        position: &G,
        request: &CandidateRequest<'_>,
        candidates: &mut Candidates<G::Move>,
    ) {
        evaluate_children(position, request, candidates, |child| self.0.value(child));
        if request.max_moves == usize::MAX {
            return;
        }
        let all = candidates.clone();
        let was_complete = all.is_complete();
        let skipped = all.as_slice().len().saturating_sub(self.1);
        candidates.clear();
        for candidate in &all.as_slice()[skipped..] {
            candidates.push(candidate.mv, candidate.value);
        }
        if skipped > 0 || !was_complete {
            candidates.mark_incomplete();
        }
    }
}

/// A slow expander that gives the whole prior to one move, which makes threads collide at leaves.
#[derive(Clone)]
pub struct SingleMovePrior<X>(pub X);

impl<G: Game, X: Expander<G>> Expander<G> for SingleMovePrior<X> {
    fn expand(
        &mut self,
        position: &G,
        max_moves: usize,
        budget: &SearchBudget<'_>,
    ) -> Option<Expansion<G::Move>> {
        std::thread::sleep(std::time::Duration::from_millis(1));
        let mut expansion = self.0.expand(position, max_moves, budget)?;
        for (index, expanded) in expansion.moves.iter_mut().enumerate() {
            expanded.prior = if index == 0 { 1.0 } else { 0.0 };
        }
        Some(expansion)
    }
}
