//! TD(λ): each predicted win probability is corrected by the following one.
//!
//! Equations 1 and 2 of "Learning Domination-Distance of Amazons Using TD", for any linear value V.
//! Independent of the game.

use serde::{Deserialize, Serialize};

/// Sparse feature vector: (weight index, coefficient) pairs.
pub type SparseFeatures = Vec<(usize, f64)>;

/// Parameters of TD(λ).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TdLambda {
    /// Decay λ of the eligibility trace per position.
    pub lambda: f64,
    /// Scale ω: win probability = sigmoid(V / ω).
    pub omega: f64,
    /// Target of the last position.
    #[serde(rename = "last")]
    pub terminal: TerminalTarget,
}

/// Target of the last position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerminalTarget {
    /// The result: 1, 0, or ½ for a draw. The paper does not state it, but nothing else defines
    /// winning.
    Result,
    /// Its own prediction, so that the result is never used; for the experiment `td/readings`.
    Evaluation,
}

impl Default for TdLambda {
    /// The paper's parameters.
    fn default() -> Self {
        Self {
            lambda: 0.95,
            omega: 1.0,
            terminal: TerminalTarget::Result,
        }
    }
}

impl TdLambda {
    /// V: the weighted sum of the features.
    #[must_use]
    pub fn value(weights: &[f64], features: &SparseFeatures) -> f64 {
        features
            .iter()
            .map(|&(index, coefficient)| weights[index] * coefficient)
            .sum()
    }

    /// P: the win probability (equation 2).
    #[must_use]
    pub fn win_probability(&self, weights: &[f64], features: &SparseFeatures) -> f64 {
        sigmoid(Self::value(weights, features) / self.omega)
    }

    /// Σₜ (Pₜ₊₁ − Pₜ) Σᵢ≤ₜ λᵗ⁻ⁱ ∇Pᵢ: the weight update of equation 1 over a game, before the
    /// learning rate. `positions` are the features of the game's positions and `result` is the
    /// final win probability, all from the point of view of the same player.
    #[must_use]
    pub fn update(&self, weights: &[f64], positions: &[SparseFeatures], result: f64) -> Vec<f64> {
        let predictions: Vec<f64> = positions
            .iter()
            .map(|features| self.win_probability(weights, features))
            .collect();
        let mut update = vec![0.0; weights.len()];
        // The eligibility trace: the inner sum.
        let mut trace = vec![0.0; weights.len()];
        for (index, (features, &prediction)) in positions.iter().zip(&predictions).enumerate() {
            for element in &mut trace {
                *element *= self.lambda;
            }
            let sigmoid_slope = prediction * (1.0 - prediction) / self.omega;
            for &(weight, coefficient) in features {
                trace[weight] += sigmoid_slope * coefficient;
            }
            let next = match (predictions.get(index + 1), self.terminal) {
                (Some(&next), _) => next,
                (None, TerminalTarget::Result) => result,
                (None, TerminalTarget::Evaluation) => prediction,
            };
            let difference = next - prediction;
            for (update, element) in update.iter_mut().zip(&trace) {
                *update += difference * element;
            }
        }
        update
    }

    /// Σₜ (targetₜ − Pₜ) ∇Pₜ: the update if every position has a target of its own.
    #[must_use]
    pub fn supervised_update(
        &self,
        weights: &[f64],
        positions: &[SparseFeatures],
        targets: &[f64],
    ) -> Vec<f64> {
        let mut update = vec![0.0; weights.len()];
        for (features, target) in positions.iter().zip(targets) {
            let prediction = self.win_probability(weights, features);
            let step = (target - prediction) * prediction * (1.0 - prediction) / self.omega;
            for &(weight, coefficient) in features {
                update[weight] += step * coefficient;
            }
        }
        update
    }
}

/// 1 / (1 + e^−x).
#[must_use]
pub(crate) fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Equation 1 literally: a double sum, with the gradient by finite differences.
    fn reference(
        td: &TdLambda,
        weights: &[f64],
        positions: &[SparseFeatures],
        result: f64,
    ) -> Vec<f64> {
        let prediction = |weights: &[f64], t: usize| td.win_probability(weights, &positions[t]);
        let gradient = |t: usize, index: usize| {
            let shifted = |by: f64| {
                let mut weights = weights.to_vec();
                weights[index] += by;
                prediction(&weights, t)
            };
            (shifted(1e-5) - shifted(-1e-5)) / 2e-5
        };
        (0..weights.len())
            .map(|index| {
                (0..positions.len())
                    .map(|t| {
                        let next = if t + 1 < positions.len() {
                            prediction(weights, t + 1)
                        } else {
                            result
                        };
                        let sum: f64 = (0..=t)
                            .map(|i| td.lambda.powi((t - i) as i32) * gradient(i, index))
                            .sum();
                        (next - prediction(weights, t)) * sum
                    })
                    .sum()
            })
            .collect()
    }

    fn sparse(features: &[Vec<f64>]) -> Vec<SparseFeatures> {
        let to_sparse = |dense: &Vec<f64>| dense.iter().copied().enumerate().collect();
        features.iter().map(to_sparse).collect()
    }

    proptest! {
        #[test]
        fn the_update_matches_equation_1(
            weights in prop::collection::vec(-2.0..2.0, 3),
            features in prop::collection::vec(prop::collection::vec(-1.0..1.0, 3), 1..12),
            lambda in 0.0..1.0,
            omega in 0.5..3.0,
            won: bool,
        ) {
            let td = TdLambda { lambda, omega, terminal: TerminalTarget::Result };
            let positions = sparse(&features);
            let result = f64::from(u8::from(won));
            let found = td.update(&weights, &positions, result);
            let expected = reference(&td, &weights, &positions, result);
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert!((found - expected).abs() < 1e-7, "{found}, not {expected}");
            }
        }

        /// The differences telescope: every position learns from the result alone.
        #[test]
        fn with_lambda_1_the_result_is_the_target_of_every_position(
            weights in prop::collection::vec(-2.0..2.0, 3),
            features in prop::collection::vec(prop::collection::vec(-1.0..1.0, 3), 1..12),
        ) {
            let td = TdLambda { lambda: 1.0, ..TdLambda::default() };
            let positions = sparse(&features);
            let found = td.update(&weights, &positions, 1.0);
            let targets = vec![1.0; positions.len()];
            let expected = td.supervised_update(&weights, &positions, &targets);
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert!((found - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn without_the_result_a_single_position_teaches_nothing() {
        let td = TdLambda {
            terminal: TerminalTarget::Evaluation,
            ..TdLambda::default()
        };
        assert_eq!(td.update(&[0.3], &[vec![(0, 1.0)]], 1.0), [0.0]);
    }
}
