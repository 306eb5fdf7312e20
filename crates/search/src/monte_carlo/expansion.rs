//! How a leaf of the tree grows: its value, its children and their priors.
//!
//! This is the seam for networks. An [`Expander`] gets several leaves at once, as many as it wants, and
//! answers with a chance of winning and a prior for each move; how it does so is its own business.
//! [`StaticExpander`] makes one out of any [`Evaluator`].

use game::{Game, Outcome};

use super::parameters::ExpansionParameters;
use crate::chance::{chance_of, exponential};
use crate::{Budget, Candidates, Evaluator, Value, Wanted};

/// Grows leaves of the tree. A search uses one for each of its threads.
pub trait Expander<G: Game> {
    /// How many leaves to hand over at once, if there are enough.
    fn batch_size(&self) -> usize {
        1
    }

    /// How the game will end under perfect play, if that is known without a search: by the rules, or by more than
    /// they say.
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        position.proven_outcome()
    }

    /// Fills `expansions` with one for each leaf, in order. When the budget is spent the work may be
    /// dropped, and `expansions` left short.
    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &Budget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    );
}

/// A position that is to be expanded; its game is not over.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a, G> {
    /// The position.
    pub position: &'a G,
    /// The most children to give it; `usize::MAX` asks for all legal moves.
    pub most: usize,
}

/// What an expander found out about a leaf.
#[derive(Clone, PartialEq, Debug)]
pub struct Expansion<M> {
    /// The chance that the player to move wins, from 0 to 1.
    pub chance: f32,
    /// The moves worth looking at, those with the highest priors first; none twice.
    pub branches: Vec<Branch<M>>,
    /// Whether no legal move is missing.
    pub is_complete: bool,
}

/// A move of an expanded position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Branch<M> {
    /// The move.
    pub mv: M,
    /// How likely it is the best one; over a position's moves, the priors sum to 1.
    pub prior: f32,
    /// The chance that the player who makes it wins, as far as it is known before a visit.
    pub chance: f32,
    /// The value to the player who makes it, if the position behind it is known to be won or lost.
    pub proof: Option<Value>,
}

/// Expands with an evaluator's candidates: their values become priors by softmax.
#[derive(Clone, Debug)]
pub struct StaticExpander<E, M> {
    evaluator: E,
    parameters: ExpansionParameters,
    candidates: Candidates<M>,
}

impl<E, M: Copy + Eq> StaticExpander<E, M> {
    /// Expands with that evaluator and default parameters.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluator,
            parameters: ExpansionParameters::default(),
            candidates: Candidates::new(),
        }
    }

    /// Expands with other parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: ExpansionParameters) -> Self {
        Self { parameters, ..self }
    }

    fn branches(&self) -> Vec<Branch<M>> {
        let list = self.candidates.as_slice();
        // Proofs take no part in the comparison: they would leave nothing to the others.
        let best = list
            .iter()
            .map(|candidate| candidate.value)
            .find(|value| !value.is_decided());
        let best = best.unwrap_or(Value::DRAW).thousandths();
        let weight = |value: Value| {
            let behind = value.thousandths().clamp(best - 20_000, best) - best;
            exponential(f64::from(behind) / self.parameters.prior_temperature)
        };
        let weights: Vec<f64> = list
            .iter()
            .map(|candidate| weight(candidate.value))
            .collect();
        let total: f64 = weights.iter().sum();
        let branch = |(candidate, weight): (&crate::Candidate<M>, f64)| Branch {
            mv: candidate.mv,
            prior: (weight / total) as f32,
            chance: chance_of(candidate.value),
            proof: Some(candidate.value).filter(|value| value.is_decided()),
        };
        list.iter().zip(weights).map(branch).collect()
    }
}

impl<G: Game, E: Evaluator<G>> Expander<G> for StaticExpander<E, G::Move> {
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        self.evaluator.proven_outcome(position)
    }

    fn expand(
        &mut self,
        leaves: &[Leaf<'_, G>],
        budget: &Budget<'_>,
        expansions: &mut Vec<Expansion<G::Move>>,
    ) {
        expansions.clear();
        for leaf in leaves {
            let wanted = Wanted {
                most: leaf.most,
                enough: Value::win(1),
                budget,
            };
            self.evaluator
                .candidates(leaf.position, &wanted, &mut self.candidates);
            if budget.is_spent() {
                return;
            }
            let own = chance_of(self.evaluator.evaluate(leaf.position));
            let branches = self.branches();
            let best = branches.first().map_or(own, |branch| branch.chance);
            let share = self.parameters.own_share;
            expansions.push(Expansion {
                chance: share * own + (1.0 - share) * best,
                branches,
                is_complete: self.candidates.is_complete(),
            });
        }
    }
}
