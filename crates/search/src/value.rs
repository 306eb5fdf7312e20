//! What a position is worth, as one small number that both searchers compare.
//!
//! An estimate is the logarithm of the odds of winning, in thousandths: 0 is an even game, +1,000 a
//! chance of 73 %, +3,000 one of 95 %. Whole numbers, so that a search gives the same result on
//! every machine. Beyond all estimates lie the proved values, which know how many plies away the
//! end is.
//!
//! A value belongs to a position and is seen by the player to move there; a parent sees the value
//! of its child through [`Value::seen_from_parent`].

use std::fmt;

use game::{Color, Outcome};

/// What a position is worth to the player to move; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i16);

/// A win on the spot; each ply that it takes costs one.
const WIN: i16 = 30_000;

/// No proved win is farther away than this; those that are count as if they were not.
const MAX_PLIES: i16 = 5_000;

/// The least proved win.
const LEAST_WIN: i16 = WIN - MAX_PLIES;

impl Value {
    /// The odds of winning are e to one.
    pub const LOGIT: i32 = 1_000;

    /// No estimate is larger than this, nor smaller than its negative.
    pub const ESTIMATE_LIMIT: i32 = 24_000;

    /// Neither side wins; also the estimate of an even game.
    pub const DRAW: Self = Self(0);

    /// Better than any position can be.
    pub const BEST: Self = Self(32_000);

    /// Worse than any position can be.
    pub const WORST: Self = Self(-32_000);

    /// An estimate in thousandths of a logit, cut off at [`ESTIMATE_LIMIT`](Self::ESTIMATE_LIMIT).
    #[must_use]
    #[inline]
    pub const fn estimate(thousandths: i32) -> Self {
        let limit = Self::ESTIMATE_LIMIT;
        if thousandths > limit {
            Self(limit as i16)
        } else if thousandths < -limit {
            Self(-limit as i16)
        } else {
            Self(thousandths as i16)
        }
    }

    /// A proved win in so many plies.
    #[must_use]
    pub const fn win(plies: u32) -> Self {
        if plies > MAX_PLIES as u32 {
            Self(LEAST_WIN)
        } else {
            Self(WIN - plies as i16)
        }
    }

    /// A proved loss in so many plies.
    #[must_use]
    pub const fn loss(plies: u32) -> Self {
        Self(-Self::win(plies).0)
    }

    /// The value of a position whose outcome is known, with `to_move` to move.
    #[must_use]
    #[inline]
    pub fn of_outcome(outcome: Outcome, to_move: Color) -> Self {
        match outcome.score_for(to_move) {
            1 => Self::win(0),
            -1 => Self::loss(0),
            _ => Self::DRAW,
        }
    }

    /// Whether this is a proved win.
    #[must_use]
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= LEAST_WIN
    }

    /// Whether this is a proved loss.
    #[must_use]
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -LEAST_WIN
    }

    /// Whether this is a proved win or a proved loss. A proved draw cannot be told from an estimate
    /// by its value.
    #[must_use]
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// How many plies away the end is, if this is a proved win or loss.
    #[must_use]
    pub const fn plies(self) -> Option<u32> {
        if self.is_decided() {
            Some(WIN.saturating_sub(self.0.saturating_abs()).unsigned_abs() as u32)
        } else {
            None
        }
    }

    /// The number itself: thousandths of a logit, if this is an estimate.
    #[must_use]
    #[inline]
    pub const fn thousandths(self) -> i32 {
        self.0 as i32
    }

    /// The number as it is stored, in tables and files; [`from_bits`](Self::from_bits) reads it.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// The value that was stored as those bits.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits as i16)
    }

    /// The value of a child as its parent sees it: for the other player, and one ply farther from
    /// the end.
    #[must_use]
    #[inline]
    pub const fn seen_from_parent(self) -> Self {
        let seen = -self.0;
        if self.is_loss() && seen > LEAST_WIN {
            Self(seen - 1)
        } else if self.is_win() && seen < -LEAST_WIN {
            Self(seen + 1)
        } else {
            Self(seen)
        }
    }

    /// The inverse of [`seen_from_parent`](Self::seen_from_parent): a bound on the parent's value as
    /// a bound on the child's.
    #[must_use]
    #[inline]
    pub const fn seen_from_child(self) -> Self {
        let seen = -self.0;
        if self.0 >= LEAST_WIN && self.0 < WIN {
            Self(seen - 1)
        } else if self.0 <= -LEAST_WIN && self.0 > -WIN {
            Self(seen + 1)
        } else {
            Self(seen)
        }
    }

    /// The next larger number; what makes a window that holds nothing.
    #[must_use]
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// So much more, within the numbers that a window can have.
    #[must_use]
    #[inline]
    pub(crate) fn plus(self, thousandths: i32) -> Self {
        let sum = i32::from(self.0) + thousandths;
        Self(sum.clamp(Self::WORST.0.into(), Self::BEST.0.into()) as i16)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
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
    fn a_parent_is_one_ply_farther_from_the_end() {
        assert_eq!(Value::loss(0).seen_from_parent(), Value::win(1));
        assert_eq!(Value::win(7).seen_from_parent(), Value::loss(8));
        assert_eq!(Value::estimate(12).seen_from_parent(), Value::estimate(-12));
        assert_eq!(Value::win(9_999), Value::win(5_000));
        assert_eq!(Value::win(5_000).seen_from_parent(), Value::loss(5_000));
        assert_eq!(Value::loss(3).plies(), Some(3));
        assert_eq!(Value::DRAW.plies(), None);
    }

    #[test]
    fn estimates_stay_below_proofs() {
        assert_eq!(
            Value::estimate(i32::MAX).thousandths(),
            Value::ESTIMATE_LIMIT
        );
        assert!(Value::estimate(i32::MAX) < Value::win(5_000));
        assert!(Value::estimate(i32::MIN) > Value::loss(5_000));
        assert!(!Value::estimate(i32::MAX).is_decided());
        assert!(Value::win(0) < Value::BEST);
        assert!(Value::loss(0) > Value::WORST);
    }

    /// Over all numbers: the inverse inverts, and order turns round.
    #[test]
    fn the_child_sees_the_bound_that_its_parent_means() {
        let values = |from: i16, to: i16| (from..=to).map(Value);
        for value in values(-WIN + 1, -LEAST_WIN + 1)
            .chain(values(-24_000, 24_000))
            .chain(values(LEAST_WIN + 1, WIN - 1))
        {
            if value.plies() == Some(5_000) {
                continue;
            }
            assert_eq!(value.seen_from_child().seen_from_parent(), value);
        }
        let mut previous = Value::WORST.seen_from_parent();
        for value in values(-31_999, 31_999) {
            assert!(value.seen_from_parent() <= previous, "{value:?}");
            previous = value.seen_from_parent();
        }
    }
}
