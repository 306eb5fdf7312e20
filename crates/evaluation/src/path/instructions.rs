//! What a path through the machine must be able to do.
//!
//! The algorithms (growing maps, comparing them) are written once, generic over this trait; a path
//! supplies the whole-board steps they are made of. Every path gives the same result for every call:
//! they differ in speed alone.

use amazons::SquareSet;
use game::PerColor;

use crate::mobility::{MOBILITY_NUMBERS, Mobility};

/// Sets that are counted at once.
pub(crate) const COUNTED: usize = 8;

/// Counts, each group with its weights.
pub(crate) struct Weighing<'a> {
    pub counts: [(&'a [u8; COUNTED], &'a [i32; COUNTED]); 6],
    pub mobility: [(&'a [u32; MOBILITY_NUMBERS], &'a [i32; MOBILITY_NUMBERS]); 2],
}

/// Steps from a set of squares of each side, both sides at once.
///
/// The implementing value is a token: whoever has one may use the machine's instructions. Its
/// methods must be inlined always; code of theirs that stayed outside the function which was
/// compiled for those instructions would be several times slower.
pub(crate) trait Instructions: Copy {
    /// A set of squares for each side.
    type Sides: Copy;

    /// What queen's moves over some empty squares need, worked out once for all sets.
    type Slides;

    /// Puts two sets side by side.
    fn sides(self, sets: PerColor<SquareSet>) -> Self::Sides;

    /// Takes two sets apart.
    fn split(self, sides: Self::Sides) -> PerColor<SquareSet>;

    /// Each side gets the other's set.
    fn exchange(self, sides: Self::Sides) -> Self::Sides;

    /// `sides & other`.
    fn common(self, sides: Self::Sides, other: Self::Sides) -> Self::Sides;

    /// `gained | (sides - other)`.
    fn gain(self, gained: Self::Sides, sides: Self::Sides, other: Self::Sides) -> Self::Sides;

    /// Whether both sides have the same sets in `sides` as in `other`.
    fn same(self, sides: Self::Sides, other: Self::Sides) -> bool;

    /// The number of squares in each set.
    fn count(self, sets: &[Self::Sides; COUNTED]) -> PerColor<[u8; COUNTED]>;

    /// All squares of `empty` in a set or a king's move away from it.
    fn king_step(self, from: Self::Sides, empty: Self::Sides) -> Self::Sides;

    /// Prepares queen's moves over these squares.
    fn slides(self, empty: SquareSet) -> Self::Slides;

    /// All empty squares in a set or a queen's move away from it; slides longer than seven squares are
    /// followed only if `LONG`.
    fn queen_step<const LONG: bool>(self, from: Self::Sides, slides: &Self::Slides) -> Self::Sides;

    /// Σ of counts times their weights.
    fn weigh(self, weighing: &Weighing<'_>) -> i64;

    /// The [mobility](crate::mobility) of each side's amazons over these empty squares.
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility>;
}
