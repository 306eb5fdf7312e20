//! Elo: strength as a logarithm of odds, with its uncertainty.

use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::normal::{DEVIATIONS_OF_95_PERCENT, cumulative_normal};
use super::pairs::PairCounts;

/// Normalised Elo of a player whose expected score lies one standard deviation of a game above ½.
pub const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// The difference in Elo that makes a score between 0 and 1 expected; infinite at the ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Subtracting from zero avoids a negative zero at even scores.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// The expected score at a difference in Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// What pairs of games say about the difference between two players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// The pairs it rests on.
    pub pairs: u64,
    /// The average score, from 0 to 1.
    pub score: f64,
    /// The difference in Elo.
    pub elo: f64,
    /// The lower end of the interval that holds the true difference with 95 %.
    pub elo_low: f64,
    /// Its upper end.
    pub elo_high: f64,
    /// The difference in units of the noise of one game, scaled like Elo: what decides how many
    /// games it takes to see it, whatever the openings and the share of draws.
    pub normalized_elo: f64,
    /// The probability that the first player is the stronger one.
    pub superiority: f64,
}

impl Estimate {
    /// The estimate for the first of the two players; `None` without a pair.
    #[must_use]
    pub fn of(pairs: &PairCounts) -> Option<Self> {
        if pairs.pairs() == 0 {
            return None;
        }
        let score = pairs.score();
        let deviation = cautious_variance(pairs).sqrt();
        let error = deviation / (pairs.pairs() as f64).sqrt();
        let reach = DEVIATIONS_OF_95_PERCENT * error;
        Some(Self {
            pairs: pairs.pairs(),
            score,
            elo: elo_of_score(score),
            elo_low: elo_of_score(score - reach),
            elo_high: elo_of_score(score + reach),
            normalized_elo: (score - 0.5) / (SQRT_2 * deviation) * NORMALIZED_SCALE,
            superiority: cumulative_normal((score - 0.5) / error),
        })
    }
}

/// The variance of a pair's score as if half a pair more had been lost and half a pair won. A few
/// equal results do not show that there is no noise; among many, this makes no difference.
fn cautious_variance(pairs: &PairCounts) -> f64 {
    let count = pairs.pairs() as f64 + 1.0;
    let [sum, squares] = [1, 2].map(|power| {
        let scores = PairCounts::SCORES.iter().zip(pairs.0);
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
        assert!((elo_of_score(0.75) - 190.848_501_887_865).abs() < 1e-9);
        for elo in [-500.0, -10.0, 0.0, 1.0, 300.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(-0.1), f64::NEG_INFINITY);
    }

    #[test]
    fn estimate_by_hand() {
        // 99 pairs: 9.5 and 15.5 with what caution adds, so 100 with mean 0.53.
        let pairs = PairCounts([9, 0, 75, 0, 15]);
        let estimate = Estimate::of(&pairs).unwrap();
        let score: f64 = 52.5 / 99.0;
        let deviation = (0.3425_f64 - 0.53 * 0.53).sqrt();
        let error = deviation / 99_f64.sqrt();
        assert!((estimate.score - score).abs() < 1e-12);
        assert!((estimate.elo - elo_of_score(score)).abs() < 1e-9);
        assert!((estimate.elo_low - elo_of_score(score - 1.959_964 * error)).abs() < 1e-4);
        let normalized = (score - 0.5) / deviation / SQRT_2 * 347.435_585;
        assert!((estimate.normalized_elo - normalized).abs() < 1e-4);
        assert!((estimate.superiority - cumulative_normal((score - 0.5) / error)).abs() < 1e-12);
        let other = Estimate::of(&pairs.reversed()).unwrap();
        assert!((estimate.elo + other.elo).abs() < 1e-9);
        assert!((estimate.superiority + other.superiority - 1.0).abs() < 1e-12);
    }

    #[test]
    fn extremes_have_sensible_estimates() {
        assert_eq!(Estimate::of(&PairCounts::default()), None);
        let won = Estimate::of(&PairCounts([0, 0, 0, 0, 3])).unwrap();
        assert_eq!((won.elo, won.elo_high), (f64::INFINITY, f64::INFINITY));
        assert!(
            won.elo_low.is_finite() && (0.95..1.0).contains(&won.superiority),
            "{won:?}"
        );
        let even = Estimate::of(&PairCounts([0, 0, 3, 0, 0])).unwrap();
        assert_eq!(
            (even.elo, even.normalized_elo, even.superiority),
            (0.0, 0.0, 0.5)
        );
        assert!(even.elo_low < -50.0 && even.elo_high > 50.0, "{even:?}");
    }
}
