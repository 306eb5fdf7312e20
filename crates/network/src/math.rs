//! Deterministic `exp`, `ln`, `tanh` and `sigmoid`: fixed sequences of IEEE operations, identical
//! on every platform, auto-vectorized. The standard library's differ in the last digit between
//! systems, so searches would visit different nodes.

/// 1.5·2²³: adding and subtracting it rounds to the nearest integer, ties to even.
const ROUND_MAGIC: f32 = 12_582_912.0;

/// e^x to about seven digits; 0 for x < −87, e^87 for x > 87.
#[must_use]
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    let clamped = x.clamp(-87.0, 87.0);
    let shifted = clamped * std::f32::consts::LOG2_E + ROUND_MAGIC;
    let exponent = shifted - ROUND_MAGIC;
    // ln 2 in two parts; the product with the first is exact.
    let rest = clamped - exponent * 0.693_359_4 - exponent * -2.121_944_4e-4;
    let mut series = 1.987_569_1e-4;
    for coefficient in [
        1.398_199_9e-3,
        8.333_452e-3,
        4.166_579_6e-2,
        0.166_666_65,
        0.5,
    ] {
        series = series * rest + coefficient;
    }
    let fraction = series * rest * rest + rest + 1.0;
    let power = f32::from_bits(shifted.to_bits().wrapping_add(127) << 23);
    if x < -87.0 { 0.0 } else { fraction * power }
}

/// Natural logarithm of a positive, normal number to about seven digits.
#[must_use]
#[inline(always)]
pub(crate) fn ln(x: f32) -> f32 {
    // The mantissa between √½ and √2, so that the series is short.
    let bits = x
        .to_bits()
        .wrapping_sub(std::f32::consts::FRAC_1_SQRT_2.to_bits());
    let exponent = (bits as i32 >> 23) as f64;
    let mantissa = f32::from_bits(
        (bits & 0x007f_ffff).wrapping_add(std::f32::consts::FRAC_1_SQRT_2.to_bits()),
    );
    // 2 artanh((m − 1) / (m + 1)) in double precision; not called in hot loops.
    let ratio = (f64::from(mantissa) - 1.0) / (f64::from(mantissa) + 1.0);
    let square = ratio * ratio;
    let mut series = 1.0 / 13.0;
    for odd in [11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        series = series * square + 1.0 / odd;
    }
    (exponent * std::f64::consts::LN_2 + 2.0 * ratio * series) as f32
}

#[must_use]
#[inline(always)]
pub(crate) fn tanh(x: f32) -> f32 {
    let decay = exp(-2.0 * x.abs());
    ((1.0 - decay) / (1.0 + decay)).copysign(x)
}

/// 1 / (1 + e^−x).
#[must_use]
#[inline(always)]
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From −80 to 80 in uneven steps.
    fn numbers() -> impl Iterator<Item = f32> {
        (-40_000..=40_000).map(|step| step as f32 * 0.002_003)
    }

    fn assert_close(ours: f32, truth: f64, relative: f64, x: f32) {
        let error = (f64::from(ours) - truth).abs();
        assert!(
            error <= relative * truth.abs() + 1e-37,
            "{x}: {ours} is not {truth}"
        );
    }

    #[test]
    fn functions_match_double_precision() {
        for x in numbers() {
            let wide = f64::from(x);
            assert_close(exp(x), wide.exp(), 3e-7, x);
            assert_close(sigmoid(x), 1.0 / (1.0 + (-wide).exp()), 4e-7, x);
            assert!((f64::from(tanh(x)) - wide.tanh()).abs() < 2e-7, "tanh {x}");
            if x > 0.0 {
                let error = (f64::from(ln(x)) - wide.ln()).abs();
                assert!(error < 1e-6, "ln {x}: off by {error}");
                assert_close(ln(exp(x)), f64::from(exp(x)).ln(), 2e-7, x);
            }
        }
    }

    #[test]
    fn extremes_stay_finite() {
        assert_eq!(exp(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp(-88.0), 0.0);
        assert!(exp(f32::INFINITY).is_finite());
        assert_eq!((tanh(100.0), tanh(-100.0)), (1.0, -1.0));
        assert_eq!((sigmoid(200.0), sigmoid(-200.0) < 1e-37), (1.0, true));
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(ln(1.0), 0.0);
    }
}
