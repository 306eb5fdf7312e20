//! Queen moves on a bitboard, for steps, arrows and distances.

use crate::square::{Direction, MAX_SIDE, STRIDE, Square};
use crate::square_set::SquareSet;

/// One of the four lines through a square, without the square.
#[derive(Clone, Copy)]
struct LineMasks {
    /// Squares with a lower index.
    below: u128,
    /// Squares with a higher index.
    above: u128,
}

static LINE_MASKS: [[LineMasks; 4]; Square::INDEX_COUNT] = line_masks();

const fn line_masks() -> [[LineMasks; 4]; Square::INDEX_COUNT] {
    let mut lines = [[LineMasks { below: 0, above: 0 }; 4]; Square::INDEX_COUNT];
    let mut row = 0;
    while row < MAX_SIDE {
        let mut column = 0;
        while column < MAX_SIDE {
            let mut axis = 0;
            while axis < 4 {
                // The first four directions increase the index.
                let (dx, dy) = Direction::ALL[axis].delta();
                lines[(row * STRIDE + column) as usize][axis] = LineMasks {
                    below: ray(column, row, -dx, -dy),
                    above: ray(column, row, dx, dy),
                };
                axis += 1;
            }
            column += 1;
        }
        row += 1;
    }
    lines
}

const fn ray(column: u8, row: u8, dx: i8, dy: i8) -> u128 {
    let side = MAX_SIDE as i8;
    let (mut x, mut y) = (column as i8 + dx, row as i8 + dy);
    let mut bits = 0;
    while x >= 0 && x < side && y >= 0 && y < side {
        bits |= 1 << (y as u8 * STRIDE + x as u8);
        x += dx;
        y += dy;
    }
    bits
}

/// Squares of `empty` that a queen on `from` reaches in one move.
///
/// On each line the nearest blocked square is the highest blocked bit below `from` and the lowest
/// above it; one subtraction sets all bits between them.
#[must_use]
#[inline]
pub fn queen_moves(from: Square, empty: SquareSet) -> SquareSet {
    let blocked = !empty.bits();
    let mut reached = 0;
    for line in &LINE_MASKS[from.index()] {
        let lower = line.below & blocked | 1;
        let upper = line.above & blocked;
        let nearest_below = 1_u128 << (127 - lower.leading_zeros());
        let nearest_above = upper & upper.wrapping_neg();
        let between = nearest_above.wrapping_shl(1).wrapping_sub(nearest_below);
        reached |= (line.below | line.above) & between;
    }
    SquareSet::from_bits(reached & empty.bits())
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One step at a time.
    pub(crate) fn naive_queen_moves(from: Square, empty: SquareSet) -> Vec<Square> {
        let mut reached = Vec::new();
        for direction in Direction::ALL {
            let mut next = SquareSet::single(from).step(direction) & empty;
            while let Some(square) = next.first() {
                reached.push(square);
                next = next.step(direction) & empty;
            }
        }
        reached
    }

    proptest! {
        #[test]
        fn queen_moves_match_single_steps(
            column in 0..10_u8,
            row in 0..10_u8,
            bits: u128,
            more: u128,
            dense: bool,
        ) {
            let from = Square::new(column, row).unwrap();
            let bits = if dense { bits | more } else { bits & more };
            let empty = SquareSet::from_bits(bits & SquareSet::FRAME.bits()) - from;
            let expected: SquareSet = naive_queen_moves(from, empty).into_iter().collect();
            prop_assert_eq!(queen_moves(from, empty), expected);
        }
    }
}
