//! The evaluation of "Learning Domination-Distance of Amazons Using TD": nine weights, no more.
//!
//! Every square that somebody reaches is of one queen type and one king type: nearer to one side by 0,
//! 1, 2 or 3 and more steps, or reached by one side alone. C_type is the own squares of the type minus
//! the opponent's, divided by all squares that somebody reaches; V = Σ W_type · C_type, and the chance of
//! winning is 1 / (1 + e^(−V / ω)). Squares equally near to both count for the side to move.

use game::Color;

use crate::estimate::Estimate;
use crate::evaluation::Evaluation;
use crate::features::Features;
use crate::terms::Term;
use crate::weights::{Axis, Weights, WeightsError};

/// The number of types.
pub const TYPES: usize = 9;

/// The names of the types, in the order of the paper's tables.
pub const TYPE_NAMES: [&str; TYPES] = ["Q0", "K0", "Q1", "K1", "Q2", "K2", "Q3+", "K3+", "Domain"];

/// The terms that count the squares of each type, in that order.
pub const TYPE_TERMS: [Term; TYPES] = [
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

/// Weights as a run of learning left them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Paper {
    /// In the order of [`TYPE_NAMES`].
    pub weights: [f64; TYPES],
    /// How much of V makes a logit.
    pub omega: f64,
}

impl Paper {
    /// What the paper compares with: ties 0.2, all else 1.
    pub const UNLEARNED: Self = Self::with_weights([0.2, 0.2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);

    /// The paper's first run of 10,000 games.
    pub const RUN_A: Self = Self::with_weights([
        1.091, 1.169, 3.205, 3.312, 3.507, 3.656, 4.155, 4.244, 5.342,
    ]);

    /// The paper's second run.
    pub const RUN_B: Self = Self::with_weights([
        1.123, 1.158, 3.481, 3.331, 3.564, 3.683, 4.236, 4.112, 5.865,
    ]);

    /// The paper's third run.
    pub const RUN_C: Self = Self::with_weights([
        1.135, 1.211, 3.455, 3.674, 3.212, 3.555, 4.711, 4.789, 6.105,
    ]);

    /// The presets by the names that users type.
    pub const PRESETS: [(&str, Self); 4] = [
        ("unlearned", Self::UNLEARNED),
        ("run-a", Self::RUN_A),
        ("run-b", Self::RUN_B),
        ("run-c", Self::RUN_C),
    ];

    /// Those weights, and the paper's ω of 1.
    #[must_use]
    pub const fn with_weights(weights: [f64; TYPES]) -> Self {
        Self {
            weights,
            omega: 1.0,
        }
    }

    /// C of each type for the player to move, in the order of [`TYPE_NAMES`]; nought if nobody reaches
    /// anything.
    #[must_use]
    #[inline]
    pub fn coefficients(features: &Features, to_move: Color) -> [f64; TYPES] {
        let nearer = |color| {
            let queen = features.queen.nearer(color).map(f64::from);
            let king = features.king.nearer(color).map(f64::from);
            let domain = f64::from(features.queen.domain(color));
            [
                queen[0], king[0], queen[1], king[1], queen[2], king[2], domain,
            ]
        };
        let (own, other) = (nearer(to_move), nearer(!to_move));
        let [queen_ties, king_ties] = [features.queen.ties(), features.king.ties()].map(f64::from);
        let all = f64::from(features.reached().max(1));
        [
            queen_ties / all,
            king_ties / all,
            (own[0] - other[0]) / all,
            (own[1] - other[1]) / all,
            (own[2] - other[2]) / all,
            (own[3] - other[3]) / all,
            (own[4] - other[4]) / all,
            (own[5] - other[5]) / all,
            (own[6] - other[6]) / all,
        ]
    }

    /// The same evaluation as weights that can be written to a file and played with.
    ///
    /// # Errors
    /// If a weight is too large for a file.
    pub fn to_weights(&self, provenance: &str) -> Result<Weights, WeightsError> {
        let mut weights = Weights::zero(Axis::Share, &[0])?;
        weights.provenance = provenance.to_owned();
        for (term, weight) in TYPE_TERMS.into_iter().zip(self.weights) {
            weights.set(term, 0, weight / self.omega)?;
        }
        Ok(weights)
    }

    /// V for the player to move.
    #[must_use]
    #[inline]
    pub fn value(&self, features: &Features, to_move: Color) -> f64 {
        let coefficients = Self::coefficients(features, to_move);
        self.weights
            .iter()
            .zip(coefficients)
            .map(|(weight, coefficient)| weight * coefficient)
            .sum()
    }
}

impl Evaluation for Paper {
    #[inline]
    fn judge(&self, features: &Features, to_move: Color) -> Estimate {
        Estimate::from_logit(self.value(features, to_move) / self.omega)
    }
}
