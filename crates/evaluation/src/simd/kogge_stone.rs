//! Constants of the Kogge–Stone fill that implements queen moves of a whole set.
//!
//! The set spreads by one square, then by two, then by four, each time only over squares whose path
//! is empty. That covers slides of up to seven squares; another spread by two covers nine, the most
//! that any board allows.

/// Index offsets of the four directions that raise a square's index; the other four are their
/// negatives.
pub(super) const DIRECTION_OFFSETS: [u32; 4] = [1, 10, 11, 12];

/// Binary logarithms of the distances that the fill spreads by.
pub(super) const FILL_SHIFTS: [usize; 4] = [0, 1, 2, 1];

/// Number of [`FILL_SHIFTS`] that a fill uses.
pub(super) const fn fill_steps(long: bool) -> usize {
    if long { 4 } else { 3 }
}
