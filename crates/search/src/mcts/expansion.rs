//! Expansion of leaves: value, moves and priors.
//!
//! An [`Expander`] gets a batch of leaves and returns a win probability, moves and priors for each,
//! as a policy and value network does. [`EvaluatorExpander`] makes one of any [`Evaluator`].

use game::{Game, Outcome};

use super::parameters::ExpansionParameters;
use crate::win_probability::{exp, win_probability};
use crate::{CandidateRequest, Candidates, Evaluator, SearchBudget, Value};

/// Expands leaves of the tree. Each search thread has its own.
pub trait Expander<G: Game> {
    /// Preferred number of leaves per call.
    fn batch_size(&self) -> usize {
        1
    }

    /// Outcome under perfect play, if known without search: by the rules, or by better knowledge.
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        position.proven_outcome()
    }

    /// Fills `expansions` with one per leaf, in order; with fewer if the budget is exhausted.
    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &SearchBudget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    );
}

/// A position to expand; the game is not over.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a, G> {
    /// The position.
    pub position: &'a G,
    /// Maximum number of moves; `usize::MAX` requests all legal moves.
    pub max_moves: usize,
}

/// Result of expanding a leaf.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion<M> {
    /// Win probability of the player to move.
    pub win_probability: f32,
    /// Moves by descending prior, without duplicates.
    pub moves: Vec<ExpandedMove<M>>,
    /// Whether no legal move is missing.
    pub is_complete: bool,
}

/// A move of an expanded position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpandedMove<M> {
    /// The move.
    pub mv: M,
    /// Probability that the move is best; the priors of a position sum to 1.
    pub prior: f32,
    /// Win probability of the player who moves, as estimated before the first visit.
    pub win_probability: f32,
    /// Value for the player who moves, if the position after the move is a proven win or loss.
    pub proven_value: Option<Value>,
}

#[cfg(test)]
impl<M> ExpandedMove<M> {
    pub(super) fn unproven(mv: M, prior: f32, win_probability: f32) -> Self {
        Self {
            mv,
            prior,
            win_probability,
            proven_value: None,
        }
    }
}

/// Expands with an evaluator's candidates; priors are a softmax of their values.
#[derive(Clone, Debug)]
pub struct EvaluatorExpander<E, M> {
    evaluator: E,
    parameters: ExpansionParameters,
    candidates: Candidates<M>,
}

impl<E, M: Copy + Eq> EvaluatorExpander<E, M> {
    /// An expander with default parameters.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            parameters: ExpansionParameters::default(),
            candidates: Candidates::new(),
        }
    }

    /// Sets the parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: ExpansionParameters) -> Self {
        Self { parameters, ..self }
    }

    fn moves(&self) -> Vec<ExpandedMove<M>> {
        let list = self.candidates.as_slice();
        // Proven values are excluded from the maximum: they would take all of the prior.
        let best = list
            .iter()
            .map(|candidate| candidate.value)
            .find(|value| !value.is_decisive());
        let best = best.unwrap_or(Value::DRAW).millilogits();
        let weight = |value: Value| {
            let difference = value.millilogits().clamp(best - 20_000, best) - best;
            exp(f64::from(difference) / self.parameters.prior_temperature)
        };
        let weights: Vec<f64> = list
            .iter()
            .map(|candidate| weight(candidate.value))
            .collect();
        let total: f64 = weights.iter().sum();
        let expanded_move = |(candidate, weight): (&crate::Candidate<M>, f64)| ExpandedMove {
            mv: candidate.mv,
            prior: (weight / total) as f32,
            win_probability: win_probability(candidate.value),
            proven_value: Some(candidate.value).filter(|value| value.is_decisive()),
        };
        list.iter().zip(weights).map(expanded_move).collect()
    }
}

impl<G: Game, E: Evaluator<G>> Expander<G> for EvaluatorExpander<E, G::Move> {
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        self.evaluator.proven_outcome(position)
    }

    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &SearchBudget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        expansions.clear();
        for leaf in leaves {
            let request = CandidateRequest {
                max_moves: leaf.max_moves,
                cutoff: Value::win(1),
                budget,
            };
            self.evaluator
                .candidates(leaf.position, &request, &mut self.candidates);
            if budget.is_exhausted() {
                return;
            }
            let static_value = win_probability(self.evaluator.evaluate(leaf.position));
            let moves = self.moves();
            let best = moves
                .first()
                .map_or(static_value, |expanded| expanded.win_probability);
            let weight = self.parameters.static_value_weight;
            expansions.push(Expansion {
                win_probability: weight * static_value + (1.0 - weight) * best,
                moves,
                is_complete: self.candidates.is_complete(),
            });
        }
    }
}
