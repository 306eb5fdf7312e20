//! Zobrist keys of positions: XOR of the keys of board size, amazons, burned squares and side to
//! move.

use game::{Color, PerColor, mix64};

use crate::square::{BoardSize, MAX_SIDE, Square};
use crate::square_set::SquareSet;

/// By color and square.
static AMAZON_KEYS: [[u64; Square::INDEX_COUNT]; 2] = [random_keys(1), random_keys(2)];
static BURNED_KEYS: [u64; Square::INDEX_COUNT] = random_keys(3);
/// By board size; see [`key`].
static SIZE_KEYS: [u64; Square::INDEX_COUNT] = random_keys(4);

/// Key of the side to move; White has none.
pub(crate) const BLACK_TO_MOVE: u64 = random_key(5 << 32);

/// Key of an amazon on a square.
#[inline]
pub(crate) fn amazon(color: Color, square: Square) -> u64 {
    AMAZON_KEYS[color as usize][square.index()]
}

/// Key of a burned square.
#[inline]
pub(crate) fn burned(square: Square) -> u64 {
    BURNED_KEYS[square.index()]
}

/// Key of a position, computed from scratch.
pub(crate) fn key(
    size: BoardSize,
    amazons: &PerColor<SquareSet>,
    burned_squares: SquareSet,
    to_move: Color,
) -> u64 {
    let mut key = SIZE_KEYS[usize::from((size.rows() - 1) * MAX_SIDE + size.columns() - 1)];
    for color in Color::ALL {
        key = amazons[color]
            .iter()
            .fold(key, |key, square| key ^ amazon(color, square));
    }
    key = burned_squares
        .iter()
        .fold(key, |key, square| key ^ burned(square));
    if to_move == Color::Black {
        key ^ BLACK_TO_MOVE
    } else {
        key
    }
}

/// Keys of one table. Tables are numbered so that their seeds differ.
const fn random_keys(table: u64) -> [u64; Square::INDEX_COUNT] {
    let mut keys = [0; Square::INDEX_COUNT];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = random_key(table << 32 | index as u64);
        index += 1;
    }
    keys
}

const fn random_key(seed: u64) -> u64 {
    mix64(mix64(seed))
}
