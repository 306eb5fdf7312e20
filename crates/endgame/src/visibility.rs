//! Visibility of amazons for every occupancy, and placements as ternary numbers.

use crate::placement::SETS;
use crate::shape::Shape;

/// Subsets as ternary numbers with digits 0 and 1.
static TERNARY_DIGITS: [u16; SETS] = {
    let mut digits = [0; SETS];
    let mut set = 1;
    while set < SETS {
        let lowest = set.trailing_zeros();
        digits[set] = digits[set & (set - 1)] + 3_u16.pow(lowest);
        set += 1;
    }
    digits
};

/// A subset as a ternary number with digits 0 and 1.
#[inline]
pub(crate) fn ternary_digits(set: u16) -> usize {
    usize::from(TERNARY_DIGITS[usize::from(set)])
}

/// Ternary index of a placement: 0 empty, 1 black, 2 white.
#[inline]
pub(crate) fn ternary_index(black: u16, white: u16) -> usize {
    ternary_digits(black) + 2 * ternary_digits(white)
}

/// Buffers reused for all shapes of one size.
#[derive(Clone, Debug)]
pub(crate) struct Visibility {
    size: usize,
    /// Visible squares by amazon's square and occupied set.
    visible: Vec<u16>,
    /// By burned square: ternary digits of a set without that square's digit.
    index_without: Vec<u16>,
}

impl Visibility {
    /// For `size` squares.
    pub fn new(size: usize) -> Self {
        let index_without = (0..size)
            .flat_map(|burned| {
                (0..SETS as u16).map(move |set| {
                    let below = (1 << burned) - 1;
                    TERNARY_DIGITS[usize::from(set & below | set >> 1 & !below)]
                })
            })
            .collect();
        Self {
            size,
            visible: vec![0; size * SETS],
            index_without,
        }
    }

    /// Computes visibility on a sum of shapes with consecutively numbered squares.
    pub fn compute(&mut self, shapes: impl Iterator<Item = Shape>) {
        let mut first = 0;
        for shape in shapes {
            for (square, rays) in shape.rays().into_iter().enumerate() {
                let visibility = &mut self.visible[(first + square) * SETS..][..1 << self.size];
                visibility.fill(0);
                for ray in rays {
                    // Extends the ray square by square; all squares before must be empty.
                    let mut before = 0_u16;
                    for step in ray {
                        let reached = 1 << (first + step);
                        for (taken, visible) in visibility.iter_mut().enumerate() {
                            if taken as u16 & (before | reached) == 0 {
                                *visible |= reached;
                            }
                        }
                        before |= reached;
                    }
                }
            }
            first += shape.size();
        }
    }

    /// Squares visible from `square`, given the occupied squares.
    #[inline]
    pub fn visible_from(&self, square: usize, taken: u16) -> u16 {
        self.visible[square * SETS + usize::from(taken & !(1 << square))]
    }

    /// Ternary index of a placement after `burned` is removed.
    #[inline]
    pub fn ternary_index_without(&self, burned: usize, black: u16, white: u16) -> usize {
        let index_without = &self.index_without[burned * SETS..][..SETS];
        usize::from(index_without[usize::from(black)])
            + 2 * usize::from(index_without[usize::from(white)])
    }
}

/// Ternary indices of all subsets of `squares` without the digit of `burned`.
pub(crate) fn ternary_indices_without(burned: usize, squares: &[usize]) -> [u16; SETS / 2] {
    let mut numbers = [0_u16; SETS / 2];
    for set in 1..1 << squares.len() {
        // A smaller subset and its lowest square.
        let square = squares[usize::trailing_zeros(set) as usize];
        let digit = square - usize::from(square > burned);
        numbers[set] = numbers[set & (set - 1)] + TERNARY_DIGITS[1 << digit];
    }
    numbers
}

/// Renumbers the squares of a set.
pub(crate) fn remap(set: u16, numbers: &[(usize, u8)]) -> u16 {
    numbers
        .iter()
        .fold(0, |image, &(old, new)| image | (set >> old & 1) << new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::bits;

    #[test]
    fn visibility_ends_at_occupied_squares() {
        let line = Shape::canonicalize((0..5).map(|column| (0, column))).shape;
        let mut visibility = Visibility::new(5);
        visibility.compute([line].into_iter());
        assert_eq!(visibility.visible_from(2, 0b00100), 0b11011);
        assert_eq!(visibility.visible_from(2, 0b01101), 0b00010);
        assert_eq!(bits(visibility.visible_from(0, 0b00011)).count(), 0);
    }

    #[test]
    fn a_burned_square_loses_its_digit() {
        let visibility = Visibility::new(4);
        assert_eq!(
            visibility.ternary_index_without(1, 0b0001, 0b1000),
            ternary_index(0b001, 0b100)
        );
        let numbers = ternary_indices_without(1, &[3, 0, 2]);
        assert_eq!(usize::from(numbers[0b011]), ternary_index(0b101, 0));
        assert_eq!(remap(0b1001, &[(3, 0), (0, 1), (2, 2)]), 0b011);
    }
}
