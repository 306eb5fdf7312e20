//! All shapes up to a size, numbered, and what is left of them when a square burns.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::clusters::{Cluster, Clusters, ShapeNumber};
use crate::shape::{MOST_SQUARES, Shape};

/// What is left of a cluster when one of its squares burns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Remainder {
    /// The number of the cluster among those of its size.
    pub cluster: usize,
    /// For each of its squares, the number that it had before.
    pub squares: Vec<usize>,
}

/// All shapes up to a size, and all clusters of fewer squares.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// By size, in the order of their bits; none of size 0.
    shapes: Vec<Vec<Shape>>,
    numbers: HashMap<Shape, ShapeNumber>,
    clusters: Clusters,
}

impl Catalogue {
    /// All shapes up to `size`, and all clusters with fewer squares: what is left of the largest shapes.
    ///
    /// # Panics
    /// If `size` is 0 or above [`MOST_SQUARES`].
    #[must_use]
    pub fn new(size: usize) -> Self {
        assert!(
            (1..=MOST_SQUARES).contains(&size),
            "no shape has {size} squares"
        );
        let mut shapes = vec![Vec::new(), vec![Shape::SQUARE]];
        for smaller in 1..size {
            let mut larger: Vec<Shape> = shapes[smaller]
                .par_iter()
                .flat_map_iter(|shape| shape.larger())
                .collect();
            larger.par_sort_unstable();
            larger.dedup();
            shapes.push(larger);
        }
        let counts: Vec<usize> = shapes.iter().map(Vec::len).collect();
        Self {
            // Those of the largest size are part of no other.
            numbers: shapes[..size].iter().flatten().copied().zip(0..).collect(),
            shapes,
            clusters: Clusters::new(&counts, size),
        }
    }

    /// The size of the largest shapes.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.shapes.len() - 1
    }

    /// The shapes of a size, in order.
    #[must_use]
    pub fn shapes(&self, size: usize) -> &[Shape] {
        &self.shapes[size]
    }

    pub(crate) fn clusters(&self) -> &Clusters {
        &self.clusters
    }

    /// The shapes of a cluster, in the order in which their squares are numbered.
    pub(crate) fn parts(&self, cluster: &Cluster) -> impl Iterator<Item = Shape> {
        cluster.iter().map(|&number| self.shape(number))
    }

    fn shape(&self, number: ShapeNumber) -> Shape {
        let (size, index) = self.clusters.size_and_index(number);
        self.shapes[size][index]
    }

    /// What is left of a cluster without one square.
    pub(crate) fn remainder(&self, cluster: &Cluster, square: usize) -> Remainder {
        let mut left: Vec<(ShapeNumber, Vec<usize>)> = Vec::new();
        let mut first = 0;
        for &number in cluster {
            let shape = self.shape(number);
            let squares = first..first + shape.size();
            if squares.contains(&square) {
                for part in shape.parts_without(square - first) {
                    let placed = shape.part(&part);
                    let mut order = vec![0; part.len()];
                    for (&number, &place) in part.iter().zip(&placed.places) {
                        order[usize::from(place)] = first + number;
                    }
                    left.push((self.numbers[&placed.shape], order));
                }
            } else {
                left.push((number, squares.clone().collect()));
            }
            first = squares.end;
        }
        left.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
        let cluster: Cluster = left.iter().map(|&(number, _)| number).collect();
        Remainder {
            cluster: self
                .clusters
                .number(&cluster)
                .expect("all clusters of fewer squares are known"),
            squares: left.into_iter().flat_map(|(_, squares)| squares).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_as_many_as_known() {
        let catalogue = Catalogue::new(8);
        let shapes: Vec<usize> = (1..=8).map(|size| catalogue.shapes(size).len()).collect();
        assert_eq!(shapes, [1, 2, 5, 22, 94, 524, 3031, 18770]);
    }

    #[test]
    fn what_is_left_keeps_its_squares() {
        let catalogue = Catalogue::new(7);
        let clusters = catalogue.clusters();
        for size in 1..7 {
            for number in 0..clusters.single(size) + clusters.several(size) {
                let cluster = clusters.get(size, number);
                for square in 0..size {
                    let left = catalogue.remainder(&cluster, square);
                    let mut squares = left.squares.clone();
                    squares.sort_unstable();
                    let others: Vec<usize> = (0..size).filter(|&other| other != square).collect();
                    assert_eq!(squares, others);
                    let parts = clusters.get(size - 1, left.cluster);
                    let sizes: usize = catalogue.parts(&parts).map(Shape::size).sum();
                    assert_eq!(sizes, size - 1);
                }
            }
        }
    }
}
