//! Flips, rotations and shifts of whole sets, by rows and diagonals instead of single squares.

use super::SquareSet;
use crate::square::{MAX_SIDE, STRIDE};

/// Bits of the lowest row.
const ROW: u128 = (1 << MAX_SIDE) - 1;

/// Bits of each diagonal, by `column - row + 9`.
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
    /// Flips the frame vertically: a1 becomes a10.
    #[must_use]
    #[inline]
    pub fn flip_rows(self) -> Self {
        let mut bits = 0;
        let mut rest = self.bits();
        for _ in 0..MAX_SIDE {
            bits = bits << STRIDE | rest & ROW;
            rest >>= STRIDE;
        }
        Self::from_bits(bits)
    }

    /// Rotates the frame by 180°: a1 becomes j10.
    #[must_use]
    #[inline]
    pub fn rotate_180(self) -> Self {
        const LAST: u32 = (MAX_SIDE as u32 - 1) * (STRIDE as u32 + 1);
        Self::from_bits(self.bits().reverse_bits() >> (u128::BITS - 1 - LAST))
    }

    /// Swaps columns and rows: b1 becomes a2.
    #[must_use]
    #[inline]
    pub fn transpose(self) -> Self {
        // Transposing a square with column = row + d raises its index by d * STEP.
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

    /// Difference of indices that shifts the set into the lower left corner, for
    /// [`shifted_down`](Self::shifted_down); 0 for the empty set.
    #[must_use]
    #[inline]
    pub fn corner_offset(self) -> u32 {
        let bits = self.bits();
        if bits == 0 {
            return 0;
        }
        let stride = u32::from(STRIDE);
        let rows = bits.trailing_zeros() / stride;
        let mut columns = 0;
        let mut rest = bits;
        while rest != 0 {
            columns |= rest & ROW;
            rest >>= stride;
        }
        rows * stride + columns.trailing_zeros()
    }

    /// Shifts the set down and to the left by a difference of indices; no square may leave the
    /// frame.
    #[must_use]
    #[inline]
    pub fn shifted_down(self, difference: u32) -> Self {
        Self::from_bits(self.bits() >> difference)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::square::Square;

    fn map_squares(set: SquareSet, map: impl Fn(u8, u8) -> (u8, u8)) -> SquareSet {
        set.iter()
            .map(|square| {
                let (column, row) = map(square.column(), square.row());
                Square::new(column, row).unwrap()
            })
            .collect()
    }

    proptest! {
        #[test]
        fn transforms_match_single_squares(bits: u128, fewer: u128) {
            for set in [bits, bits & fewer, bits & fewer & bits.rotate_left(40)] {
                let set = SquareSet::from_bits(set & SquareSet::FRAME.bits());
                prop_assert_eq!(set.flip_rows(), map_squares(set, |column, row| (column, 9 - row)));
                let rotated = map_squares(set, |column, row| (9 - column, 9 - row));
                prop_assert_eq!(set.rotate_180(), rotated);
                prop_assert_eq!(set.transpose(), map_squares(set, |column, row| (row, column)));
                let low_column = set.iter().map(Square::column).min().unwrap_or(0);
                let low_row = set.iter().map(Square::row).min().unwrap_or(0);
                prop_assert_eq!(
                    set.shifted_down(set.corner_offset()),
                    map_squares(set, |column, row| (column - low_column, row - low_row))
                );
            }
        }
    }
}
