//! 95 % confidence intervals and Fisher's exact test.

use arena::statistics::EloEstimate;
use arena::statistics::Z_95;
use plot::Point;
use serde::{Deserialize, Serialize};

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct IntervalEstimate {
    /// Point estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl IntervalEstimate {
    /// The estimate in another unit.
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }

    /// A proportion in percent.
    pub fn to_percent(self) -> Self {
        self.scaled(100.0)
    }

    /// The estimate as a point of a plot.
    pub fn at(self, x: f64) -> Point {
        Point::with_interval(x, self.value, self.low, self.high)
    }
}

impl From<EloEstimate> for IntervalEstimate {
    fn from(elo: EloEstimate) -> Self {
        Self {
            value: elo.elo,
            low: elo.elo_low,
            high: elo.elo_high,
        }
    }
}

/// A proportion with Wilson's interval; `None` without trials.
pub fn proportion(successes: usize, trials: usize) -> Option<IntervalEstimate> {
    if trials == 0 {
        return None;
    }
    let (trials, value) = (trials as f64, successes as f64 / trials as f64);
    let square = Z_95 * Z_95 / trials;
    let middle = (value + square / 2.0) / (1.0 + square);
    let half = Z_95 * ((value * (1.0 - value) + square / 4.0) / trials).sqrt() / (1.0 + square);
    Some(IntervalEstimate {
        value,
        // Rounding must not push a bound past the value.
        low: (middle - half).clamp(0.0, value),
        high: (middle + half).clamp(value, 1.0),
    })
}

/// A proportion in percent; `None` without trials.
pub fn percent(successes: usize, trials: usize) -> Option<IntervalEstimate> {
    proportion(successes, trials).map(IntervalEstimate::to_percent)
}

/// Mean of independent values; `None` without values.
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<IntervalEstimate> {
    ratio(values.into_iter().map(|value| (value, 1.0)))
}

/// Ratio of two sums over independent pairs, such as moves per position over games of different
/// lengths. The interval comes from the spread between pairs. `None` if the denominator is zero.
pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<IntervalEstimate> {
    let pairs: Vec<(f64, f64)> = pairs.into_iter().collect();
    let upper: f64 = pairs.iter().map(|pair| pair.0).sum();
    let lower: f64 = pairs.iter().map(|pair| pair.1).sum();
    if lower == 0.0 {
        return None;
    }
    let value = upper / lower;
    let count = pairs.len() as f64;
    let squares: f64 = pairs
        .iter()
        .map(|(upper, lower)| (upper - value * lower).powi(2))
        .sum();
    let error = if count > 1.0 {
        (squares * count / (count - 1.0)).sqrt() / lower.abs()
    } else {
        0.0
    };
    Some(IntervalEstimate {
        value,
        low: value - Z_95 * error,
        high: value + Z_95 * error,
    })
}

/// Tables that are as likely as the observed one up to rounding count as equally likely.
const RELATIVE_TOLERANCE: f64 = 1.0 + 1e-7;

/// Two-sided p-value of Fisher's exact test of two samples, each given by successes and trials.
pub fn fisher_exact(one: (usize, usize), other: (usize, usize)) -> f64 {
    let ((one_successes, one_trials), (other_successes, other_trials)) = (one, other);
    let successes = one_successes + other_successes;
    let mut log_factorials = vec![0.0];
    for number in 1..=one_trials + other_trials {
        log_factorials.push(log_factorials[number - 1] + (number as f64).ln());
    }
    let log_binomial =
        |n: usize, k: usize| log_factorials[n] - log_factorials[k] - log_factorials[n - k];
    let all = log_binomial(one_trials + other_trials, successes);
    let probability = |here: usize| {
        (log_binomial(one_trials, here) + log_binomial(other_trials, successes - here) - all).exp()
    };
    let possible = successes.saturating_sub(other_trials)..=successes.min(one_trials);
    let observed = probability(one_successes) * RELATIVE_TOLERANCE;
    let extreme = possible.map(probability).filter(|&p| p <= observed);
    extreme.sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;

    /// Wilson's formula, by hand.
    #[test]
    fn proportions_by_hand() {
        let half = proportion(50, 100).unwrap();
        assert!((half.low - 0.403_832).abs() < 1e-5 && (half.high - 0.596_168).abs() < 1e-5);
        let none = proportion(0, 10).unwrap();
        assert!(none.low == 0.0 && (none.high - 0.277_533).abs() < 1e-5);
        assert_eq!(proportion(10, 10).unwrap().high, 1.0);
        assert_eq!(proportion(0, 0), None);
    }

    #[test]
    fn means_by_hand() {
        let four = mean([3.0, 3.0, 3.0 + 12_f64.sqrt(), 3.0 - 12_f64.sqrt()]).unwrap();
        let error = (24.0_f64 / 3.0).sqrt() / 2.0;
        assert!((four.value - 3.0).abs() < 1e-12);
        assert!((four.high - 3.0 - 1.959_964 * error).abs() < 1e-5);
        assert_eq!(mean([7.0]).map(|one| (one.low, one.high)), Some((7.0, 7.0)));
        assert_eq!(mean([]), None);
        let pooled = ratio([(10.0, 1.0), (20.0, 3.0)]).unwrap();
        assert!((pooled.value - 7.5).abs() < 1e-12);
    }

    /// About 95 % of 2,000 intervals contain the true value; four standard deviations are 39.
    #[test]
    fn intervals_cover_the_true_value() {
        let mut rng = SplitMix64::from_seed(5);
        let mut uniform = || rng.unit_f64();
        let (mut proportions, mut ratios) = (0, 0);
        for _ in 0..2000 {
            let successes = (0..200).filter(|_| uniform() < 0.3).count();
            let interval = proportion(successes, 200).unwrap();
            proportions += i32::from(interval.low <= 0.3 && 0.3 <= interval.high);
            let interval = ratio((0..200).map(|_| {
                let length = 1.0 + uniform();
                (length * (2.0 + 2.0 * uniform()), length)
            }));
            ratios += i32::from(interval.is_some_and(|one| one.low <= 3.0 && 3.0 <= one.high));
        }
        // Wilson's interval has its nominal coverage only on average: 94 to 96 % here.
        assert!((proportions - 1900).abs() < 50, "{proportions}");
        assert!((ratios - 1900).abs() < 50, "{ratios}");
    }

    /// Fisher's lady tasting tea: of 70 choices of 4 of 8 cups, one is all right, 16 have one wrong.
    #[test]
    fn fisher_by_hand() {
        assert!((fisher_exact((4, 4), (0, 4)) - 2.0 / 70.0).abs() < 1e-12);
        assert!((fisher_exact((3, 4), (1, 4)) - 34.0 / 70.0).abs() < 1e-12);
        assert!((fisher_exact((2, 4), (2, 4)) - 1.0).abs() < 1e-12);
        assert!((fisher_exact((0, 4), (0, 9)) - 1.0).abs() < 1e-12);
        assert!((fisher_exact((0, 0), (3, 9)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn fisher_approaches_the_normal_distribution() {
        // 3,456 and 3,590 of 10,000: 1.98 standard deviations of the difference, 67.3.
        let near = fisher_exact((3456, 10_000), (3590, 10_000));
        assert!((0.046..0.050).contains(&near), "{near}");
        assert!(fisher_exact((32, 10_000), (2, 10_000)) < 1e-6);
        let [there, back] = [
            fisher_exact((40, 200), (150, 900)),
            fisher_exact((150, 900), (40, 200)),
        ];
        assert!((there - back).abs() < 1e-12);
    }

    #[test]
    fn fisher_rarely_rejects_equal_samples() {
        let mut rng = SplitMix64::from_seed(2);
        let mut draw = |trials| (0..trials).filter(|_| rng.below(10) < 3).count();
        let rejected = (0..2000)
            .filter(|_| fisher_exact((draw(150), 150), (draw(100), 100)) < 0.1)
            .count();
        // Four standard deviations of 2,000 tests at 10 % are 54; the exact test is conservative.
        assert!((60..=254).contains(&rejected), "{rejected}");
    }
}
