//! Mobility of amazons.
//!
//! An amazon's mobility, after Lieberum, is the sum over the squares b one queen move away of
//! 2^−(squares to b) · (empty neighbors of b), in units of 1/[`MOBILITY_UNIT`]. The ninth square of
//! a ray, which adds next to nothing, is left out, so that a ray fits into one machine word.

use std::hint::select_unpredictable;

use amazons::SquareSet;

/// Fixed-point scale of mobility.
pub const MOBILITY_UNIT: u32 = 256;

/// Number of squares of a ray that count.
pub(crate) const MAX_RAY_LENGTH: usize = 8;

/// Mobility thresholds (0.5, 4, 12) for the deficit terms, in units of 1/[`MOBILITY_UNIT`]. Only an
/// immobile amazon is below the first.
pub const MOBILITY_THRESHOLDS: [u32; 3] =
    [MOBILITY_UNIT / 2, 4 * MOBILITY_UNIT, 12 * MOBILITY_UNIT];

/// Number of sums per side: the total and one deficit per threshold.
pub(crate) const MOBILITY_SUMS: usize = 1 + MOBILITY_THRESHOLDS.len();

/// Mobility of one side's amazons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// The total, then the deficit for each of [`MOBILITY_THRESHOLDS`].
    sums: [u32; MOBILITY_SUMS],
}

impl Mobility {
    /// Sum over all amazons.
    #[must_use]
    #[inline]
    pub fn total(&self) -> u32 {
        self.sums[0]
    }

    /// Σ max(0, threshold − mobility) over all amazons, for each of [`MOBILITY_THRESHOLDS`].
    #[must_use]
    #[inline]
    pub fn deficits(&self) -> [u32; MOBILITY_THRESHOLDS.len()] {
        let [_, deficits @ ..] = self.sums;
        deficits
    }

    /// Number of amazons without any mobility.
    #[must_use]
    #[inline]
    pub fn immobile(&self) -> u32 {
        self.deficits()[0] / MOBILITY_THRESHOLDS[0]
    }

    #[inline(always)]
    pub(crate) fn sums(&self) -> &[u32; MOBILITY_SUMS] {
        &self.sums
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn from_sums(sums: [u32; MOBILITY_SUMS]) -> Self {
        Self { sums }
    }

    /// Adds an amazon.
    #[inline(always)]
    pub(crate) fn add(&mut self, mobility: u32) {
        let [total, deficits @ ..] = &mut self.sums;
        *total += mobility;
        for (deficit, threshold) in deficits.iter_mut().zip(MOBILITY_THRESHOLDS) {
            *deficit += threshold.saturating_sub(mobility);
        }
    }
}

/// Branch-free iteration over the squares of a set; branches on the half of the set would be
/// mispredicted.
pub(crate) struct SquareIndices {
    low: u64,
    high: u64,
}

impl SquareIndices {
    #[inline(always)]
    pub fn of(squares: SquareSet) -> Self {
        Self {
            low: squares.bits() as u64,
            high: (squares.bits() >> 64) as u64,
        }
    }

    /// Index of the next square; unspecified if there is none.
    #[inline(always)]
    pub fn next(&mut self) -> usize {
        let is_low = self.low != 0;
        let word = select_unpredictable(is_low, self.low, self.high);
        let rest = word & word.wrapping_sub(1);
        self.high = select_unpredictable(is_low, self.high, rest);
        self.low = select_unpredictable(is_low, rest, 0);
        word.trailing_zeros() as usize + 64 * usize::from(!is_low)
    }
}

#[cfg(test)]
mod tests {
    use amazons::Square;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn square_indices_are_ascending(bits: u128) {
            let squares = SquareSet::from_bits(bits & SquareSet::FRAME.bits());
            let mut indices = SquareIndices::of(squares);
            let found: Vec<usize> = (0..squares.len()).map(|_| indices.next()).collect();
            prop_assert_eq!(found, squares.iter().map(Square::index).collect::<Vec<_>>());
        }
    }

    #[test]
    fn deficits_are_summed() {
        let mut mobility = Mobility::default();
        for amazon in [0, 128, 1000, 4000] {
            mobility.add(amazon);
        }
        assert_eq!(mobility.total(), 5128);
        let expected = [128, 1024 + 896 + 24, 3072 + 2944 + 2072];
        assert_eq!(mobility.deficits(), expected);
        assert_eq!(mobility.immobile(), 1);
    }
}
