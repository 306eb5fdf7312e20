//! Sets of squares turned and mirrored as a whole, a row or a diagonal at a time: many times as fast as square by square.

use crate::square::{MAX_SIDE, STRIDE};
use crate::square_set::SquareSet;

/// The squares of the lowest row.
const ROW: u128 = (1 << MAX_SIDE) - 1;

/// The squares whose column is so many more than their row, less nine.
static DIAGONALS: [u128; 2 * MAX_SIDE as usize - 1] = {
    let mut diagonals = [0; 2 * MAX_SIDE as usize - 1];
    let mut row = 0;
    while row < MAX_SIDE {
        let mut column = 0;
        while column < MAX_SIDE {
            let diagonal = (column + MAX_SIDE - 1 - row) as usize;
            diagonals[diagonal] |= 1 << (row * STRIDE + column);
            column += 1;
        }
        row += 1;
    }
    diagonals
};

impl SquareSet {
    /// The frame turned upside down: a1 goes to a10.
    #[must_use]
    #[inline]
    pub fn upside_down(self) -> Self {
        let mut bits = 0;
        let mut left = self.bits();
        for _ in 0..MAX_SIDE {
            bits = bits << STRIDE | left & ROW;
            left >>= STRIDE;
        }
        Self::from_bits(bits)
    }

    /// The frame turned by half: a1 goes to j10.
    #[must_use]
    #[inline]
    pub fn turned(self) -> Self {
        const LAST: u32 = (MAX_SIDE as u32 - 1) * (STRIDE as u32 + 1);
        Self::from_bits(self.bits().reverse_bits() >> (u128::BITS - 1 - LAST))
    }

    /// Columns and rows exchanged: b1 goes to a2.
    #[must_use]
    #[inline]
    pub fn transposed(self) -> Self {
        // A square whose column is greater by one than its row has an index smaller by so much than its image.
        const STEP: u32 = STRIDE as u32 - 1;
        let mut bits = 0;
        for (diagonal, &squares) in (0..).zip(&DIAGONALS) {
            let here = self.bits() & squares;
            let middle = u32::from(MAX_SIDE) - 1;
            bits |= if diagonal >= middle {
                here << (STEP * (diagonal - middle))
            } else {
                here >> (STEP * (middle - diagonal))
            };
        }
        Self::from_bits(bits)
    }

    /// How far the set can be moved down and to the left within the frame: as a difference of indices, for
    /// [`moved_down`](Self::moved_down).
    #[must_use]
    #[inline]
    pub fn room_below(self) -> u32 {
        let bits = self.bits();
        if bits == 0 {
            return 0;
        }
        let stride = u32::from(STRIDE);
        let rows = bits.trailing_zeros() / stride;
        let mut columns = 0;
        let mut left = bits;
        while left != 0 {
            columns |= left & ROW;
            left >>= stride;
        }
        rows * stride + columns.trailing_zeros()
    }

    /// The set moved down and to the left by a difference of indices; no square may leave the frame.
    #[must_use]
    #[inline]
    pub fn moved_down(self, difference: u32) -> Self {
        Self::from_bits(self.bits() >> difference)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::square::Square;

    fn mapped(set: SquareSet, image: impl Fn(u8, u8) -> (u8, u8)) -> SquareSet {
        set.iter()
            .map(|square| {
                let (column, row) = image(square.column(), square.row());
                Square::new(column, row).unwrap()
            })
            .collect()
    }

    proptest! {
        #[test]
        fn images_are_those_of_their_squares(bits: u128, fewer: u128) {
            for set in [bits, bits & fewer, bits & fewer & bits.rotate_left(40)] {
                let set = SquareSet::from_bits(set & SquareSet::FRAME.bits());
                prop_assert_eq!(set.upside_down(), mapped(set, |column, row| (column, 9 - row)));
                prop_assert_eq!(set.turned(), mapped(set, |column, row| (9 - column, 9 - row)));
                prop_assert_eq!(set.transposed(), mapped(set, |column, row| (row, column)));
                let low_column = set.iter().map(Square::column).min().unwrap_or(0);
                let low_row = set.iter().map(Square::row).min().unwrap_or(0);
                prop_assert_eq!(
                    set.moved_down(set.room_below()),
                    mapped(set, |column, row| (column - low_column, row - low_row))
                );
            }
        }
    }
}
