//! What the network sees: sixteen planes of the 10×10 frame, from the side to move.
//!
//! | planes | what they hold |
//! |---|---|
//! | 0, 1, 2 | own amazons, the opponent's, empty squares |
//! | 3 | how many squares a queen could slide to from here, / 32; on every unburned square |
//! | 4 – 7 | closeness 2^(1 − distance) by own queen, opponent's queen, own king, opponent's king |
//! | 8 – 10 | nearer by queen: own, opponent, equal |
//! | 11 – 13 | the same by king |
//! | 14, 15 | reachable by own amazons, by the opponent's |
//!
//! Planes 4 to 15 are zero outside empty squares, so burned squares, squares outside the board and the
//! padding of the convolutions all look alike.
//!
//! Everything is counted in 128ths, in which all values but closeness at distances over 8 (taken as 0)
//! are whole numbers.

use amazons::{Position, SquareSet, slides};

use crate::distances::{king_step, levels, queen_step};
use crate::frame::{SQUARES, frame_index};

/// The number of input planes.
pub const PLANES: usize = 16;

/// The input number that stands for 1.
pub const ONE: u8 = 128;

/// The sixteen planes, the values of a square together.
pub type Planes = [[u8; PLANES]; SQUARES];

/// One square's mobility is at most 35 and its plane holds 32nds of it.
const MOBILITY_UNIT: u8 = ONE / 32;

/// The input planes of a position, seen from the side to move, in units of 1 / [`ONE`].
#[must_use]
pub fn planes(position: &Position) -> Planes {
    let mut planes = [[0; PLANES]; SQUARES];
    let empty = position.empty_squares();
    let sides = [position.to_move(), !position.to_move()].map(|color| position.amazons(color));
    let mark = |planes: &mut Planes, plane: usize, squares: SquareSet, value: u8| {
        for square in squares {
            planes[frame_index(square)][plane] = value;
        }
    };
    for (plane, squares) in [sides[0], sides[1], empty].into_iter().enumerate() {
        mark(&mut planes, plane, squares, ONE);
    }
    for square in position.board() - position.burned() {
        let mobility = slides(square, empty).len() as u8;
        planes[frame_index(square)][3] = mobility * MOBILITY_UNIT;
    }
    for (kind, step) in [queen_step, king_step].into_iter().enumerate() {
        // The squares within each distance, from which who is nearer follows without a look at any
        // single one: nearer means within some distance of one side and not of the other.
        let mut within = [[SquareSet::EMPTY; SQUARES]; 2];
        let mut last = [0, 0];
        for side in 0..2 {
            let reached = levels(sides[side], empty, step, |distance, newest| {
                let closeness = ONE.checked_shr(distance - 1).unwrap_or(0);
                mark(&mut planes, 4 + 2 * kind + side, newest, closeness);
                last[side] = distance as usize;
                within[side][last[side]] = within[side][last[side] - 1] | newest;
            });
            if kind == 0 {
                mark(&mut planes, 14 + side, reached, ONE);
            }
        }
        let mut nearer = [SquareSet::EMPTY; 2];
        for distance in 1..=last[0].max(last[1]) {
            let both = [0, 1].map(|side| within[side][distance.min(last[side])]);
            nearer[0] |= both[0] - both[1];
            nearer[1] |= both[1] - both[0];
        }
        // A square once marked as nearer for one side is later within reach of both; never the
        // other way round, so the two sets do not meet.
        let known = within[0][last[0]] | within[1][last[1]];
        let equal = known - nearer[0] - nearer[1];
        for (offset, squares) in [nearer[0], nearer[1], equal].into_iter().enumerate() {
            mark(&mut planes, 8 + 3 * kind + offset, squares, ONE);
        }
    }
    planes
}
