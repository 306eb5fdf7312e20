//! Zobrist keys of positions.

use game::{Color, PerColor, mix64};

use crate::square::{BoardSize, MAX_SIDE, Square};
use crate::square_set::SquareSet;

static AMAZON_KEYS: [[u64; Square::INDEX_COUNT]; 2] = [random_words(1), random_words(2)];
static BURNED_KEYS: [u64; Square::INDEX_COUNT] = random_words(3);
static SIZE_KEYS: [u64; Square::INDEX_COUNT] = random_words(4);

pub(crate) const BLACK_TO_MOVE: u64 = random_word(5 << 32);

#[inline]
pub(crate) fn amazon(color: Color, square: Square) -> u64 {
    AMAZON_KEYS[color as usize][square.index()]
}

#[inline]
pub(crate) fn burned(square: Square) -> u64 {
    BURNED_KEYS[square.index()]
}

/// The key computed from scratch.
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

const fn random_words(table: u64) -> [u64; Square::INDEX_COUNT] {
    let mut words = [0; Square::INDEX_COUNT];
    let mut index = 0;
    while index < words.len() {
        words[index] = random_word(table << 32 | index as u64);
        index += 1;
    }
    words
}

const fn random_word(seed: u64) -> u64 {
    mix64(mix64(seed))
}
