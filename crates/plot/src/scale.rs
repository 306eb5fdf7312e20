//! Linear and logarithmic scales with ticks at round numbers; formatting of numbers.

use crate::figure::Axis;

/// Maps values of an axis to positions from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    log_scale: bool,
}

/// Approximate number of ticks per axis.
const TARGET_TICK_COUNT: f64 = 6.0;

impl Scale {
    /// The scale of `axis`: over the range of the axis if it has one, else over that of `values`.
    pub(crate) fn fit(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let is_drawable = |value: &f64| value.is_finite() && (!axis.log_scale || *value > 0.0);
        let (low, high) = axis.range.unwrap_or_else(|| {
            let (low, high) = values
                .filter(is_drawable)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            if low <= high { (low, high) } else { (1.0, 2.0) }
        });
        let mut scale = Self {
            low,
            high,
            log_scale: axis.log_scale,
        };
        // A single value needs a range around it.
        if scale.low >= scale.high {
            (scale.low, scale.high) = if axis.log_scale {
                (low / 2.0, low * 2.0)
            } else {
                let margin = low.abs().max(1.0) * 0.5;
                (low - margin, low + margin)
            };
        }
        scale
    }

    /// Expands the range at both ends by fractions of its length.
    pub(crate) fn expanded(mut self, below: f64, above: f64) -> Self {
        let (low, high) = (self.transform(self.low), self.transform(self.high));
        let length = high - low;
        self.low = self.inverse(low - below * length);
        self.high = self.inverse(high + above * length);
        self
    }

    /// Position of a value from 0 (low end) to 1, clamped; `None` for NaN, and for negative values
    /// on a logarithmic scale.
    pub(crate) fn position(&self, value: f64) -> Option<f64> {
        let (low, high) = (self.transform(self.low), self.transform(self.high));
        let position = (self.transform(value) - low) / (high - low);
        (!position.is_nan()).then(|| position.clamp(0.0, 1.0))
    }

    /// Ticks at round values within the range, with their labels.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let values = if self.log_scale {
            self.log_ticks()
        } else {
            self.linear_ticks()
        };
        let is_inside = |value: &f64| {
            let tolerance = 1e-9 * (self.high - self.low);
            *value >= self.low - tolerance && *value <= self.high + tolerance
        };
        let inside: Vec<f64> = values.into_iter().filter(is_inside).collect();
        let decimals = decimals(&inside);
        let with_label = |&value: &f64| (value, format_number(value, decimals));
        inside.iter().map(with_label).collect()
    }

    /// Multiples of 1, 2, 5 or 10 times a power of ten, about [`TARGET_TICK_COUNT`] within the
    /// range. Some lie outside.
    fn linear_ticks(&self) -> Vec<f64> {
        let min_step = (self.high - self.low) / TARGET_TICK_COUNT;
        let power = 10_f64.powf(min_step.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        // Tolerates rounding errors of the range.
        let step = steps
            .into_iter()
            .find(|step| *step >= min_step * (1.0 - 1e-9));
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).floor() as i64;
        (first..=first + 2 * TARGET_TICK_COUNT as i64 + 2)
            .map(|multiple| multiple as f64 * step)
            .collect()
    }

    /// Powers of ten; over at most three decades also 2 and 5 times these. Some lie outside the
    /// range.
    fn log_ticks(&self) -> Vec<f64> {
        let (low, high) = (self.low.log10().floor(), self.high.log10().ceil());
        let factors: &[f64] = if high - low <= 3.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        (low as i32..=high as i32)
            .flat_map(|exponent| {
                factors
                    .iter()
                    .map(move |factor| factor * 10_f64.powi(exponent))
            })
            .collect()
    }

    /// Maps a value to a linear coordinate.
    fn transform(&self, value: f64) -> f64 {
        if self.log_scale { value.ln() } else { value }
    }

    /// Inverse of [`transform`](Self::transform).
    fn inverse(&self, coordinate: f64) -> f64 {
        if self.log_scale {
            coordinate.exp()
        } else {
            coordinate
        }
    }
}

/// Number of decimals needed to write all values with an error below 10^-6.
fn decimals(values: &[f64]) -> usize {
    let is_enough = |decimals: &usize| {
        let factor = 10_f64.powi(*decimals as i32);
        values
            .iter()
            .all(|value| (value * factor - (value * factor).round()).abs() < 1e-6 * factor.max(1.0))
    };
    (0..=9).find(is_enough).unwrap_or(9)
}

/// Formats a number with thousands separators and a typographic minus sign.
#[must_use]
pub fn format_number(value: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let is_zero = text
        .chars()
        .all(|character| !('1'..='9').contains(&character));
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{grouped}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick_labels(axis: &Axis, values: &[f64]) -> Vec<String> {
        let scale = Scale::fit(axis, values.iter().copied());
        scale.ticks().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new("");
        assert_eq!(
            tick_labels(&axis, &[0.0, 100.0]),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            tick_labels(&axis, &[-0.2, 0.1]),
            ["−0.20", "−0.15", "−0.10", "−0.05", "0.00", "0.05", "0.10"]
        );
        assert_eq!(
            tick_labels(&axis, &[0.0, 2176.0]),
            ["0", "500", "1,000", "1,500", "2,000"]
        );
        let log = Axis::new("").with_log_scale();
        assert_eq!(
            tick_labels(&log, &[1.0, 100.0]),
            ["1", "2", "5", "10", "20", "50", "100"]
        );
        assert_eq!(tick_labels(&log, &[1.0, 1e6]).len(), 7);
    }

    #[test]
    fn positions_are_clamped_to_the_range() {
        let scale = Scale::fit(&Axis::new("").with_range(10.0, 20.0), [0.0].into_iter());
        assert_eq!(scale.position(15.0), Some(0.5));
        assert_eq!(
            (scale.position(0.0), scale.position(99.0)),
            (Some(0.0), Some(1.0))
        );
        assert_eq!(scale.position(f64::NAN), None);
        let log = Scale::fit(
            &Axis::new("").with_log_scale(),
            [1.0, 100.0, -5.0].into_iter(),
        );
        assert!((log.position(10.0).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(log.position(-1.0), None);
        assert_eq!(log.position(0.0), Some(0.0));
    }

    #[test]
    fn empty_and_single_value_data_get_a_range() {
        for values in [&[][..], &[3.0], &[0.0], &[f64::NAN]] {
            for axis in [Axis::new(""), Axis::new("").with_log_scale()] {
                let ticks = Scale::fit(&axis, values.iter().copied()).ticks();
                assert!(
                    !ticks.is_empty() && ticks.len() < 20,
                    "{values:?} {axis:?} {ticks:?}"
                );
            }
        }
    }
}
