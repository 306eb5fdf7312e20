//! Elo estimates.

use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::normal::{Z_95, normal_cdf};
use super::pentanomial::Pentanomial;

/// Normalized Elo of an expected score one standard deviation of a game above ½.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// Elo difference of an expected score from 0 to 1; infinite at the ends.
pub(super) fn score_to_elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Subtracting from zero avoids a negative zero at a score of ½.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// Expected score of an Elo difference.
#[must_use]
pub fn elo_to_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Estimated difference between two players, from game pairs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct EloEstimate {
    /// Number of game pairs.
    pub pairs: u64,
    /// Mean score, 0 to 1.
    pub score: f64,
    /// Elo difference.
    pub elo: f64,
    /// Lower end of the 95 % confidence interval.
    pub elo_low: f64,
    /// Upper end of the 95 % confidence interval.
    pub elo_high: f64,
    /// Normalized Elo: the difference relative to the standard deviation of one game. It determines
    /// the number of games needed to detect it, whatever the openings and draw rate.
    pub normalized_elo: f64,
    /// Likelihood of superiority: probability that the first player is stronger.
    #[serde(rename = "superiority")]
    pub los: f64,
}

impl EloEstimate {
    /// Estimates the strength of the first player relative to the second; `None` without pairs.
    #[must_use]
    pub fn new(pairs: &Pentanomial) -> Option<Self> {
        if pairs.pairs() == 0 {
            return None;
        }
        let score = pairs.score();
        let deviation = smoothed_variance(pairs).sqrt();
        let error = deviation / (pairs.pairs() as f64).sqrt();
        let margin = Z_95 * error;
        Some(Self {
            pairs: pairs.pairs(),
            score,
            elo: score_to_elo(score),
            elo_low: score_to_elo(score - margin),
            elo_high: score_to_elo(score + margin),
            normalized_elo: (score - 0.5) / (SQRT_2 * deviation) * NORMALIZED_SCALE,
            los: normal_cdf((score - 0.5) / error),
        })
    }
}

/// Variance of a pair score with one pseudo-pair added, half lost and half won. A few equal results
/// do not show a variance of 0; with many pairs, the difference vanishes.
fn smoothed_variance(pairs: &Pentanomial) -> f64 {
    let count = pairs.pairs() as f64 + 1.0;
    let [sum, squares] = [1, 2].map(|power| {
        let scores = Pentanomial::SCORES.iter().zip(pairs.0);
        let observed: f64 = scores
            .map(|(score, count)| score.powi(power) * count as f64)
            .sum();
        observed + 0.5
    });
    squares / count - (sum / count).powi(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        assert!((score_to_elo(0.75) - 190.848_501_887_865).abs() < 1e-9);
        for elo in [-500.0, -10.0, 0.0, 1.0, 300.0] {
            assert!((score_to_elo(elo_to_score(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(score_to_elo(1.0), f64::INFINITY);
        assert_eq!(score_to_elo(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn an_estimate_agrees_with_manual_calculation() {
        // 99 pairs: 9.5 and 15.5 with the pseudo-pair, so 100 with mean 0.53.
        let pairs = Pentanomial([9, 0, 75, 0, 15]);
        let estimate = EloEstimate::new(&pairs).unwrap();
        let score: f64 = 52.5 / 99.0;
        let deviation = (0.3425_f64 - 0.53 * 0.53).sqrt();
        let error = deviation / 99_f64.sqrt();
        assert!((estimate.score - score).abs() < 1e-12);
        assert!((estimate.elo - score_to_elo(score)).abs() < 1e-9);
        assert!((estimate.elo_low - score_to_elo(score - 1.959_964 * error)).abs() < 1e-4);
        let normalized = (score - 0.5) / deviation / SQRT_2 * 347.435_585;
        assert!((estimate.normalized_elo - normalized).abs() < 1e-4);
        assert!((estimate.los - normal_cdf((score - 0.5) / error)).abs() < 1e-12);
        let other = EloEstimate::new(&pairs.reversed()).unwrap();
        assert!((estimate.elo + other.elo).abs() < 1e-9);
        assert!((estimate.los + other.los - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extreme_results_have_finite_bounds() {
        assert_eq!(EloEstimate::new(&Pentanomial::default()), None);
        let won = EloEstimate::new(&Pentanomial([0, 0, 0, 0, 3])).unwrap();
        assert_eq!((won.elo, won.elo_high), (f64::INFINITY, f64::INFINITY));
        assert!(
            won.elo_low.is_finite() && (0.95..1.0).contains(&won.los),
            "{won:?}"
        );
        let even = EloEstimate::new(&Pentanomial([0, 0, 3, 0, 0])).unwrap();
        assert_eq!((even.elo, even.normalized_elo, even.los), (0.0, 0.0, 0.5));
        assert!(even.elo_low < -50.0 && even.elo_high > 50.0, "{even:?}");
    }
}
