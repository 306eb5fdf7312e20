//! Search values: log-odds estimates and proven wins and losses in one `i16`.
//!
//! Estimates are in millilogits, 1/1000 of the natural logarithm of the odds of winning: 0 is an
//! even game, +1,000 a win probability of 73 %, +3,000 of 95 %. Integers make searches reproducible
//! on every platform. Proven values lie beyond all estimates and hold the number of plies to the
//! end.
//!
//! A value is for the player to move; [`Value::to_parent`] converts a child's value.

use std::fmt;

use game::{Color, Outcome};

/// Value of a position for the player to move; larger is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i16);

/// Win in 0 plies; each ply subtracts one.
const WIN_NOW: i16 = 30_000;

/// Longest distance to a proven win, in plies; longer ones are clamped.
const MAX_PLIES_TO_WIN: i16 = 5_000;

/// Smallest proven win.
const MIN_WIN: i16 = WIN_NOW - MAX_PLIES_TO_WIN;

impl Value {
    /// Millilogits in one logit, the unit of log-odds.
    pub const MILLILOGITS_PER_LOGIT: i32 = 1_000;

    /// Largest estimate; the smallest is its negative.
    pub const MAX_ESTIMATE: i32 = 24_000;

    /// A draw; also the estimate of an even game.
    pub const DRAW: Self = Self(0);

    /// Larger than the value of any position.
    pub const MAX: Self = Self(32_000);

    /// Smaller than the value of any position.
    pub const MIN: Self = Self(-32_000);

    /// Estimate in millilogits, clamped to ±[`MAX_ESTIMATE`](Self::MAX_ESTIMATE).
    #[must_use]
    #[inline]
    pub const fn from_millilogits(millilogits: i32) -> Self {
        let limit = Self::MAX_ESTIMATE;
        if millilogits > limit {
            Self(limit as i16)
        } else if millilogits < -limit {
            Self(-limit as i16)
        } else {
            Self(millilogits as i16)
        }
    }

    /// Proven win in `plies`.
    #[must_use]
    pub const fn win(plies: u32) -> Self {
        if plies > MAX_PLIES_TO_WIN as u32 {
            Self(MIN_WIN)
        } else {
            Self(WIN_NOW - plies as i16)
        }
    }

    /// Proven loss in `plies`.
    #[must_use]
    pub const fn loss(plies: u32) -> Self {
        Self(-Self::win(plies).0)
    }

    /// Value of a known outcome for `to_move`.
    #[must_use]
    #[inline]
    pub fn from_outcome(outcome: Outcome, to_move: Color) -> Self {
        match outcome.sign_for(to_move) {
            1 => Self::win(0),
            -1 => Self::loss(0),
            _ => Self::DRAW,
        }
    }

    /// Whether this is a proven win.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= MIN_WIN
    }

    /// Whether this is a proven loss.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -MIN_WIN
    }

    /// Whether this is a proven win or loss. A proven draw is not distinguishable from an estimate.
    #[must_use]
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies to the end of the game, if this is a proven win or loss.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() {
            Some(
                WIN_NOW
                    .saturating_sub(self.0.saturating_abs())
                    .unsigned_abs() as u32,
            )
        } else {
            None
        }
    }

    /// The number itself: millilogits, if this is an estimate.
    #[must_use]
    #[inline]
    pub const fn millilogits(self) -> i32 {
        self.0 as i32
    }

    /// Representation in tables and files; see [`from_bits`](Self::from_bits).
    #[must_use]
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    /// Inverse of [`to_bits`](Self::to_bits).
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits as i16)
    }

    /// A child's value for its parent: negated, and one ply farther from the end.
    #[must_use]
    #[inline]
    pub const fn to_parent(self) -> Self {
        let negated = -self.0;
        if self.is_loss() && negated > MIN_WIN {
            Self(negated - 1)
        } else if self.is_win() && negated < -MIN_WIN {
            Self(negated + 1)
        } else {
            Self(negated)
        }
    }

    /// Inverse of [`to_parent`](Self::to_parent), for bounds.
    #[must_use]
    #[inline]
    pub const fn to_child(self) -> Self {
        let negated = -self.0;
        if self.0 >= MIN_WIN && self.0 < WIN_NOW {
            Self(negated - 1)
        } else if self.0 <= -MIN_WIN && self.0 > -WIN_NOW {
            Self(negated + 1)
        } else {
            Self(negated)
        }
    }

    /// The next larger value, as beta of a null window.
    #[must_use]
    #[inline]
    pub(crate) const fn next_up(self) -> Self {
        Self(self.0 + 1)
    }

    /// Adds, clamped to [`MIN`](Self::MIN) and [`MAX`](Self::MAX).
    #[must_use]
    #[inline]
    pub(crate) fn saturating_add(self, millilogits: i32) -> Self {
        let sum = i32::from(self.0) + millilogits;
        Self(sum.clamp(Self::MIN.0.into(), Self::MAX.0.into()) as i16)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.is_win() => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn to_parent_adds_a_ply() {
        assert_eq!(Value::loss(0).to_parent(), Value::win(1));
        assert_eq!(Value::win(7).to_parent(), Value::loss(8));
        assert_eq!(
            Value::from_millilogits(12).to_parent(),
            Value::from_millilogits(-12)
        );
        assert_eq!(Value::win(9_999), Value::win(5_000));
        assert_eq!(Value::win(5_000).to_parent(), Value::loss(5_000));
        assert_eq!(Value::loss(3).plies_to_end(), Some(3));
        assert_eq!(Value::DRAW.plies_to_end(), None);
    }

    #[test]
    fn estimates_are_below_proven_wins() {
        assert_eq!(
            Value::from_millilogits(i32::MAX).millilogits(),
            Value::MAX_ESTIMATE
        );
        assert!(Value::from_millilogits(i32::MAX) < Value::win(5_000));
        assert!(Value::from_millilogits(i32::MIN) > Value::loss(5_000));
        assert!(!Value::from_millilogits(i32::MAX).is_decisive());
        assert!(Value::win(0) < Value::MAX);
        assert!(Value::loss(0) > Value::MIN);
    }

    #[test]
    fn to_child_inverts_to_parent_and_to_parent_reverses_the_order() {
        let values = |from: i16, to: i16| (from..=to).map(Value);
        for value in values(-WIN_NOW + 1, -MIN_WIN + 1)
            .chain(values(-24_000, 24_000))
            .chain(values(MIN_WIN + 1, WIN_NOW - 1))
        {
            if value.plies_to_end() == Some(5_000) {
                continue;
            }
            assert_eq!(value.to_child().to_parent(), value);
        }
        let mut previous = Value::MIN.to_parent();
        for value in values(-31_999, 31_999) {
            assert!(value.to_parent() <= previous, "{value:?}");
            previous = value.to_parent();
        }
    }
}
