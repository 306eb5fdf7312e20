//! The linear evaluation of Ota and Grimbergen, "Learning Domination-Distance of Amazons Using
//! Temporal Differences", with nine weights.
//!
//! A square that both sides reach has a queen type and a king type: the difference of the two
//! distances in moves, which is 0, 1, 2 or at least 3. A square that only one side reaches has the
//! type domain. C_type is the number of the player's squares of the type minus the opponent's,
//! divided by the number of reachable squares; V = Σ W_type · C_type, and the win probability is
//! 1 / (1 + e^(−V / ω)). Ties count for the player to move.

use game::Color;

use crate::evaluation_function::EvaluationFunction;
use crate::features::Features;
use crate::log_odds::LogOdds;
use crate::terms::{Term, Terms};
use crate::weights::{PhaseAxis, TermWeights, WeightsError};

/// Number of square types.
pub const SQUARE_TYPES: usize = 9;

/// Names of the square types, in the order of the paper's tables.
pub const SQUARE_TYPE_NAMES: [&str; SQUARE_TYPES] =
    ["Q0", "K0", "Q1", "K1", "Q2", "K2", "Q3+", "K3+", "Domain"];

/// Terms that count the squares of each type, in the order of [`SQUARE_TYPE_NAMES`].
pub const SQUARE_TYPE_TERMS: [Term; SQUARE_TYPES] = [
    Term::QueenTies,
    Term::KingTies,
    Term::QueenByOne,
    Term::KingByOne,
    Term::QueenByTwo,
    Term::KingByTwo,
    Term::QueenByMore,
    Term::KingByMore,
    Term::Domain,
];

/// The evaluation with given weights W and scale ω.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DominationDistance {
    /// Weights in the order of [`SQUARE_TYPE_NAMES`].
    pub weights: [f64; SQUARE_TYPES],
    /// Scale ω of V: the evaluation in logits is V / ω.
    pub omega: f64,
}

impl DominationDistance {
    /// The paper's baseline: ties 0.2, all others 1.
    pub const BASELINE: Self = Self::with_weights([0.2, 0.2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);

    /// Weights learned in the paper's first run of 10,000 games.
    pub const RUN_A: Self = Self::with_weights([
        1.091, 1.169, 3.205, 3.312, 3.507, 3.656, 4.155, 4.244, 5.342,
    ]);

    /// Weights learned in the paper's second run.
    pub const RUN_B: Self = Self::with_weights([
        1.123, 1.158, 3.481, 3.331, 3.564, 3.683, 4.236, 4.112, 5.865,
    ]);

    /// Weights learned in the paper's third run.
    pub const RUN_C: Self = Self::with_weights([
        1.135, 1.211, 3.455, 3.674, 3.212, 3.555, 4.711, 4.789, 6.105,
    ]);

    /// All presets by name.
    pub const PRESETS: [(&str, Self); 4] = [
        ("unlearned", Self::BASELINE),
        ("run-a", Self::RUN_A),
        ("run-b", Self::RUN_B),
        ("run-c", Self::RUN_C),
    ];

    /// The evaluation with ω = 1, as in the paper.
    const fn with_weights(weights: [f64; SQUARE_TYPES]) -> Self {
        Self {
            weights,
            omega: 1.0,
        }
    }

    /// The paper's coefficients C_type (not the weights) for the player to move, in the order of
    /// [`SQUARE_TYPE_NAMES`]; 0 if no square is reachable.
    #[must_use]
    #[inline]
    pub fn coefficients(features: &Features, to_move: Color) -> [f64; SQUARE_TYPES] {
        let terms = Terms::of(features, to_move);
        let reachable = f64::from(features.reachable().max(1));
        SQUARE_TYPE_TERMS.map(|term| terms.get(term) / reachable)
    }

    /// The same evaluation as term weights, for weights files and the engine.
    /// [`PhaseAxis::ReachableSquares`] divides the terms by the number of reachable squares.
    ///
    /// # Errors
    /// If a weight is out of the range of [`TermWeights`].
    pub fn to_weights(&self, provenance: &str) -> Result<TermWeights, WeightsError> {
        let mut weights = TermWeights::zeros(PhaseAxis::ReachableSquares, &[0])?;
        weights.provenance = provenance.to_owned();
        for (term, weight) in SQUARE_TYPE_TERMS.into_iter().zip(self.weights) {
            weights.set(term, 0, weight / self.omega)?;
        }
        Ok(weights)
    }

    /// V for the player to move.
    #[inline]
    fn value(&self, features: &Features, to_move: Color) -> f64 {
        let coefficients = Self::coefficients(features, to_move);
        self.weights
            .iter()
            .zip(coefficients)
            .map(|(weight, coefficient)| weight * coefficient)
            .sum()
    }
}

impl EvaluationFunction for DominationDistance {
    #[inline]
    fn evaluate_features(&self, features: &Features, to_move: Color) -> LogOdds {
        LogOdds::from_logit(self.value(features, to_move) / self.omega)
    }
}
