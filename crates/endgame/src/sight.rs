//! What amazons see on squares numbered through, for every set of squares that are taken; and placements as numbers.

use crate::shape::{MOST_SQUARES, Shape};

/// Sets of squares.
pub(crate) const SETS: usize = 1 << MOST_SQUARES;

/// A set as a number with a digit of three values for each square: 0 or 1.
static DIGITS: [u16; SETS] = {
    let mut digits = [0; SETS];
    let mut set = 1;
    while set < SETS {
        let lowest = set.trailing_zeros();
        digits[set] = digits[set & (set - 1)] + 3_u16.pow(lowest);
        set += 1;
    }
    digits
};

/// The digits of a set, each 0 or 1.
#[inline]
pub(crate) fn digits(set: u16) -> usize {
    usize::from(DIGITS[usize::from(set)])
}

/// A placement as a number with a digit for each square: free, black or white.
#[inline]
pub(crate) fn number(black: u16, white: u16) -> usize {
    digits(black) + 2 * digits(white)
}

/// Memory that is used again for every shape or cluster of one size.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    size: usize,
    /// By the amazon's square, then by the squares that are taken.
    seen: Vec<u16>,
    /// For each square that burns, the digits of a set with that square's digit taken out.
    shrunk: Vec<u16>,
}

impl Sight {
    /// For so many squares.
    pub fn new(size: usize) -> Self {
        let shrunk = (0..size)
            .flat_map(|burned| {
                (0..SETS as u16).map(move |set| {
                    let below = (1 << burned) - 1;
                    DIGITS[usize::from(set & below | set >> 1 & !below)]
                })
            })
            .collect();
        Self {
            size,
            seen: vec![0; size * SETS],
            shrunk,
        }
    }

    /// Looks round on shapes side by side, whose squares are numbered in this order.
    pub fn look(&mut self, shapes: impl Iterator<Item = Shape>) {
        let mut first = 0;
        for shape in shapes {
            for (square, rays) in shape.rays().into_iter().enumerate() {
                let sight = &mut self.seen[(first + square) * SETS..][..1 << self.size];
                sight.fill(0);
                for ray in rays {
                    // The squares of the ray up to each, and those before it that must be free.
                    let mut before = 0_u16;
                    for step in ray {
                        let reached = 1 << (first + step);
                        for (taken, seen) in sight.iter_mut().enumerate() {
                            if taken as u16 & (before | reached) == 0 {
                                *seen |= reached;
                            }
                        }
                        before |= reached;
                    }
                }
            }
            first += shape.size();
        }
    }

    /// The squares that an amazon sees, itself left out, where those are taken.
    #[inline]
    pub fn from(&self, square: usize, taken: u16) -> u16 {
        self.seen[square * SETS + usize::from(taken & !(1 << square))]
    }

    /// The number of a placement, none of it on a square that burns, in the numbering without that square.
    #[inline]
    pub fn number_without(&self, burned: usize, black: u16, white: u16) -> usize {
        let shrunk = &self.shrunk[burned * SETS..][..SETS];
        usize::from(shrunk[usize::from(black)]) + 2 * usize::from(shrunk[usize::from(white)])
    }
}

/// The numbers, without the digit of a square that burns, of all sets of some other squares, each given by its place in their list.
pub(crate) fn numbers_without(burned: usize, squares: &[usize]) -> [u16; SETS / 2] {
    let mut numbers = [0_u16; SETS / 2];
    for set in 1..1 << squares.len() {
        // Each is a smaller set and its lowest square.
        let square = squares[usize::trailing_zeros(set) as usize];
        let digit = square - usize::from(square > burned);
        numbers[set] = numbers[set & (set - 1)] + DIGITS[1 << digit];
    }
    numbers
}

/// A set of squares with other numbers: for each square its new one.
pub(crate) fn renumbered(set: u16, numbers: &[(usize, u8)]) -> u16 {
    numbers
        .iter()
        .fold(0, |image, &(old, new)| image | (set >> old & 1) << new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::bits;

    #[test]
    fn an_amazon_sees_up_to_what_is_taken() {
        let line = Shape::place((0..5).map(|column| (0, column))).shape;
        let mut sight = Sight::new(5);
        sight.look([line].into_iter());
        assert_eq!(sight.from(2, 0b00100), 0b11011);
        assert_eq!(sight.from(2, 0b01101), 0b00010);
        assert_eq!(bits(sight.from(0, 0b00011)).count(), 0);
    }

    #[test]
    fn a_burned_square_loses_its_digit() {
        let sight = Sight::new(4);
        assert_eq!(
            sight.number_without(1, 0b0001, 0b1000),
            number(0b001, 0b100)
        );
        let numbers = numbers_without(1, &[3, 0, 2]);
        assert_eq!(usize::from(numbers[0b011]), number(0b101, 0));
        assert_eq!(renumbered(0b1001, &[(3, 0), (0, 1), (2, 2)]), 0b011);
    }
}
