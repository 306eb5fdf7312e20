//! Pentanomial statistics: results of game pairs, which are two games from one opening with colors
//! swapped.

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// Numbers of game pairs in which the first player scored 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Score of a pair for each of the five counts, 0 to 1.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair with the first player's half points, 0 to 4; more count as 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Mean score of a pair, 0 to 1; ½ if there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.weighted_sum(|score| score) / self.pairs() as f64
    }

    /// Variance of the score of one pair, not of the mean; 0 if there are no pairs.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let mean = self.score();
        self.weighted_sum(|score| (score - mean).powi(2)) / self.pairs() as f64
    }

    /// The pairs from the view of the second player.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Sum of a function of the score over all pairs.
    fn weighted_sum(&self, value: impl Fn(f64) -> f64) -> f64 {
        let terms = Self::SCORES
            .iter()
            .zip(self.0)
            .map(|(&score, count)| value(score) * count as f64);
        terms.sum()
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, added) in self.0.iter_mut().zip(other.0) {
            *count += added;
        }
    }
}

impl<'a> Sum<&'a Self> for Pentanomial {
    fn sum<I: Iterator<Item = &'a Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |mut sum, &counts| {
            sum += counts;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_variance_of_a_small_sample() {
        let counts = Pentanomial([1, 0, 2, 0, 1]);
        assert_eq!(
            (counts.pairs(), counts.score(), counts.variance()),
            (4, 0.5, 0.125)
        );
        let counts = Pentanomial([0, 1, 0, 1, 2]);
        assert_eq!((counts.score(), counts.reversed().score()), (0.75, 0.25));
        assert_eq!(counts.variance(), 0.09375);
        assert_eq!(
            (
                Pentanomial::default().score(),
                Pentanomial::default().variance()
            ),
            (0.5, 0.0)
        );
    }
}
