//! Pairs of games, counted by their score.

use serde::{Deserialize, Serialize};

/// How many pairs of games brought the first of two players 0, ½, 1, 1½ and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// The points of a pair, as a share of both games.
    pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Counts a pair by the half points, 0 to 4, of the first player.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// The number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The average score of a pair, from 0 to 1; ½ if there is none.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        self.sum(|score| score) / self.pairs() as f64
    }

    /// The variance of the score of a pair.
    #[must_use]
    pub fn variance(&self) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let mean = self.score();
        self.sum(|score| (score - mean).powi(2)) / self.pairs() as f64
    }

    /// The same pairs as the other player sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.0.reverse();
        self
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        let terms = Self::SCORES
            .iter()
            .zip(self.0)
            .map(|(&score, count)| of(score) * count as f64);
        terms.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_a_small_sample() {
        let pairs = PairCounts([1, 0, 2, 0, 1]);
        assert_eq!(
            (pairs.pairs(), pairs.score(), pairs.variance()),
            (4, 0.5, 0.125)
        );
        let pairs = PairCounts([0, 1, 0, 1, 2]);
        assert_eq!((pairs.score(), pairs.reversed().score()), (0.75, 0.25));
        assert_eq!(pairs.variance(), 0.09375);
        assert_eq!(
            (
                PairCounts::default().score(),
                PairCounts::default().variance()
            ),
            (0.5, 0.0)
        );
    }
}
