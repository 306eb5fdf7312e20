//! How freely amazons can move.
//!
//! An amazon's mobility, after Lieberum, is the sum over the squares b one queen's move away of
//! 2^−(steps to b) · (empty neighbours of b): squares close by count most, and squares that lead on
//! count more than dead ends. It is counted in units of 1/[`MOBILITY_UNIT`]. A ninth step,
//! which would add next to nothing, is left out, so that a ray fits into one machine word.

use std::hint::select_unpredictable;

use amazons::SquareSet;

/// What one empty neighbour no steps away would count.
pub const MOBILITY_UNIT: u32 = 256;

/// The steps of a ray that count.
pub(crate) const REACH: usize = 8;

/// Mobilities below which an amazon counts as confined, in units of 1/[`MOBILITY_UNIT`]. Any amazon that can
/// move on has at least the first, so only those that cannot lack it.
pub const CONFINED: [u32; 3] = [MOBILITY_UNIT / 2, 4 * MOBILITY_UNIT, 12 * MOBILITY_UNIT];

/// The mobility of one side's amazons, added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// Σ of the mobilities; then, for each mobility of [`CONFINED`], Σ of what amazons lack to reach it.
    numbers: [u32; MOBILITY_NUMBERS],
}

/// How many numbers say it all.
pub(crate) const MOBILITY_NUMBERS: usize = 1 + CONFINED.len();

impl Mobility {
    /// Σ of the mobilities.
    #[must_use]
    #[inline]
    pub fn total(&self) -> u32 {
        self.numbers[0]
    }

    /// For each mobility of [`CONFINED`], Σ of what the amazons lack to reach it.
    #[must_use]
    #[inline]
    pub fn lacking(&self) -> [u32; CONFINED.len()] {
        let [_, lacking @ ..] = self.numbers;
        lacking
    }

    /// The number of amazons with no mobility at all.
    #[must_use]
    #[inline]
    pub fn immobile(&self) -> u32 {
        self.lacking()[0] / CONFINED[0]
    }

    /// The total and what is lacking.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> &[u32; MOBILITY_NUMBERS] {
        &self.numbers
    }

    /// From the total and what is lacking.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn from_numbers(numbers: [u32; MOBILITY_NUMBERS]) -> Self {
        Self { numbers }
    }

    /// Adds an amazon.
    #[inline(always)]
    pub(crate) fn add(&mut self, mobility: u32) {
        let [total, lacking @ ..] = &mut self.numbers;
        *total += mobility;
        for (lacking, limit) in lacking.iter_mut().zip(CONFINED) {
            *lacking += limit.saturating_sub(mobility);
        }
    }
}

/// Takes squares off a set without a branch on which half of it they are in: the processor would
/// guess wrong too often.
pub(crate) struct Indices {
    low: u64,
    high: u64,
}

impl Indices {
    #[inline(always)]
    pub fn of(squares: SquareSet) -> Self {
        Self {
            low: squares.bits() as u64,
            high: (squares.bits() >> 64) as u64,
        }
    }

    /// The index of the next square; some number if there is none.
    #[inline(always)]
    pub fn take(&mut self) -> usize {
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
        fn indices_are_taken_in_order(bits: u128) {
            let squares = SquareSet::from_bits(bits & SquareSet::FRAME.bits());
            let mut indices = Indices::of(squares);
            let taken: Vec<usize> = (0..squares.len()).map(|_| indices.take()).collect();
            prop_assert_eq!(taken, squares.iter().map(Square::index).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_lacking_is_added_up() {
        let mut mobility = Mobility::default();
        for amazon in [0, 128, 1000, 4000] {
            mobility.add(amazon);
        }
        assert_eq!(mobility.total(), 5128);
        assert_eq!(
            mobility.lacking(),
            [128, 1024 + 896 + 24, 3072 + 2944 + 2072]
        );
        assert_eq!(mobility.immobile(), 1);
    }
}
