//! Hash keys: one random word for everything that can be true of a position.

use game::{Color, PerColor};

use crate::square::{BoardSize, MAX_SIDE, Square};
use crate::square_set::SquareSet;

static AMAZON: [[u64; Square::INDICES]; 2] = [words(1), words(2)];
static BURNED: [u64; Square::INDICES] = words(3);
static SIZE: [u64; Square::INDICES] = words(4);

/// Added to the key when Black is to move.
pub(crate) const BLACK_TO_MOVE: u64 = mixed(5 << 32);

#[inline]
pub(crate) fn amazon(color: Color, square: Square) -> u64 {
    AMAZON[color as usize][square.index()]
}

#[inline]
pub(crate) fn burned(square: Square) -> u64 {
    BURNED[square.index()]
}

/// The key from scratch.
pub(crate) fn key(
    size: BoardSize,
    amazons: &PerColor<SquareSet>,
    burned_squares: SquareSet,
    to_move: Color,
) -> u64 {
    // Equal diagrams on boards of different size differ by what lies outside.
    let mut key = SIZE[usize::from((size.rows() - 1) * MAX_SIDE + size.columns() - 1)];
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

const fn words(table: u64) -> [u64; Square::INDICES] {
    let mut words = [0; Square::INDICES];
    let mut index = 0;
    while index < words.len() {
        words[index] = mixed(table << 32 | index as u64);
        index += 1;
    }
    words
}

/// A bijective scrambler of 64 bits (the finaliser of SplitMix64 over a Weyl step), run twice.
const fn mixed(seed: u64) -> u64 {
    let mut word = seed;
    let mut round = 0;
    while round < 2 {
        word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
        round += 1;
    }
    word
}
