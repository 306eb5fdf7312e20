//! The numbers behind a queen's slide on the whole board, the same for every path.
//!
//! A slide is a Kogge–Stone fill: the set spreads by one square, then by two, then by four, and each
//! time only over squares that are passable in full. After that it has gone up to seven squares;
//! another two make nine, as far as any board is wide.

/// Index offsets of the four directions that raise a square's index; the other four are their
/// opposites.
pub(super) const OFFSETS: [u32; 4] = [1, 10, 11, 12];

/// How far a fill spreads, step by step, as powers of two.
pub(super) const SPREADS: [usize; 4] = [0, 1, 2, 1];

/// How many of the [`SPREADS`] a slide takes.
pub(super) const fn spreads(long: bool) -> usize {
    if long { 4 } else { 3 }
}
