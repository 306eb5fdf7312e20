//! All ways in which shapes can lie side by side and share a game.

use std::collections::HashMap;

/// A shape, by its number among those of all sizes: smaller shapes come first.
pub(crate) type ShapeNumber = u32;

/// One or more shapes that share a game: what an arrow leaves of a shape, or a whole endgame. Where they lie does
/// not matter. From the shape with the highest number to that with the lowest; the squares are numbered in this order.
pub(crate) type Cluster = Box<[ShapeNumber]>;

/// All clusters up to a size, numbered within their size: single shapes first, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Clusters {
    /// The number of the first shape of each size, and one more.
    firsts: Vec<ShapeNumber>,
    /// Those of several shapes, by size.
    several: Vec<Vec<Cluster>>,
    numbers: HashMap<Cluster, usize>,
}

impl Clusters {
    /// All clusters with fewer squares than `size`, where there are so many shapes of each size, from size 0 on.
    pub fn new(shape_counts: &[usize], size: usize) -> Self {
        let mut firsts = vec![0];
        for &count in shape_counts {
            firsts.push(firsts[firsts.len() - 1] + count as ShapeNumber);
        }
        let mut clusters = Self {
            firsts,
            several: vec![Vec::new(); size],
            numbers: HashMap::new(),
        };
        for (squares, &shapes) in shape_counts.iter().enumerate().take(size) {
            let mut found = Vec::new();
            clusters.collect(squares, ShapeNumber::MAX, &mut Vec::new(), &mut found);
            found.retain(|cluster| cluster.len() != 1);
            for (cluster, number) in found.iter().zip(shapes..) {
                clusters.numbers.insert(cluster.clone(), number);
            }
            clusters.several[squares] = found;
        }
        clusters
    }

    /// All clusters of so many squares whose shapes have at most that number, after those given before them.
    fn collect(
        &self,
        squares: usize,
        most: ShapeNumber,
        before: &mut Vec<ShapeNumber>,
        found: &mut Vec<Cluster>,
    ) {
        if squares == 0 {
            found.push(before.as_slice().into());
            return;
        }
        for size in 1..=squares {
            for number in self.firsts[size]..self.firsts[size + 1] {
                if number > most {
                    return;
                }
                before.push(number);
                self.collect(squares - size, number, before, found);
                before.pop();
            }
        }
    }

    /// The number of a shape among those of all sizes.
    pub fn shape_number(&self, size: usize, index: usize) -> ShapeNumber {
        self.firsts[size] + index as ShapeNumber
    }

    /// The size of a shape, and its number among those of this size.
    pub fn size_and_index(&self, shape: ShapeNumber) -> (usize, usize) {
        let size = self.firsts.partition_point(|&first| first <= shape) - 1;
        (size, (shape - self.firsts[size]) as usize)
    }

    /// How many clusters of a size are several shapes.
    pub fn several(&self, size: usize) -> usize {
        self.several.get(size).map_or(0, Vec::len)
    }

    /// How many clusters of a size are one shape.
    pub fn single(&self, size: usize) -> usize {
        (self.firsts[size + 1] - self.firsts[size]) as usize
    }

    /// A cluster by its number among those of its size.
    pub fn get(&self, size: usize, number: usize) -> Cluster {
        match number.checked_sub(self.single(size)) {
            None => Box::new([self.shape_number(size, number)]),
            Some(place) => self.several[size][place].clone(),
        }
    }

    /// The number of a cluster among those of its size, if they are known.
    pub fn number(&self, cluster: &[ShapeNumber]) -> Option<usize> {
        match *cluster {
            [only] => Some(self.size_and_index(only).1),
            _ => self.numbers.get(cluster).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters_are_as_many_as_eulers_transform_says() {
        let shapes = [0, 1, 2, 5, 22, 94, 524, 3031];
        let mut expected = vec![1_usize];
        for size in 1..8 {
            let divisors = |n: usize| (1..=n).filter(move |d| n.is_multiple_of(*d));
            let weighted = |n: usize| divisors(n).map(|d| d * shapes[d]).sum::<usize>();
            let sum: usize = (1..=size).map(|k| weighted(k) * expected[size - k]).sum();
            expected.push(sum / size);
        }
        let clusters = Clusters::new(&shapes, 8);
        for (size, &count) in expected.iter().enumerate() {
            assert_eq!(
                clusters.single(size) + clusters.several(size),
                count,
                "{size}"
            );
            for number in 0..count {
                assert_eq!(clusters.number(&clusters.get(size, number)), Some(number));
            }
        }
    }
}
