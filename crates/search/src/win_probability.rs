//! Conversion between values and win probabilities.
//!
//! Deterministic `exp`: results of libm differ between platforms in the last digit, which could
//! change the move. Only addition, multiplication and division are used.

use crate::Value;

/// e^x, for |x| up to 700.
pub(crate) fn exp(x: f64) -> f64 {
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2; the series then needs few terms.
    let doublings = (x * std::f64::consts::LOG2_E + 0.5).floor();
    let rest = x - doublings * std::f64::consts::LN_2;
    let series = (1..=14)
        .rev()
        .fold(1.0, |sum, term| 1.0 + rest / f64::from(term) * sum);
    let exponent = (doublings as i64 + 1023).clamp(1, 2046) as u64;
    series * f64::from_bits(exponent << 52)
}

/// Win probability of a value; a draw counts ½.
#[must_use]
pub(crate) fn win_probability(value: Value) -> f32 {
    if value.is_win() {
        return 1.0;
    }
    if value.is_loss() {
        return 0.0;
    }
    let logit = f64::from(value.millilogits()) / f64::from(Value::MILLILOGITS_PER_LOGIT);
    (1.0 / (1.0 + exp(-logit))) as f32
}

/// The estimate with a win probability.
#[must_use]
pub(crate) fn value_of_probability(probability: f32) -> Value {
    // Binary search for the smallest estimate with at least that probability; only for reports.
    let (mut low, mut high) = (-Value::MAX_ESTIMATE, Value::MAX_ESTIMATE);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if win_probability(Value::from_millilogits(middle)) < probability {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Value::from_millilogits(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_accurate() {
        for step in -4_000..=4_000 {
            let x = f64::from(step) / 100.0;
            let error = (exp(x) / x.exp() - 1.0).abs();
            assert!(error < 1e-13, "e^{x}: off by {error}");
        }
    }

    #[test]
    fn win_probability_and_its_inverse_agree() {
        assert_eq!(win_probability(Value::DRAW), 0.5);
        assert!((win_probability(Value::from_millilogits(1_000)) - 0.731_06).abs() < 1e-5);
        assert_eq!(win_probability(Value::win(3)), 1.0);
        assert_eq!(win_probability(Value::loss(3)), 0.0);
        for millilogits in (-5_000..=5_000).step_by(7) {
            let value = Value::from_millilogits(millilogits);
            let difference =
                value_of_probability(win_probability(value)).millilogits() - millilogits;
            assert!(difference.abs() <= 1, "{millilogits}: off by {difference}");
        }
        assert!(!value_of_probability(1.0).is_decisive());
        assert!(!value_of_probability(0.0).is_decisive());
    }
}
