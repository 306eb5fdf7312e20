//! Evaluators and expanders for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Game;
use search::mcts::{EvaluatorExpander, Expander, Expansion, Leaf};
use search::{
    CandidateRequest, Candidates, Evaluator, Mcts, SearchBudget, Value, evaluate_children,
};

/// Evaluates every position as even.
#[derive(Clone)]
pub struct ZeroEvaluator;

impl<G: Game> Evaluator<G> for ZeroEvaluator {
    fn evaluate(&mut self, _: &G) -> Value {
        Value::DRAW
    }
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

/// Expands leaves in batches, as a network does.
#[derive(Clone)]
pub struct Batched<X> {
    pub expander: X,
    pub batch_size: usize,
    /// Size of the largest batch so far.
    pub largest: Arc<AtomicUsize>,
}

impl<G: Game, X: Expander<G>> Expander<G> for Batched<X> {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &SearchBudget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        self.largest.fetch_max(leaves.len(), Ordering::Relaxed);
        self.expander.expand(leaves, budget, expansions);
    }
}

/// A slow expander that gives the whole prior to one move, which makes threads collide at leaves.
#[derive(Clone)]
pub struct SingleMovePrior<X>(pub X);

impl<G: Game, X: Expander<G>> Expander<G> for SingleMovePrior<X> {
    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &SearchBudget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        std::thread::sleep(std::time::Duration::from_millis(1));
        self.0.expand(leaves, budget, expansions);
        for expansion in expansions {
            for (index, expanded) in expansion.moves.iter_mut().enumerate() {
                expanded.prior = if index == 0 { 1.0 } else { 0.0 };
            }
        }
    }
}
