//! Sets of squares as bitboards.

mod transform;

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

use crate::square::{BoardSize, Direction, STRIDE, Square};

/// A set of squares of the 10×10 frame. Operators: `|` union, `&` intersection, `-` difference,
/// `^` symmetric difference.
///
/// ```
/// use amazons::{Square, SquareSet};
///
/// let squares = ["a1", "b1", "a2"].map(|text| text.parse::<Square>().unwrap());
/// let corner: SquareSet = squares.into_iter().collect();
/// assert_eq!(corner.neighbors().len(), 5);
/// assert_eq!(corner.to_string(), "\
/// ..........
/// ..........
/// ..........
/// ..........
/// ..........
/// ..........
/// ..........
/// ..........
/// x.........
/// xx........");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet(u128);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// All 100 squares of the frame.
    pub const FRAME: Self = Self::board(BoardSize::STANDARD);

    /// All squares of a board.
    #[must_use]
    pub const fn board(size: BoardSize) -> Self {
        let row = (1_u128 << size.columns()) - 1;
        let mut bits = 0;
        let mut index = 0;
        while index < size.rows() {
            bits |= row << (index * STRIDE);
            index += 1;
        }
        Self(bits)
    }

    /// The set of one square.
    #[must_use]
    #[inline]
    pub const fn single(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// The set with these bits; all must be within the frame.
    #[must_use]
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        debug_assert!(bits & !Self::FRAME.0 == 0);
        Self(bits)
    }

    /// One bit per square, at its [index](Square::index).
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Whether the set is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains `square`.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the two sets share a square.
    #[must_use]
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest index.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros()))
        }
    }

    /// Shifts all squares by one step; squares that leave the frame are dropped.
    #[must_use]
    #[inline]
    pub const fn step(self, direction: Direction) -> Self {
        let offset = direction.offset();
        let shifted = if offset > 0 {
            self.0 << offset
        } else {
            self.0 >> -offset
        };
        Self(shifted & Self::FRAME.0)
    }

    /// The squares a king move away from a square of the set, without the set itself.
    #[must_use]
    #[inline]
    pub const fn neighbors(self) -> Self {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        let block = row | row << STRIDE | row >> STRIDE;
        Self(block & Self::FRAME.0 & !self.0)
    }

    /// The squares by index.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> SquareSetIter {
        SquareSetIter {
            low: self.0 as u64,
            high: (self.0 >> u64::BITS) as u64,
        }
    }
}

/// Iterator over a set's squares by index.
#[derive(Clone, Debug)]
pub struct SquareSetIter {
    /// Two words: clearing the lowest bit of a `u128` costs several times as much.
    low: u64,
    high: u64,
}

impl Iterator for SquareSetIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let index = if self.low != 0 {
            let index = self.low.trailing_zeros();
            self.low &= self.low - 1;
            index
        } else if self.high != 0 {
            let index = u64::BITS + self.high.trailing_zeros();
            self.high &= self.high - 1;
            index
        } else {
            return None;
        };
        Some(Square::from_index(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for SquareSetIter {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    #[inline]
    fn into_iter(self) -> SquareSetIter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::single(square))
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> Self {
        Self::single(square)
    }
}

/// Implements an operator between sets, and between a set and a square.
macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident, $combine:expr) => {
        impl<T: Into<SquareSet>> $trait<T> for SquareSet {
            type Output = Self;

            #[inline]
            fn $method(self, other: T) -> Self {
                let combine: fn(u128, u128) -> u128 = $combine;
                Self(combine(self.0, other.into().0))
            }
        }

        impl<T: Into<SquareSet>> $assign_trait<T> for SquareSet {
            #[inline]
            fn $assign_method(&mut self, other: T) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

operator!(BitOr bitor BitOrAssign bitor_assign, |left, right| left | right);
operator!(BitAnd bitand BitAndAssign bitand_assign, |left, right| left & right);
operator!(BitXor bitxor BitXorAssign bitxor_assign, |left, right| left ^ right);
operator!(Sub sub SubAssign sub_assign, |left, right| left & !right);

/// Ten rows of `x` and `.`, the top row first.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..10).rev() {
            for column in 0..10 {
                let is_member =
                    Square::new(column, row).is_some_and(|square| self.contains(square));
                f.write_str(if is_member { "x" } else { "." })?;
            }
            if row > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_squares() -> impl Iterator<Item = Square> {
        (0..10).flat_map(|row| (0..10).filter_map(move |column| Square::new(column, row)))
    }

    #[test]
    fn boards_contain_their_squares() {
        for columns in 1..=10 {
            for rows in 1..=10 {
                let size = BoardSize::new(columns, rows).unwrap();
                let naive: SquareSet = all_squares()
                    .filter(|&square| size.contains(square))
                    .collect();
                assert_eq!(SquareSet::board(size), naive, "{size}");
            }
        }
    }

    #[test]
    fn steps_and_neighbors_match_coordinates() {
        for square in all_squares() {
            let mut neighbors = SquareSet::EMPTY;
            for direction in Direction::ALL {
                let (dx, dy) = direction.delta();
                let expected = square
                    .column()
                    .checked_add_signed(dx)
                    .zip(square.row().checked_add_signed(dy))
                    .and_then(|(column, row)| Square::new(column, row))
                    .map_or(SquareSet::EMPTY, SquareSet::single);
                assert_eq!(SquareSet::single(square).step(direction), expected);
                neighbors |= expected;
            }
            assert_eq!(SquareSet::single(square).neighbors(), neighbors);
        }
    }
}
