//! Squares on an amazon's rays, from which the backends' lookup tables are built.

use amazons::{Direction, Square};

use crate::mobility::MAX_RAY_LENGTH;

/// Rows of a table by square: all 7-bit numbers, so that masking an index avoids the bounds check.
pub(super) const TABLE_ROWS: usize = 128;

/// Number of squares on all rays of a square, one ray after another.
pub(super) const RAY_SQUARES: usize = Direction::ALL.len() * MAX_RAY_LENGTH;

/// Alignment for loads of whole registers.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub T);

/// Index of the ray square `ray_index` of a square, if it is on the 10×10 board.
pub(super) const fn square_at(from: usize, ray_index: usize) -> Option<usize> {
    let (column_delta, row_delta) = Direction::ALL[ray_index / MAX_RAY_LENGTH].delta();
    let distance = distance_at(ray_index) as i8;
    let column = (from % 11) as i8 + column_delta * distance;
    let row = (from / 11) as i8 + row_delta * distance;
    if column < 0 || row < 0 {
        return None;
    }
    match Square::new(column as u8, row as u8) {
        Some(square) => Some(square.index()),
        None => None,
    }
}

/// Distance of a ray square, from 1 to [`MAX_RAY_LENGTH`].
pub(super) const fn distance_at(ray_index: usize) -> usize {
    ray_index % MAX_RAY_LENGTH + 1
}
