//! How sure a number is: intervals that hold the true value in 95 of 100 cases.

use arena::statistics::DEVIATIONS_OF_95_PERCENT as DEVIATIONS;
use serde::{Deserialize, Serialize};

/// A value and the interval that it is thought to lie in.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// The same in another unit, such as percent.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            low: self.low * factor,
            high: self.high * factor,
        }
    }
}

/// The share of successes: Wilson's interval, which is right for few and for extreme ones, too. `None`
/// without a trial.
#[must_use]
pub fn share(successes: usize, trials: usize) -> Option<Estimate> {
    if trials == 0 {
        return None;
    }
    let (trials, value) = (trials as f64, successes as f64 / trials as f64);
    let square = DEVIATIONS * DEVIATIONS / trials;
    let middle = (value + square / 2.0) / (1.0 + square);
    let reach =
        DEVIATIONS * ((value * (1.0 - value) + square / 4.0) / trials).sqrt() / (1.0 + square);
    Some(Estimate {
        value,
        // Rounding must not push a bound past the value itself.
        low: (middle - reach).clamp(0.0, value),
        high: (middle + reach).clamp(value, 1.0),
    })
}

/// The mean of independent values. `None` without a value; of a single one nothing is known but itself.
#[must_use]
pub fn mean(values: impl IntoIterator<Item = f64>) -> Option<Estimate> {
    ratio(values.into_iter().map(|value| (value, 1.0)))
}

/// The ratio of two sums over independent pairs, such as the moves per position over games of
/// different length: what belongs to one game is not independent, so the spread is that between
/// games. `None` without a pair, or if the lower sum is zero.
#[must_use]
pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Estimate> {
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
    Some(Estimate {
        value,
        low: value - DEVIATIONS * error,
        high: value + DEVIATIONS * error,
    })
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;

    use super::*;

    /// By Wilson's formula as any textbook has it, with a calculator.
    #[test]
    fn shares_by_hand() {
        let half = share(50, 100).unwrap();
        assert!((half.low - 0.403_832).abs() < 1e-5 && (half.high - 0.596_168).abs() < 1e-5);
        let none = share(0, 10).unwrap();
        assert!(none.low == 0.0 && (none.high - 0.277_533).abs() < 1e-5);
        assert_eq!(share(10, 10).unwrap().high, 1.0);
        assert_eq!(share(0, 0), None);
    }

    #[test]
    fn means_by_hand() {
        // Deviation 2 of a single value, 1 of the mean of four.
        let four = mean([3.0, 3.0, 3.0 + 12_f64.sqrt(), 3.0 - 12_f64.sqrt()]).unwrap();
        let error = (24.0_f64 / 3.0).sqrt() / 2.0;
        assert!((four.value - 3.0).abs() < 1e-12);
        assert!((four.high - 3.0 - 1.959_964 * error).abs() < 1e-5);
        assert_eq!(mean([7.0]).map(|one| (one.low, one.high)), Some((7.0, 7.0)));
        assert_eq!(mean([]), None);
        let pooled = ratio([(10.0, 1.0), (20.0, 3.0)]).unwrap();
        assert!((pooled.value - 7.5).abs() < 1e-12);
    }

    /// Of many samples, about 95 of 100 have the truth in their interval: 2,000 samples, and four
    /// standard deviations of that count are 39.
    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let mut numbers = RandomNumbers::from_seed(5);
        let mut uniform = || (numbers.next_bits() >> 11) as f64 / (1_u64 << 53) as f64;
        let (mut shares, mut ratios) = (0, 0);
        for _ in 0..2000 {
            let successes = (0..200).filter(|_| uniform() < 0.3).count();
            let of_share = share(successes, 200).unwrap();
            shares += i32::from(of_share.low <= 0.3 && 0.3 <= of_share.high);
            let of_ratio = ratio((0..200).map(|_| {
                let length = 1.0 + uniform();
                (length * (2.0 + 2.0 * uniform()), length)
            }));
            ratios +=
                i32::from(of_ratio.is_some_and(|ratio| ratio.low <= 3.0 && 3.0 <= ratio.high));
        }
        // Wilson's interval is exact only on average over shares: 0.3 of 200 comes out at 94 to 96.
        assert!((shares - 1900).abs() < 50, "{shares}");
        assert!((ratios - 1900).abs() < 50, "{ratios}");
    }
}
