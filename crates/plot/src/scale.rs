//! From values to places along an axis, and the round numbers written there.

use crate::figure::Axis;

/// Where the values of an axis lie.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

/// How many round numbers an axis has room for, about.
const TICKS: f64 = 6.0;

impl Scale {
    /// The scale of an axis on which those values are to be seen.
    pub(crate) fn of(axis: &Axis, values: impl Iterator<Item = f64>) -> Self {
        let fits = |value: &f64| value.is_finite() && (!axis.logarithmic || *value > 0.0);
        let (low, high) = axis.range.unwrap_or_else(|| {
            let (low, high) = values
                .filter(fits)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            if low <= high { (low, high) } else { (1.0, 2.0) }
        });
        let mut scale = Self {
            low,
            high,
            logarithmic: axis.logarithmic,
        };
        // A single value still needs an axis around it.
        if scale.low >= scale.high {
            let more = if axis.logarithmic {
                0.0
            } else {
                low.abs().max(1.0) * 0.5
            };
            scale.low = if axis.logarithmic {
                low / 2.0
            } else {
                low - more
            };
            scale.high = if axis.logarithmic {
                low * 2.0
            } else {
                low + more
            };
        }
        scale
    }

    /// The same with so much more room at both ends, as a share of the whole.
    pub(crate) fn widened(mut self, below: f64, above: f64) -> Self {
        let (low, high) = (self.inner(self.low), self.inner(self.high));
        let length = high - low;
        self.low = self.outer(low - below * length);
        self.high = self.outer(high + above * length);
        self
    }

    /// The place of a value, from 0 at the low end to 1; those outside are put at the ends. `None`
    /// for what has no place at all.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let (low, high) = (self.inner(self.low), self.inner(self.high));
        let place = (self.inner(value) - low) / (high - low);
        (!place.is_nan()).then(|| place.clamp(0.0, 1.0))
    }

    /// Round numbers between the ends, as texts.
    pub(crate) fn ticks(&self) -> Vec<(f64, String)> {
        let values = if self.logarithmic {
            self.factors()
        } else {
            self.steps()
        };
        let is_inside = |value: &f64| {
            let slack = 1e-9 * (self.high - self.low);
            *value >= self.low - slack && *value <= self.high + slack
        };
        let inside: Vec<f64> = values.into_iter().filter(is_inside).collect();
        let decimals = decimals(&inside);
        let text = |&value: &f64| (value, number(value, decimals));
        inside.iter().map(text).collect()
    }

    fn steps(&self) -> Vec<f64> {
        let rough = (self.high - self.low) / TICKS;
        let power = 10_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
        // A hair less will do: 0.3 is not quite 0.3 here.
        let step = steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9));
        let step = step.unwrap_or(10.0 * power);
        let first = (self.low / step).floor() as i64;
        (first..=first + 2 * TICKS as i64 + 2)
            .map(|multiple| multiple as f64 * step)
            .collect()
    }

    /// Powers of ten, with what lies between them where there are few.
    fn factors(&self) -> Vec<f64> {
        let (low, high) = (self.low.log10().floor(), self.high.log10().ceil());
        let between: &[f64] = if high - low <= 3.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        (low as i32..=high as i32)
            .flat_map(|power| {
                between
                    .iter()
                    .map(move |factor| factor * 10_f64.powi(power))
            })
            .collect()
    }

    fn inner(&self, value: f64) -> f64 {
        if self.logarithmic { value.ln() } else { value }
    }

    fn outer(&self, value: f64) -> f64 {
        if self.logarithmic { value.exp() } else { value }
    }
}

/// As many as it takes to tell the numbers apart.
fn decimals(values: &[f64]) -> usize {
    let is_enough = |decimals: &usize| {
        let factor = 10_f64.powi(*decimals as i32);
        values
            .iter()
            .all(|value| (value * factor - (value * factor).round()).abs() < 1e-6 * factor.max(1.0))
    };
    (0..=9).find(is_enough).unwrap_or(9)
}

/// A number as people write it, with commas between its thousands.
#[must_use]
pub fn number(value: f64, decimals: usize) -> String {
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

    fn texts(axis: &Axis, values: &[f64]) -> Vec<String> {
        let scale = Scale::of(axis, values.iter().copied());
        scale.ticks().into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round() {
        let axis = Axis::new("");
        assert_eq!(
            texts(&axis, &[0.0, 100.0]),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            texts(&axis, &[-0.2, 0.1]),
            ["−0.20", "−0.15", "−0.10", "−0.05", "0.00", "0.05", "0.10"]
        );
        assert_eq!(
            texts(&axis, &[0.0, 2176.0]),
            ["0", "500", "1,000", "1,500", "2,000"]
        );
        let factors = Axis::new("").logarithmic();
        assert_eq!(
            texts(&factors, &[1.0, 100.0]),
            ["1", "2", "5", "10", "20", "50", "100"]
        );
        assert_eq!(texts(&factors, &[1.0, 1e6]).len(), 7);
    }

    #[test]
    fn values_have_places() {
        let scale = Scale::of(&Axis::new("").over(10.0, 20.0), [0.0].into_iter());
        assert_eq!(scale.place(15.0), Some(0.5));
        assert_eq!(
            (scale.place(0.0), scale.place(99.0)),
            (Some(0.0), Some(1.0))
        );
        assert_eq!(scale.place(f64::NAN), None);
        let factors = Scale::of(&Axis::new("").logarithmic(), [1.0, 100.0, -5.0].into_iter());
        assert!((factors.place(10.0).unwrap() - 0.5).abs() < 1e-12);
        assert_eq!(factors.place(-1.0), None);
        assert_eq!(factors.place(0.0), Some(0.0));
    }

    #[test]
    fn one_value_or_none_still_makes_an_axis() {
        for values in [&[][..], &[3.0], &[0.0], &[f64::NAN]] {
            for axis in [Axis::new(""), Axis::new("").logarithmic()] {
                let ticks = Scale::of(&axis, values.iter().copied()).ticks();
                assert!(
                    !ticks.is_empty() && ticks.len() < 20,
                    "{values:?} {axis:?} {ticks:?}"
                );
            }
        }
    }
}
