//! Learning by temporal differences: a chance of winning is corrected by the one that follows it.
//!
//! Equations 1 and 2 of "Learning Domination-Distance of Amazons Using TD", for any value V that is a
//! weighted sum. Nothing here knows a game.

use serde::{Deserialize, Serialize};

/// What a value consists of: for some weights, by index, what each is multiplied by.
pub type Slope = Vec<(usize, f64)>;

/// What steers the learning.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Differences {
    /// How much earlier positions learn from a later difference, for each step between them.
    pub lambda: f64,
    /// How much of V makes a logit.
    pub omega: f64,
    /// What the last chance is.
    pub last: Last,
}

/// What the last position of a game is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Last {
    /// The result: the last P is 1, 0, or a half for a draw. The paper does not say so, but without it nothing
    /// says what winning is.
    Result,
    /// Nothing: the last P is that of the last position, and the result is never heard of.
    Evaluation,
}

impl Default for Differences {
    /// The paper's.
    fn default() -> Self {
        Self {
            lambda: 0.95,
            omega: 1.0,
            last: Last::Result,
        }
    }
}

impl Differences {
    /// V: the weighted sum.
    #[must_use]
    pub fn value(weights: &[f64], slope: &Slope) -> f64 {
        slope.iter().map(|&(index, by)| weights[index] * by).sum()
    }

    /// P, the chance of winning (equation 2).
    #[must_use]
    pub fn chance(&self, weights: &[f64], slope: &Slope) -> f64 {
        logistic(Self::value(weights, slope) / self.omega)
    }

    /// Σₜ (Pₜ₊₁ − Pₜ) Σᵢ≤ₜ λᵗ⁻ⁱ ∇Pᵢ: what equation 1 adds to the weights over a whole game, before the learning
    /// rate. The slopes are those of the game's positions in order, and the result the chance at the end,
    /// all as one and the same player sees them.
    #[must_use]
    pub fn change(&self, weights: &[f64], positions: &[Slope], result: f64) -> Vec<f64> {
        let chances: Vec<f64> = positions
            .iter()
            .map(|slope| self.chance(weights, slope))
            .collect();
        let mut change = vec![0.0; weights.len()];
        // The inner sum, brought forward from position to position.
        let mut trace = vec![0.0; weights.len()];
        for (place, (slope, &chance)) in positions.iter().zip(&chances).enumerate() {
            for part in &mut trace {
                *part *= self.lambda;
            }
            let steepness = chance * (1.0 - chance) / self.omega;
            for &(index, by) in slope {
                trace[index] += steepness * by;
            }
            let next = match (chances.get(place + 1), self.last) {
                (Some(&next), _) => next,
                (None, Last::Result) => result,
                (None, Last::Evaluation) => chance,
            };
            let difference = next - chance;
            for (change, part) in change.iter_mut().zip(&trace) {
                *change += difference * part;
            }
        }
        change
    }

    /// Σₜ (targetₜ − Pₜ) ∇Pₜ: the same where every position has a target of its own instead of its successor.
    #[must_use]
    pub fn change_towards(
        &self,
        weights: &[f64],
        positions: &[Slope],
        targets: &[f64],
    ) -> Vec<f64> {
        let mut change = vec![0.0; weights.len()];
        for (slope, target) in positions.iter().zip(targets) {
            let chance = self.chance(weights, slope);
            let step = (target - chance) * chance * (1.0 - chance) / self.omega;
            for &(index, by) in slope {
                change[index] += step * by;
            }
        }
        change
    }
}

/// 1 / (1 + e^−x).
#[must_use]
pub fn logistic(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Equation 1 as it is written: a double sum, with the gradient by differences of P itself.
    fn naive(td: &Differences, weights: &[f64], positions: &[Slope], result: f64) -> Vec<f64> {
        let chance = |weights: &[f64], t: usize| td.chance(weights, &positions[t]);
        let gradient = |t: usize, index: usize| {
            let shifted = |by: f64| {
                let mut weights = weights.to_vec();
                weights[index] += by;
                chance(&weights, t)
            };
            (shifted(1e-5) - shifted(-1e-5)) / 2e-5
        };
        (0..weights.len())
            .map(|index| {
                (0..positions.len())
                    .map(|t| {
                        let next = if t + 1 < positions.len() {
                            chance(weights, t + 1)
                        } else {
                            result
                        };
                        let sum: f64 = (0..=t)
                            .map(|i| td.lambda.powi((t - i) as i32) * gradient(i, index))
                            .sum();
                        (next - chance(weights, t)) * sum
                    })
                    .sum()
            })
            .collect()
    }

    proptest! {
        #[test]
        fn the_change_is_that_of_the_equation(
            weights in prop::collection::vec(-2.0..2.0, 3),
            numbers in prop::collection::vec(prop::collection::vec(-1.0..1.0, 3), 1..12),
            lambda in 0.0..1.0,
            omega in 0.5..3.0,
            won: bool,
        ) {
            let td = Differences { lambda, omega, last: Last::Result };
            let slope = |numbers: &Vec<f64>| numbers.iter().copied().enumerate().collect();
            let positions: Vec<Slope> = numbers.iter().map(slope).collect();
            let result = f64::from(u8::from(won));
            let found = td.change(&weights, &positions, result);
            let expected = naive(&td, &weights, &positions, result);
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert!((found - expected).abs() < 1e-7, "{found}, not {expected}");
            }
        }

        /// With λ = 1 the differences add up: every position learns from the result alone.
        #[test]
        fn without_forgetting_the_result_is_every_positions_target(
            weights in prop::collection::vec(-2.0..2.0, 3),
            numbers in prop::collection::vec(prop::collection::vec(-1.0..1.0, 3), 1..12),
        ) {
            let td = Differences { lambda: 1.0, ..Differences::default() };
            let slope = |numbers: &Vec<f64>| numbers.iter().copied().enumerate().collect();
            let positions: Vec<Slope> = numbers.iter().map(slope).collect();
            let found = td.change(&weights, &positions, 1.0);
            let targets = vec![1.0; positions.len()];
            let expected = td.change_towards(&weights, &positions, &targets);
            for (found, expected) in found.into_iter().zip(expected) {
                prop_assert!((found - expected).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn without_a_result_a_lone_position_teaches_nothing() {
        let td = Differences {
            last: Last::Evaluation,
            ..Differences::default()
        };
        assert_eq!(td.change(&[0.3], &[vec![(0, 1.0)]], 1.0), [0.0]);
    }
}
