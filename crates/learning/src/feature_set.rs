//! Sets of weights to learn.
//!
//! Every feature set is a subset of the terms of [`TermWeights`], so that the result can be written
//! to a file and used by the engine.

use amazons::Position;
use evaluation::domination_distance::SQUARE_TYPE_TERMS;
use evaluation::weights::PhaseAxis;
use evaluation::{EvalBoard, Features, Term, TermWeights, Terms};
use game::Color;
use serde::{Deserialize, Serialize};

use crate::td_lambda::SparseFeatures;

/// A set of weights to learn. [`NoTies`](Self::NoTies) and [`Undivided`](Self::Undivided) are for
/// the experiment `td/readings`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureSet {
    /// The paper's nine terms, divided by the number of reachable squares (equations 3 and 4).
    Paper,
    /// [`Paper`](Self::Paper) without ties.
    NoTies,
    /// [`Paper`](Self::Paper) without the division of equation 4.
    Undivided,
    /// [`Paper`](Self::Paper) at five game phases.
    Staged,
    /// All terms at five game phases, divided by the number of reachable squares.
    Wide,
    /// All terms at eight phases of openness, not divided, like the embedded weights.
    Engine,
}

named_enum!(FeatureSet, "feature set", {
    Paper => "paper",
    NoTies => "no-ties",
    Undivided => "undivided",
    Staged => "staged",
    Wide => "wide",
    Engine => "engine",
});

/// Phases of feature sets on the axis of reachable squares.
const REACHABLE_PHASES: &[u8] = &[10, 30, 50, 70, 90];

impl FeatureSet {
    /// The terms whose weights are learned.
    #[must_use]
    pub fn terms(self) -> &'static [Term] {
        match self {
            Self::Paper | Self::Undivided | Self::Staged => &SQUARE_TYPE_TERMS,
            Self::NoTies => SQUARE_TYPE_TERMS.split_at(2).1,
            Self::Wide | Self::Engine => &Term::ALL,
        }
    }

    /// Weights with the phases of this set, all zero.
    #[must_use]
    pub fn zero_weights(self) -> TermWeights {
        let (axis, phases): (PhaseAxis, &[u8]) = match self {
            Self::Paper | Self::NoTies => (PhaseAxis::ReachableSquares, &[0]),
            Self::Undivided => (PhaseAxis::EmptySquares, &[0]),
            Self::Staged | Self::Wide => (PhaseAxis::ReachableSquares, REACHABLE_PHASES),
            Self::Engine => (PhaseAxis::Openness, &[0, 4, 10, 20, 35, 50, 62, 72]),
        };
        TermWeights::zeros(axis, phases).expect("the phases are valid")
    }

    /// Initial parameters: 1 for the paper's nine terms, 0 for all others.
    #[must_use]
    pub fn initial_params(self) -> Vec<f64> {
        let phases = self.zero_weights().phases().len();
        let initial = |term: &Term| f64::from(u8::from(SQUARE_TYPE_TERMS.contains(term)));
        let terms = self.terms().iter();
        terms.flat_map(|term| vec![initial(term); phases]).collect()
    }

    /// Names of the parameters: `term`, or `term@phase` if there are several phases.
    #[must_use]
    pub fn param_names(self) -> Vec<String> {
        let weights = self.zero_weights();
        let phases = weights.phases();
        let name = |term: Term, phase: u8| match phases {
            [_] => term.name().to_owned(),
            _ => format!("{}@{phase}", term.name()),
        };
        let terms = self.terms().iter();
        terms
            .flat_map(|&term| phases.iter().map(move |&phase| (term, phase)))
            .map(|(term, phase)| name(term, phase))
            .collect()
    }

    /// Parameters as weights, where V / `omega` is in logits. Weights are clamped to the range of
    /// weights files.
    #[must_use]
    pub fn weights(self, params: &[f64], omega: f64, provenance: &str) -> TermWeights {
        let mut weights = self.zero_weights();
        weights.provenance = provenance.to_owned();
        let (phases, max) = (weights.phases().len(), weights.max_weight());
        for (&term, params) in self.terms().iter().zip(params.chunks_exact(phases)) {
            for (phase, param) in params.iter().enumerate() {
                let logits = (param / omega).clamp(-max, max);
                // Fails only for NaN, which counts as 0.
                let _ = weights.set(term, phase, logits);
            }
        }
        weights
    }

    /// Parameters of weights with the phases of this set.
    #[must_use]
    pub fn params_from_weights(self, weights: &TermWeights) -> Vec<f64> {
        let params = |&term: &Term| weights.for_term(term).to_vec();
        self.terms().iter().flat_map(params).collect()
    }
}

/// Extracts the features of positions.
#[derive(Clone, Debug)]
pub(crate) struct FeatureExtractor {
    features: FeatureSet,
    template: TermWeights,
}

impl FeatureExtractor {
    pub fn new(features: FeatureSet) -> Self {
        Self {
            features,
            template: features.zero_weights(),
        }
    }

    /// Coefficients of the parameters in V, from the point of view of `color`.
    pub fn extract(&self, position: &Position, color: Color) -> SparseFeatures {
        let features = Features::of(&EvalBoard::from(position));
        let terms = Terms::of(&features, position.to_move());
        let axis = self.template.axis();
        let phase = axis.phase(&features);
        // Terms are from the point of view of the player to move, who is credited with ties.
        let sign = if color == position.to_move() {
            1.0
        } else {
            -1.0
        };
        let factor = sign / axis.divisor(phase);
        let phases = self.template.phases().len();
        let mut sparse = SparseFeatures::new();
        for (term_index, &term) in self.features.terms().iter().enumerate() {
            let value = terms.get(term) * factor;
            for (phase_index, share) in self.template.interpolation(phase) {
                if value * share != 0.0 {
                    sparse.push((term_index * phases + phase_index, value * share));
                }
            }
        }
        sparse
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;
    use evaluation::{DominationDistance, EvaluationFunction, TaperedEvaluation};
    use game::SplitMix64;

    use super::*;
    use crate::td_lambda::TdLambda;

    /// Positions of random games on several boards.
    fn positions() -> Vec<Position> {
        let mut rng = SplitMix64::from_seed(1);
        let mut positions = Vec::new();
        for start in ["startpos", "6x6", "8x8"] {
            let mut position = amazons::notation::parse_position(start).unwrap();
            while position.outcome().is_none() {
                positions.push(position);
                let moves = position.moves();
                position.play(moves[rng.below(moves.len())]);
            }
        }
        positions
    }

    /// The value that is learned is the one that the engine plays with.
    #[test]
    fn values_match_the_tapered_evaluation() {
        let mut rng = SplitMix64::from_seed(2);
        for features in FeatureSet::ALL {
            let extractor = FeatureExtractor::new(features);
            let params: Vec<f64> = features
                .initial_params()
                .iter()
                .map(|_| rng.below(2_000) as f64 / 10_000.0 - 0.1)
                .collect();
            let evaluation = TaperedEvaluation::new(&features.weights(&params, 2.0, "a test"));
            for position in positions() {
                let expected = evaluation.evaluate(&EvalBoard::from(&position)).logit();
                let own = extractor.extract(&position, position.to_move());
                let value = TdLambda::value(&params, &own) / 2.0;
                assert!(
                    (value - expected).abs() < 3e-3,
                    "{features}: {value}, not {expected}"
                );
                let other = extractor.extract(&position, !position.to_move());
                assert_eq!(-value, TdLambda::value(&params, &other) / 2.0);
            }
        }
    }

    #[test]
    fn the_paper_set_matches_domination_distance() {
        let extractor = FeatureExtractor::new(FeatureSet::Paper);
        for position in positions() {
            let features = Features::of(&EvalBoard::from(&position));
            let expected = DominationDistance::coefficients(&features, position.to_move());
            let mut found = [0.0; 9];
            for (index, coefficient) in extractor.extract(&position, position.to_move()) {
                found[index] += coefficient;
            }
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn params_names_and_weights_correspond() {
        for features in FeatureSet::ALL {
            let params = features.initial_params();
            assert_eq!(features.param_names().len(), params.len());
            let weights = features.weights(&params, 1.0, "");
            assert_eq!(features.params_from_weights(&weights), params);
            assert_eq!(features.name().parse(), Ok(features));
        }
        let error = "moon".parse::<FeatureSet>().unwrap_err();
        assert!(error.starts_with("unknown feature set \"moon\" (expected paper, no-ties"));
    }
}
