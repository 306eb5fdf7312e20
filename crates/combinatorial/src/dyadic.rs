//! Dyadic rationals: the numbers among games.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

/// Fractional bits.
const FRACTION_BITS: u32 = 32;

/// A dyadic rational such as `-3/4`: fixed point with 32 fractional bits, within ±2³¹.
///
/// A game whose longest line has `n` moves needs denominators of at most 2ⁿ, so 32 bits suffice for
/// all games that can be stored. Operations panic if they do not.
///
/// ```
/// use combinatorial::Dyadic;
///
/// let half = Dyadic::from_integer(1).half();
/// assert_eq!((half + Dyadic::from_integer(2)).to_string(), "5/2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Dyadic(i64);

impl Dyadic {
    /// 0.
    pub const ZERO: Self = Self(0);

    const RAW_ONE: i64 = 1 << FRACTION_BITS;

    /// An integer.
    #[must_use]
    pub const fn from_integer(integer: i32) -> Self {
        Self((integer as i64) << FRACTION_BITS)
    }

    /// `numerator / 2^exponent`; `None` if it is out of range.
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Option<Self> {
        let shift = FRACTION_BITS.checked_sub(exponent)?;
        numerator.checked_mul(1 << shift).map(Self)
    }

    /// Half of the number.
    ///
    /// # Panics
    /// If it needs more than 32 fractional bits.
    #[must_use]
    pub fn half(self) -> Self {
        assert!(self.0 & 1 == 0, "a number finer than 1/2^32 is needed");
        Self(self.0 >> 1)
    }

    /// The integer, if it is one.
    pub(crate) fn as_integer(self) -> Option<i32> {
        (self.denominator_exponent() == 0).then_some((self.0 >> FRACTION_BITS) as i32)
    }

    /// Exponent of the denominator: 2 for 3/4.
    #[must_use]
    pub fn denominator_exponent(self) -> u32 {
        FRACTION_BITS.saturating_sub(self.0.trailing_zeros())
    }

    /// The fixed-point representation: a multiple of 2⁻³².
    #[must_use]
    pub fn to_raw(self) -> i64 {
        self.0
    }

    /// From the fixed-point representation.
    #[must_use]
    pub fn from_raw(raw: i64) -> Self {
        Self(raw)
    }

    /// As a floating-point number.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::RAW_ONE as f64
    }

    /// The simplest number strictly between `low` and `high`; `None` is unbounded.
    ///
    /// # Panics
    /// If there is none, or it needs more than 32 fractional bits.
    pub(crate) fn simplest_between(low: Option<Self>, high: Option<Self>) -> Self {
        let above = |number: Self| low.is_none_or(|low| low < number);
        let below = |number: Self| high.is_none_or(|high| number < high);
        if above(Self::ZERO) && below(Self::ZERO) {
            return Self::ZERO;
        }
        for exponent in 0..=FRACTION_BITS {
            let step = Self::RAW_ONE >> exponent;
            // The multiple of this step nearest to zero that satisfies one bound.
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

impl Add for Dyadic {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.checked_add(other.0).expect("within ±2^31"))
    }
}

impl Sub for Dyadic {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.checked_sub(other.0).expect("within ±2^31"))
    }
}

impl Neg for Dyadic {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, Add::add)
    }
}

/// `3`, `-1/4`.
impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exponent = self.denominator_exponent();
        let numerator = self.0 >> (FRACTION_BITS - exponent);
        if exponent == 0 {
            write!(f, "{numerator}")
        } else {
            write!(f, "{numerator}/{}", 1_u64 << exponent)
        }
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent).unwrap()
    }

    #[test]
    fn the_simplest_number_is_found() {
        let between = |low, high| Dyadic::simplest_between(low, high).to_string();
        let integer = |integer| Some(Dyadic::from_integer(integer));
        assert_eq!(between(None, None), "0");
        assert_eq!(between(integer(4), None), "5");
        assert_eq!(between(None, integer(-4)), "-5");
        assert_eq!(between(integer(0), integer(1)), "1/2");
        assert_eq!(between(integer(-7), integer(-2)), "-3");
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
        assert_eq!(
            (fraction(3, 2) - Dyadic::from_integer(1)).to_string(),
            "-1/4"
        );
        assert_eq!(Dyadic::new(1, 33), None);
        assert_eq!(Dyadic::new(i64::MAX, 2), None);
    }
}
