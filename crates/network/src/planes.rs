//! Input planes of the network: 16 × 10 × 10, from the point of view of the side to move.
//!
//! | planes | content |
//! |---|---|
//! | 0, 1, 2 | own amazons, the opponent's amazons, empty squares |
//! | 3 | number of queen moves from the square, divided by 32; not on burned squares |
//! | 4 – 7 | closeness 2^(1 − distance): own and opponent's by queen moves, then by king moves |
//! | 8 – 10 | nearer by queen moves: own, opponent, equal |
//! | 11 – 13 | nearer by king moves: own, opponent, equal |
//! | 14, 15 | reachable by own amazons, by the opponent's |
//!
//! Planes 4 to 15 are zero except on empty squares. All planes are zero on burned squares, so these
//! look like squares outside the board and like the padding of the convolutions.
//!
//! Values are integers in units of 1/128. All are exact, except closeness at distances over 8,
//! which is rounded to 0.

use amazons::{Position, SquareSet, queen_moves};
use evaluation::{DistanceMaps, EvalBoard};

use crate::board::{SQUARES, square_index};

/// Number of input planes.
pub const PLANES: usize = 16;

/// Fixed-point representation of 1.0 in the planes.
pub const PLANE_ONE: u8 = 128;

/// The input planes, channels last: the values of a square are adjacent.
pub type Planes = [[u8; PLANES]; SQUARES];

/// Value of one queen move in plane 3. A square has at most 35 moves, so the plane fits into `u8`.
const QUEEN_MOVE_VALUE: u8 = PLANE_ONE / 32;

/// Computes the input planes of a position, in units of 1/[`PLANE_ONE`].
#[must_use]
pub fn input_planes(position: &Position) -> Planes {
    let mut planes = [[0; PLANES]; SQUARES];
    let mut fill = |plane: usize, squares: SquareSet, value: u8| {
        for square in squares {
            planes[square_index(square)][plane] = value;
        }
    };
    let empty = position.empty_squares();
    // The own side comes first in all pairs.
    let colors = [position.to_move(), !position.to_move()];
    fill(0, position.amazons(colors[0]), PLANE_ONE);
    fill(1, position.amazons(colors[1]), PLANE_ONE);
    fill(2, empty, PLANE_ONE);
    let maps = DistanceMaps::of(&EvalBoard::from(position));
    for (metric, maps) in [&maps.queen, &maps.king].into_iter().enumerate() {
        let maps = colors.map(|color| &maps[color]);
        for (side, map) in maps.into_iter().enumerate() {
            for distance in 1..=map.max_distance() {
                let squares = map.within(distance) - map.within(distance - 1);
                let closeness = PLANE_ONE.checked_shr(distance as u32 - 1).unwrap_or(0);
                fill(4 + 2 * metric + side, squares, closeness);
            }
        }
        // A side is nearer if, within some distance, it reaches the square and the other does not.
        // The two sets are disjoint.
        let mut nearer = [SquareSet::EMPTY; 2];
        for distance in 1..=maps[0].max_distance().max(maps[1].max_distance()) {
            let [own, other] = maps.map(|map| map.within(distance));
            nearer[0] |= own - other;
            nearer[1] |= other - own;
        }
        let equal = (maps[0].reachable() | maps[1].reachable()) - nearer[0] - nearer[1];
        for (offset, squares) in [nearer[0], nearer[1], equal].into_iter().enumerate() {
            fill(8 + 3 * metric + offset, squares, PLANE_ONE);
        }
    }
    for (side, color) in colors.into_iter().enumerate() {
        fill(14 + side, maps.queen[color].reachable(), PLANE_ONE);
    }
    for square in position.board() - position.burned() {
        let moves = queen_moves(square, empty).len() as u8;
        planes[square_index(square)][3] = moves * QUEEN_MOVE_VALUE;
    }
    planes
}
