//! The 10×10 board that the network works on, whatever the size of the position's board.
//!
//! Squares are numbered densely, as in training. Squares outside a smaller board look burned.

use amazons::{MAX_SIDE, Square};

/// Number of columns and of rows.
pub(crate) const SIDE: usize = MAX_SIDE as usize;

/// Number of squares.
pub const SQUARES: usize = SIDE * SIDE;

/// Index of a square in the network's inputs and outputs: a1 is 0, b1 is 1, j10 is 99.
#[must_use]
#[inline]
pub const fn square_index(square: Square) -> usize {
    square.row() as usize * SIDE + square.column() as usize
}
