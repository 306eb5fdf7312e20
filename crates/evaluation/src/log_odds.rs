//! The result of an evaluation.

use std::fmt;

/// Log-odds of winning **for the player to move**, in millilogits: 0 is an even game, +1,000 a win
/// probability of 73 %, +3,000 one of 95 %.
///
/// An integer, so that searches compare values alike on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LogOdds(i32);

/// One logit: odds of e to one.
pub(crate) const MILLILOGITS_PER_LOGIT: i32 = 1_000;

impl LogOdds {
    /// Log-odds in millilogits.
    #[must_use]
    #[inline]
    pub const fn from_millilogits(millilogits: i32) -> Self {
        Self(millilogits)
    }

    /// Rounds logits to millilogits; NaN becomes 0.
    #[must_use]
    #[inline]
    pub fn from_logit(logit: f64) -> Self {
        Self((logit * f64::from(MILLILOGITS_PER_LOGIT)).round() as i32)
    }

    /// The log-odds in millilogits.
    #[must_use]
    #[inline]
    pub const fn millilogits(self) -> i32 {
        self.0
    }

    /// The log-odds in logits.
    #[must_use]
    pub fn logit(self) -> f64 {
        f64::from(self.0) / f64::from(MILLILOGITS_PER_LOGIT)
    }

    /// Probability that the player to move wins. For display: the last digits depend on the
    /// platform's `exp`.
    #[must_use]
    pub fn win_probability(self) -> f64 {
        1.0 / (1.0 + (-self.logit()).exp())
    }
}

/// Logits: `+1.25`.
impl fmt::Display for LogOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.logit())
    }
}

impl fmt::Debug for LogOdds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logits_convert_to_millilogits_and_probabilities() {
        assert_eq!(LogOdds::from_logit(-1.2345).millilogits(), -1_235);
        assert_eq!(LogOdds::from_logit(f64::NAN), LogOdds::default());
        assert!((LogOdds::from_millilogits(1_000).win_probability() - 0.731_058).abs() < 1e-6);
        assert_eq!(LogOdds::from_millilogits(1_250).to_string(), "+1.25");
    }
}
