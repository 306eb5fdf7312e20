//! Between values and chances of winning.
//!
//! The functions of the system's mathematical library may differ from machine to machine in the
//! last digit, and a search that compares two nearly equal numbers would then play another move.
//! Here only addition, multiplication and division are used, which are the same everywhere.

use crate::Value;

/// e^x, for |x| up to 700.
pub(crate) fn exponential(x: f64) -> f64 {
    // e^x = 2^k · e^r with |r| ≤ ln 2 / 2; the series then needs few terms.
    let doublings = (x * std::f64::consts::LOG2_E + 0.5).floor();
    let rest = x - doublings * std::f64::consts::LN_2;
    let series = (1..=14)
        .rev()
        .fold(1.0, |sum, term| 1.0 + rest / f64::from(term) * sum);
    let exponent = (doublings as i64 + 1023).clamp(1, 2046) as u64;
    series * f64::from_bits(exponent << 52)
}

/// The chance of winning that a value stands for; a draw counts half.
#[must_use]
pub(crate) fn chance_of(value: Value) -> f32 {
    if value.is_win() {
        return 1.0;
    }
    if value.is_loss() {
        return 0.0;
    }
    let logit = f64::from(value.thousandths()) / f64::from(Value::LOGIT);
    (1.0 / (1.0 + exponential(-logit))) as f32
}

/// The estimate that stands for a chance of winning.
#[must_use]
pub(crate) fn estimate_of(chance: f32) -> Value {
    // The least estimate with at least that chance. Sixteen steps, and only for reports.
    let (mut low, mut high) = (-Value::ESTIMATE_LIMIT, Value::ESTIMATE_LIMIT);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if chance_of(Value::estimate(middle)) < chance {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Value::estimate(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right() {
        for step in -4_000..=4_000 {
            let x = f64::from(step) / 100.0;
            let error = (exponential(x) / x.exp() - 1.0).abs();
            assert!(error < 1e-13, "e^{x}: off by {error}");
        }
    }

    #[test]
    fn chances_and_estimates_are_inverse() {
        assert_eq!(chance_of(Value::DRAW), 0.5);
        assert!((chance_of(Value::estimate(1_000)) - 0.731_06).abs() < 1e-5);
        assert_eq!(chance_of(Value::win(3)), 1.0);
        assert_eq!(chance_of(Value::loss(3)), 0.0);
        for thousandths in (-5_000..=5_000).step_by(7) {
            let value = Value::estimate(thousandths);
            let difference = estimate_of(chance_of(value)).thousandths() - thousandths;
            assert!(difference.abs() <= 1, "{thousandths}: off by {difference}");
        }
        assert!(!estimate_of(1.0).is_decided());
        assert!(!estimate_of(0.0).is_decided());
    }
}
