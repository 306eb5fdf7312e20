//! The operations that a SIMD backend implements.
//!
//! The algorithms (flood fill, comparison of distances) are generic over this trait. All backends
//! give the same results.

use amazons::SquareSet;
use game::PerColor;

use super::SimdBackend;
use crate::mobility::{MOBILITY_SUMS, Mobility};

/// Number of sets that [`SimdOps::count`] counts at once.
pub(crate) const SETS_PER_COUNT: usize = 8;

/// Counts with their weights.
pub(crate) struct WeightedCounts<'a> {
    pub counts: [(&'a [u8; SETS_PER_COUNT], &'a [i32; SETS_PER_COUNT]); 6],
    pub mobility: [(&'a [u32; MOBILITY_SUMS], &'a [i32; MOBILITY_SUMS]); 2],
}

/// Set operations for both sides at once.
///
/// A value is proof that the CPU supports the backend. Methods must be `#[inline(always)]`: code
/// outside the `target_feature` function would be several times slower.
pub(crate) trait SimdOps: Copy + Into<SimdBackend> {
    /// A set of squares for each side.
    type SidePair: Copy;

    /// Precomputed masks for queen moves over a set of empty squares.
    type FillMasks;

    fn pack(self, sets: PerColor<SquareSet>) -> Self::SidePair;

    fn unpack(self, pair: Self::SidePair) -> PerColor<SquareSet>;

    fn swap_sides(self, pair: Self::SidePair) -> Self::SidePair;

    /// `a & b`.
    fn and(self, a: Self::SidePair, b: Self::SidePair) -> Self::SidePair;

    /// `a | (b & !c)`.
    fn or_and_not(self, a: Self::SidePair, b: Self::SidePair, c: Self::SidePair) -> Self::SidePair;

    fn equal(self, a: Self::SidePair, b: Self::SidePair) -> bool;

    /// Number of squares in each set.
    fn count(self, sets: &[Self::SidePair; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]>;

    /// Squares of `empty` in a set or a king move away from it.
    fn king_step(self, from: Self::SidePair, empty: Self::SidePair) -> Self::SidePair;

    fn fill_masks(self, empty: SquareSet) -> Self::FillMasks;

    /// Empty squares in a set or a queen move away from it. Slides longer than seven squares are
    /// followed only if `LONG`.
    fn queen_step<const LONG: bool>(
        self,
        from: Self::SidePair,
        masks: &Self::FillMasks,
    ) -> Self::SidePair;

    /// Σ count · weight.
    fn weighted_sum(self, counts: &WeightedCounts<'_>) -> i64;

    /// [Mobility](crate::mobility) of each side's amazons.
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility>;
}
