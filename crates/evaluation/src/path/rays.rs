//! The squares that an amazon looks at, by square: what the tables of the paths are made from.

use amazons::{Direction, Square};

use crate::mobility::REACH;

/// The rows of a table by square: all numbers of seven bits, so that an index need only be cut to
/// seven bits for no bound to be checked.
pub(super) const ROWS: usize = 128;

/// The places of all rays of a square, one ray after another.
pub(super) const PLACES: usize = Direction::ALL.len() * REACH;

/// A table whose rows can be loaded whole.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub T);

/// The change of column and row by one step; the first four directions raise a square's index, the
/// other four are their opposites.
const CHANGES: [(i8, i8); Direction::ALL.len()] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
];

/// The index of the square at a place of a square's rays, if that is in the frame.
pub(super) const fn square_at(from: usize, place: usize) -> Option<usize> {
    let (column_change, row_change) = CHANGES[place / REACH];
    let steps = steps_to(place) as i8;
    let column = (from % 11) as i8 + column_change * steps;
    let row = (from / 11) as i8 + row_change * steps;
    if column < 0 || row < 0 {
        return None;
    }
    match Square::new(column as u8, row as u8) {
        Some(square) => Some(square.index()),
        None => None,
    }
}

/// How many steps away a place is, from 1 to [`REACH`].
pub(super) const fn steps_to(place: usize) -> usize {
    place % REACH + 1
}
