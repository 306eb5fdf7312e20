//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1998): tunes parameters by game
//! results. Independent of the game.
//!
//! Every round perturbs all parameters at once, each up or down at random, plays the perturbed
//! parameters against the opposite perturbation, and moves all parameters towards the winner.

use serde::{Deserialize, Serialize};

/// Spall's exponents for the decay of steps and perturbations.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// Parameters of SPSA.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// Step of a decisive first round: Spall's a / (1 + A)^α.
    #[serde(rename = "rate")]
    pub initial_step: f64,
    /// Perturbation of the first round: Spall's c.
    #[serde(rename = "reach")]
    pub perturbation: f64,
    /// Spall's stability constant A, in rounds.
    #[serde(rename = "steady")]
    pub stability: f64,
    /// Lower bound of all parameters.
    #[serde(rename = "least")]
    pub min: f64,
    /// Upper bound of all parameters.
    #[serde(rename = "most")]
    pub max: f64,
}

impl Spsa {
    /// Performs one round, numbered from 0. `up` draws a direction. `compare` plays the first
    /// parameters against the second and returns the result from −1 to 1.
    ///
    /// # Errors
    /// If `compare` fails.
    pub fn step<E>(
        &self,
        params: &mut [f64],
        round: u32,
        mut up: impl FnMut() -> bool,
        compare: impl FnOnce(&[f64], &[f64]) -> Result<f64, E>,
    ) -> Result<(), E> {
        let round = f64::from(round) + 1.0;
        let step = self.initial_step * (1.0 + self.stability).powf(ALPHA)
            / (round + self.stability).powf(ALPHA);
        let perturbation = self.perturbation / round.powf(GAMMA);
        let signs: Vec<f64> = params
            .iter()
            .map(|_| if up() { 1.0 } else { -1.0 })
            .collect();
        let perturbed = |by: f64| -> Vec<f64> {
            let pairs = params.iter().zip(&signs);
            pairs
                .map(|(param, sign)| (param + by * sign).clamp(self.min, self.max))
                .collect()
        };
        let result = compare(&perturbed(perturbation), &perturbed(-perturbation))?;
        for (param, sign) in params.iter_mut().zip(&signs) {
            *param = (*param + step * result * sign).clamp(self.min, self.max);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use game::SplitMix64;

    use super::*;

    const SPSA: Spsa = Spsa {
        initial_step: 0.05,
        perturbation: 0.1,
        stability: 50.0,
        min: 0.3,
        max: 2.0,
    };

    /// The optimum is 0.7 and 1.3; the closer parameters win nine times of ten.
    #[test]
    fn spsa_converges_to_the_optimum() {
        let mut params = [1.0, 1.0];
        let mut rng = SplitMix64::from_seed(4);
        let mut luck = rng.split();
        let distance = |params: &[f64]| (params[0] - 0.7).powi(2) + (params[1] - 1.3).powi(2);
        for round in 0..2_000 {
            let Ok(()) = SPSA.step(
                &mut params,
                round,
                || rng.below(2) == 0,
                |one, other| -> Result<f64, Infallible> {
                    let is_better = distance(one) < distance(other);
                    let is_upset = luck.below(10) == 0;
                    Ok(if is_better != is_upset { 1.0 } else { -1.0 })
                },
            );
        }
        assert!(distance(&params) < 0.01, "{params:?}");
    }

    #[test]
    fn a_drawn_round_changes_nothing() {
        let mut params = [1.0, 0.4];
        let mut compared = Vec::new();
        let Ok(()) = SPSA.step(
            &mut params,
            0,
            || true,
            |one, other| -> Result<f64, Infallible> {
                compared = vec![one.to_vec(), other.to_vec()];
                Ok(0.0)
            },
        );
        assert_eq!(params, [1.0, 0.4]);
        assert_eq!(compared, [[1.1, 0.5], [0.9, 0.300_000_000_000_000_04]]);
    }
}
