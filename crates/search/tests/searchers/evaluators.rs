//! Evaluators for tests: crude ones, and ones that leave moves out in the worst way.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use amazons::{Position, slides};
use game::Game;
use search::monte_carlo::{Expander, Expansion, Leaf};
use search::{Budget, Candidates, Evaluator, Value, Wanted, evaluate_children};

/// Every position is even.
#[derive(Clone)]
pub struct Even;

impl<G: Game> Evaluator<G> for Even {
    fn evaluate(&mut self, _: &G) -> Value {
        Value::DRAW
    }
}

/// The squares that the own amazons reach with one move, against those of the opponent's.
#[derive(Clone)]
pub struct Mobility;

impl Evaluator<Position> for Mobility {
    fn evaluate(&mut self, position: &Position) -> Value {
        let empty = position.empty_squares();
        let mobility = |color| -> i32 {
            let reach = |from| slides(from, empty).len() as i32;
            position.amazons(color).iter().map(reach).sum()
        };
        let to_move = position.to_move();
        Value::estimate(60 * (mobility(to_move) - mobility(!to_move)))
    }
}

/// Keeps only the worst few candidates of another evaluator, unless asked for all.
#[derive(Clone)]
pub struct Perverse<E>(pub E, pub usize);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Perverse<E> {
    fn evaluate(&mut self, position: &G) -> Value {
        self.0.evaluate(position)
    }

    fn candidates(
        &mut self,
        position: &G,
        wanted: &Wanted<'_>,
        candidates: &mut Candidates<G::Move>,
    ) {
        evaluate_children(position, wanted, candidates, |child| self.0.value(child));
        if wanted.most == usize::MAX {
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
            candidates.leave_out_others();
        }
    }
}

/// Takes leaves in batches, as a network would.
#[derive(Clone)]
pub struct Batched<X> {
    pub expander: X,
    pub batch_size: usize,
    /// The largest batch so far.
    pub largest: Arc<AtomicUsize>,
}

impl<G: Game, X: Expander<G>> Expander<G> for Batched<X> {
    fn batch_size(&self) -> usize {
        self.batch_size
    }

    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &Budget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        self.largest.fetch_max(leaves.len(), Ordering::Relaxed);
        self.expander.expand(leaves, budget, expansions);
    }
}

/// An expander that takes its time and then is sure of one move, so that threads meet at its leaves.
#[derive(Clone)]
pub struct Stubborn<X>(pub X);

impl<G: Game, X: Expander<G>> Expander<G> for Stubborn<X> {
    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &Budget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        std::thread::sleep(std::time::Duration::from_millis(1));
        self.0.expand(leaves, budget, expansions);
        for expansion in expansions {
            for (place, branch) in expansion.branches.iter_mut().enumerate() {
                branch.prior = if place == 0 { 1.0 } else { 0.0 };
            }
        }
    }
}
