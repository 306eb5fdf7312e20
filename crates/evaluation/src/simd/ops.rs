//! The trait that SIMD backends implement.
//!
//! The algorithms (flood fill, comparison of distances) are generic over it. All backends give the
//! same results.
//!
//! Queen moves of a whole set are a Kogge–Stone fill: the set spreads by one square, then by two,
//! then by four, each time only over squares whose path is empty. That covers slides of up to seven
//! squares; another spread by two covers nine, the most that any board allows.

use amazons::SquareSet;
use game::PerColor;

use super::SimdBackend;
use crate::mobility::{MOBILITY_SUMS, Mobility};

/// Index offsets of the four directions that raise a square's index; the other four are their
/// negatives.
pub(super) const DIRECTION_OFFSETS: [u32; 4] = [1, 10, 11, 12];

/// Binary logarithms of the distances that the fill spreads by.
pub(super) const FILL_SHIFTS: [usize; 4] = [0, 1, 2, 1];

/// Number of [`FILL_SHIFTS`] that a fill uses.
pub(super) const fn fill_steps(long: bool) -> usize {
    if long { 4 } else { 3 }
}

/// Number of pairs of sets that [`SimdOps::count`] counts at once.
pub(crate) const SETS_PER_COUNT: usize = 8;

/// Counts and the weight of each, for [`SimdOps::weighted_sum`].
pub(crate) struct WeightedCounts<'a> {
    /// Counts of squares and their weights.
    pub counts: [(&'a [u8; SETS_PER_COUNT], &'a [i32; SETS_PER_COUNT]); 6],
    /// Mobility sums of each side and their weights.
    pub mobility: [(&'a [u32; MOBILITY_SUMS], &'a [i32; MOBILITY_SUMS]); 2],
}

/// Set operations for both sides at once.
///
/// A value of an implementing type is proof that the CPU supports the backend. Methods must be
/// `#[inline(always)]`: code that is not inlined into the `#[target_feature]` function is several
/// times slower.
pub(crate) trait SimdOps: Copy + Into<SimdBackend> {
    /// A set of squares for each side, as the backend represents it.
    type SidePair: Copy;

    /// Kogge–Stone masks of a set of empty squares, for [`queen_step`](Self::queen_step).
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

    /// Squares of `empty` that are in `from` or one king move away from it.
    fn king_step(self, from: Self::SidePair, empty: Self::SidePair) -> Self::SidePair;

    fn fill_masks(self, empty: SquareSet) -> Self::FillMasks;

    /// Empty squares that are in `from` or one queen move away from it. Without `LONG`, queen moves
    /// cover at most seven squares, which suffices for boards of up to 8×8.
    fn queen_step<const LONG: bool>(
        self,
        from: Self::SidePair,
        masks: &Self::FillMasks,
    ) -> Self::SidePair;

    /// Σ count · weight over all counts and mobility sums.
    fn weighted_sum(self, counts: &WeightedCounts<'_>) -> i64;

    /// [Mobility](crate::mobility) of each side's amazons.
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility>;
}
