//! All shapes up to a size and their remainders when a square is burned; number of subgames.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::placement::MAX_AMAZONS;
use crate::shape::{MAX_SQUARES, Shape};
use crate::shape_sums::{ShapeId, ShapeSum, ShapeSums};

/// What remains of a shape sum when a square is burned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remainder {
    /// Index of the remaining shape sum among those of its size.
    pub shape_sum: usize,
    /// For each remaining square its index before.
    pub old_indices: Vec<usize>,
}

/// All shapes up to a size and all shape sums with fewer squares.
#[derive(Clone, Debug)]
pub struct ShapeCatalogue {
    /// By size, sorted by bits; size 0 is empty.
    shapes: Vec<Vec<Shape>>,
    numbers: HashMap<Shape, ShapeId>,
    shape_sums: ShapeSums,
}

impl ShapeCatalogue {
    /// All shapes with up to `size` squares, and all shape sums with fewer.
    ///
    /// # Panics
    /// If `size` is 0 or above [`MAX_SQUARES`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!(
            (1..=MAX_SQUARES).contains(&size),
            "no shape has {size} squares"
        );
        let mut shapes = vec![Vec::new(), vec![Shape::SQUARE]];
        for smaller in 1..size {
            let mut larger: Vec<Shape> = shapes[smaller]
                .par_iter()
                .flat_map_iter(|shape| shape.extensions())
                .collect();
            larger.par_sort_unstable();
            larger.dedup();
            shapes.push(larger);
        }
        let counts: Vec<usize> = shapes.iter().map(Vec::len).collect();
        Self {
            // The largest shapes are part of no other.
            numbers: shapes[..size].iter().flatten().copied().zip(0..).collect(),
            shapes,
            shape_sums: ShapeSums::new(&counts, size),
        }
    }

    /// Shapes of a size, sorted.
    #[must_use]
    pub fn shapes(&self, size: usize) -> &[Shape] {
        &self.shapes[size]
    }

    pub(crate) fn shape_sums(&self) -> &ShapeSums {
        &self.shape_sums
    }

    /// Shapes of a shape sum in the order of their squares.
    pub(crate) fn parts(&self, shape_sum: &ShapeSum) -> impl Iterator<Item = Shape> {
        shape_sum.iter().map(|&number| self.shape(number))
    }

    fn shape(&self, number: ShapeId) -> Shape {
        let (size, index) = self.shape_sums.size_and_index(number);
        self.shapes[size][index]
    }

    /// What remains of a shape sum without one square.
    pub(crate) fn remainder(&self, shape_sum: &ShapeSum, square: usize) -> Remainder {
        let mut left: Vec<(ShapeId, Vec<usize>)> = Vec::new();
        let mut first = 0;
        for &number in shape_sum {
            let shape = self.shape(number);
            let squares = first..first + shape.size();
            if squares.contains(&square) {
                for part in shape.components_without(square - first) {
                    let canonical = shape.subshape(&part);
                    let mut order = vec![0; part.len()];
                    for (&number, &place) in part.iter().zip(&canonical.square_map) {
                        order[usize::from(place)] = first + number;
                    }
                    left.push((self.numbers[&canonical.shape], order));
                }
            } else {
                left.push((number, squares.clone().collect()));
            }
            first = squares.end;
        }
        left.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
        let shape_sum: ShapeSum = left.iter().map(|&(number, _)| number).collect();
        Remainder {
            shape_sum: self
                .shape_sums
                .number(&shape_sum)
                .expect("all shape_sums of fewer squares are known"),
            old_indices: left.into_iter().flat_map(|(_, squares)| squares).collect(),
        }
    }
}

/// Number of subgames of a size up to symmetry, by numbers of black and white amazons.
#[must_use]
pub fn count_subgames(catalogue: &ShapeCatalogue, size: usize) -> Counts {
    let plain = fixed_placements(&vec![1; size]);
    catalogue
        .shapes(size)
        .par_iter()
        .map(|&shape| {
            let symmetries = shape.symmetries();
            if symmetries.len() == 1 {
                return plain;
            }
            // Burnside: the mean number of placements fixed by a symmetry.
            let fixed = symmetries
                .iter()
                .map(|places| fixed_placements(&cycle_lengths(shape, places)));
            let sum = fixed.fold(Counts::default(), add);
            sum.map(|row| row.map(|sum| sum / symmetries.len() as u64))
        })
        .reduce(Counts::default, add)
}

/// Numbers of subgames by number of black and of white amazons.
type Counts = [[u64; MAX_AMAZONS + 1]; MAX_AMAZONS + 1];

fn add(mut sum: Counts, other: Counts) -> Counts {
    for (sum, other) in sum.iter_mut().flatten().zip(other.iter().flatten()) {
        *sum += other;
    }
    sum
}

/// Cycle lengths of a symmetry.
fn cycle_lengths(shape: Shape, places: &[u8]) -> Vec<usize> {
    let mut seen = 0_u16;
    let mut lengths = Vec::new();
    for start in 0..shape.size() {
        let (mut square, mut length) = (start, 0);
        while seen >> square & 1 == 0 {
            seen |= 1 << square;
            length += 1;
            square = usize::from(places[square]);
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

/// Placements that are constant on each cycle.
fn fixed_placements(cycles: &[usize]) -> Counts {
    let mut counts = Counts::default();
    counts[0][0] = 1;
    for &length in cycles {
        let before = counts;
        for black in 0..=MAX_AMAZONS {
            for white in 0..=MAX_AMAZONS {
                if black >= length {
                    counts[black][white] += before[black - length][white];
                }
                if white >= length {
                    counts[black][white] += before[black][white - length];
                }
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shape_counts_are_as_published() {
        let catalogue = ShapeCatalogue::new(8);
        let shapes: Vec<usize> = (1..=8).map(|size| catalogue.shapes(size).len()).collect();
        assert_eq!(shapes, [1, 2, 5, 22, 94, 524, 3031, 18770]);
    }

    #[test]
    fn remainders_keep_their_squares() {
        let catalogue = ShapeCatalogue::new(7);
        let shape_sums = catalogue.shape_sums();
        for size in 1..7 {
            for number in 0..shape_sums.counts(size).iter().sum() {
                let shape_sum = shape_sums.get(size, number);
                for square in 0..size {
                    let left = catalogue.remainder(&shape_sum, square);
                    let mut squares = left.old_indices.clone();
                    squares.sort_unstable();
                    let others: Vec<usize> = (0..size).filter(|&other| other != square).collect();
                    assert_eq!(squares, others);
                    let parts = shape_sums.get(size - 1, left.shape_sum);
                    let sizes: usize = catalogue.parts(&parts).map(Shape::size).sum();
                    assert_eq!(sizes, size - 1);
                }
            }
        }
    }
}
