//! The 10×10 frame on which the network always works, whatever the size of the board.
//!
//! The rules number squares with a guard column; here they are dense, a1 = 0, b1 = 1, … j10 = 99,
//! as in training. Squares outside a smaller board are like burned ones.

use amazons::{MAX_SIDE, Square};

/// Squares in a row of the frame, and rows.
pub(crate) const SIDE: usize = MAX_SIDE as usize;

/// The number of squares of the frame.
pub const SQUARES: usize = SIDE * SIDE;

/// The number of a square in the network's outputs: a1 is 0, b1 is 1, j10 is 99.
#[must_use]
#[inline]
pub const fn frame_index(square: Square) -> usize {
    square.row() as usize * SIDE + square.column() as usize
}
