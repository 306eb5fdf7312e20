//! Dyadic fractions: the numbers among games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

/// Binary digits behind the point.
const DIGITS: u32 = 32;

/// A whole number divided by a power of two, such as `-3/4`, counted in steps of 2⁻³² within ±2³¹.
///
/// The numbers of a game whose longest line of play has `n` moves have denominators of at most 2ⁿ, so 32 digits are more
/// than any game needs that can be written down whole. What would need more stops with a panic, never with a wrong number.
///
/// ```
/// use combinatorial::Number;
///
/// let half = Number::integer(1).half();
/// assert_eq!((half + Number::integer(2)).to_string(), "5/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Number(i64);

impl Number {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    const ONE: i64 = 1 << DIGITS;

    /// A whole number.
    #[must_use]
    pub const fn integer(integer: i32) -> Self {
        Self((integer as i64) << DIGITS)
    }

    /// `numerator / 2^digits`, if it can be written with 32 digits behind the point and lies within ±2³¹.
    #[must_use]
    pub fn fraction(numerator: i64, digits: u32) -> Option<Self> {
        let shift = DIGITS.checked_sub(digits)?;
        numerator.checked_mul(1 << shift).map(Self)
    }

    /// Half of it.
    ///
    /// # Panics
    /// If it has no digit to spare.
    #[must_use]
    pub fn half(self) -> Self {
        assert!(self.0 & 1 == 0, "a number finer than 1/2^32 is needed");
        Self(self.0 >> 1)
    }

    /// The whole number that it is, if it is one.
    #[must_use]
    pub fn as_integer(self) -> Option<i32> {
        (self.digits() == 0).then_some((self.0 >> DIGITS) as i32)
    }

    /// The smallest power of two that makes it whole: 2 for 3/4.
    #[must_use]
    pub fn digits(self) -> u32 {
        DIGITS.saturating_sub(self.0.trailing_zeros())
    }

    /// What it is in steps of 2⁻³².
    #[must_use]
    pub fn steps(self) -> i64 {
        self.0
    }

    /// So many steps of 2⁻³².
    #[must_use]
    pub fn from_steps(steps: i64) -> Self {
        Self(steps)
    }

    /// As a floating-point number, for drawing.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    /// The number born first of all that lie strictly between two others; a side that is `None` is open.
    ///
    /// # Panics
    /// If none lies between them, or only numbers with more than 32 digits.
    #[must_use]
    pub fn simplest_between(low: Option<Self>, high: Option<Self>) -> Self {
        let above = |number: Self| low.is_none_or(|low| low < number);
        let below = |number: Self| high.is_none_or(|high| number < high);
        if above(Self::ZERO) && below(Self::ZERO) {
            return Self::ZERO;
        }
        for digits in 0..=DIGITS {
            let step = Self::ONE >> digits;
            // The nearest to zero of the multiples of this step that are on the right side.
            let candidate = match (low, high) {
                (Some(low), _) if low >= Self::ZERO => Self((low.0.div_euclid(step) + 1) * step),
                (_, Some(high)) => Self((high.0 - 1).div_euclid(step) * step),
                _ => Self::ZERO,
            };
            if above(candidate) && below(candidate) {
                return candidate;
            }
        }
        panic!("no number lies between {low:?} and {high:?}");
    }
}

impl Add for Number {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("within ±2^31"))
    }
}

impl Sub for Number {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("within ±2^31"))
    }
}

impl Neg for Number {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Number {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, Add::add)
    }
}

/// `3`, `-1/4`.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits();
        let numerator = self.0 >> (DIGITS - digits);
        if digits == 0 {
            write!(f, "{numerator}")
        } else {
            write!(f, "{numerator}/{}", 1_u64 << digits)
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, digits: u32) -> Number {
        Number::fraction(numerator, digits).unwrap()
    }

    #[test]
    fn the_simplest_number_is_found() {
        let between = |low, high| Number::simplest_between(low, high).to_string();
        let whole = |integer| Some(Number::integer(integer));
        assert_eq!(between(None, None), "0");
        assert_eq!(between(whole(4), None), "5");
        assert_eq!(between(None, whole(-4)), "-5");
        assert_eq!(between(whole(0), whole(1)), "1/2");
        assert_eq!(between(whole(-7), whole(-2)), "-3");
        assert_eq!(between(Some(fraction(1, 2)), Some(fraction(1, 1))), "3/8");
        assert_eq!(
            between(Some(fraction(-1, 1)), Some(fraction(-1, 2))),
            "-3/8"
        );
        assert_eq!(between(Some(fraction(5, 2)), Some(fraction(9, 2))), "2");
    }

    #[test]
    fn numbers_are_written_in_lowest_terms() {
        assert_eq!(fraction(6, 3).to_string(), "3/4");
        assert_eq!(fraction(-8, 2).to_string(), "-2");
        assert_eq!((fraction(3, 2) - Number::integer(1)).to_string(), "-1/4");
        assert_eq!(Number::fraction(1, 33), None);
        assert_eq!(Number::fraction(i64::MAX, 2), None);
    }
}
