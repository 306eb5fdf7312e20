//! What an evaluation says of a position.

use std::fmt;

use game::Color;

/// An estimate of a position's worth **to the player to move**: the logarithm of the odds of winning,
/// in thousandths. 0 is an even game, +1,000 a chance of 73 %, +3,000 one of 95 %.
///
/// A whole number, so that a search compares alike on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Estimate(i32);

impl Estimate {
    /// Odds of e to one.
    pub const LOGIT: i32 = 1_000;

    /// So many thousandths of a logit.
    #[must_use]
    #[inline]
    pub const fn from_thousandths(thousandths: i32) -> Self {
        Self(thousandths)
    }

    /// The nearest estimate to a logit; not a number counts as an even game.
    #[must_use]
    #[inline]
    pub fn from_logit(logit: f64) -> Self {
        Self((logit * f64::from(Self::LOGIT)).round() as i32)
    }

    /// In thousandths of a logit.
    #[must_use]
    #[inline]
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// The logarithm of the odds.
    #[must_use]
    pub fn logit(self) -> f64 {
        f64::from(self.0) / f64::from(Self::LOGIT)
    }

    /// The chance that the player to move wins. For people to read: the last digits may differ from
    /// machine to machine, so nothing should be decided by comparing two.
    #[must_use]
    pub fn chance(self) -> f64 {
        1.0 / (1.0 + (-self.logit()).exp())
    }

    /// The same estimate as `color` sees it, with `to_move` to move.
    #[must_use]
    pub const fn seen_by(self, color: Color, to_move: Color) -> Self {
        if color as u8 == to_move as u8 {
            self
        } else {
            Self(-self.0)
        }
    }
}

/// The logit: `+1.25`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.logit())
    }
}

impl fmt::Debug for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logits_and_chances() {
        assert_eq!(Estimate::from_logit(-1.2345).thousandths(), -1_235);
        assert_eq!(Estimate::from_logit(f64::NAN), Estimate::default());
        assert!((Estimate::from_thousandths(1_000).chance() - 0.731_058).abs() < 1e-6);
        assert_eq!(Estimate::from_thousandths(1_250).to_string(), "+1.25");
    }

    #[test]
    fn the_other_player_sees_the_opposite() {
        let estimate = Estimate::from_thousandths(70);
        assert_eq!(estimate.seen_by(Color::White, Color::White), estimate);
        assert_eq!(
            estimate.seen_by(Color::Black, Color::White).thousandths(),
            -70
        );
    }
}
