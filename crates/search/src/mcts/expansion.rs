//! Expansion of leaf nodes: value, moves and priors.
//!
//! An [`Expander`] returns the win probability, moves and priors of a leaf, as a policy and value
//! network does. [`EvaluatorExpander`] adapts any [`Evaluator`].

use game::{Game, Outcome};

use super::parameters::ExpansionParameters;
use crate::win_probability::{exp, win_probability};
use crate::{CandidateRequest, Candidates, Evaluator, SearchBudget, Value};

/// Expands leaves of the search tree. Each search thread has its own expander.
pub trait Expander<G: Game> {
    /// Outcome under perfect play, if known without search: by the rules or by endgame
    /// knowledge.
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        position.proven_outcome()
    }

    /// Expands a position that is not terminal with at most `max_moves` moves; `usize::MAX` requests
    /// all legal moves. `None` if the budget is exhausted.
    fn expand(
        &mut self,
        position: &G,
        max_moves: usize,
        budget: &SearchBudget<'_>,
    ) -> Option<Expansion<G::Move>>;
}

/// Result of expanding a leaf.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion<M> {
    /// Win probability of the player to move.
    pub win_probability: f32,
    /// Moves by descending prior, without duplicates.
    pub moves: Vec<ExpandedMove<M>>,
    /// Whether `moves` contains every legal move.
    pub is_complete: bool,
}

/// A move of an expanded position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpandedMove<M> {
    /// The move.
    pub mv: M,
    /// Probability that the move is best; the priors of a position sum to 1.
    pub prior: f32,
    /// Win probability after the move for the player who makes it: the estimate before the first
    /// visit.
    pub win_probability: f32,
    /// Value for the player who makes the move, if it is a proven win or loss.
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

/// Largest value difference that the softmax distinguishes, in millilogits; larger ones count as
/// this.
const MAX_SOFTMAX_RANGE: i32 = 20_000;

/// Expands leaves by an evaluator's candidate moves; priors are a softmax of their values.
#[derive(Clone, Debug)]
pub struct EvaluatorExpander<E, M> {
    evaluator: E,
    parameters: ExpansionParameters,
    candidates: Candidates<M>,
}

impl<E, M: Copy + Eq> EvaluatorExpander<E, M> {
    /// Creates an expander with default parameters.
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

    /// Moves and priors of the current candidates.
    fn expanded_moves(&self) -> Vec<ExpandedMove<M>> {
        let candidates = self.candidates.as_slice();
        // The maximum of the softmax excludes proven values: a proven win would leave no prior for
        // other moves. It has the prior of the best unproven move instead.
        let max_unproven = candidates
            .iter()
            .map(|candidate| candidate.value)
            .find(|value| !value.is_decisive());
        let max = max_unproven.unwrap_or(Value::DRAW).millilogits();
        let weight = |value: Value| {
            let difference = value.millilogits().clamp(max - MAX_SOFTMAX_RANGE, max) - max;
            exp(f64::from(difference) / self.parameters.prior_temperature)
        };
        let weights: Vec<f64> = candidates
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
        candidates.iter().zip(weights).map(expanded_move).collect()
    }
}

impl<G: Game, E: Evaluator<G>> Expander<G> for EvaluatorExpander<E, G::Move> {
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        self.evaluator.proven_outcome(position)
    }

    fn expand(
        &mut self,
        position: &G,
        max_moves: usize,
        budget: &SearchBudget<'_>,
    ) -> Option<Expansion<G::Move>> {
        let request = CandidateRequest {
            max_moves,
            // Stop only at an immediate win.
            cutoff: Value::win(1),
            budget,
        };
        self.evaluator
            .candidates(position, &request, &mut self.candidates);
        if budget.is_exhausted() {
            return None;
        }
        let static_value = win_probability(self.evaluator.evaluate(position));
        let moves = self.expanded_moves();
        let best_child_value = moves
            .first()
            .map_or(static_value, |best| best.win_probability);
        let weight = self.parameters.static_value_weight;
        Some(Expansion {
            win_probability: weight * static_value + (1.0 - weight) * best_child_value,
            moves,
            is_complete: self.candidates.is_complete(),
        })
    }
}
