//! Sums of shapes: all multisets of shapes up to a total size.

use std::collections::HashMap;

/// Index of a shape among those of all sizes, smaller sizes first.
pub(crate) type ShapeId = u32;

/// One or more shapes played as a sum: what an arrow leaves of a shape, or a whole endgame. Sorted
/// by descending id; squares are numbered in this order.
pub(crate) type ShapeSum = Box<[ShapeId]>;

/// All shape sums up to a size, numbered within their size: single shapes first.
#[derive(Clone, Debug)]
pub(crate) struct ShapeSums {
    /// First shape id of each size, and the total.
    size_offsets: Vec<ShapeId>,
    /// Sums of several shapes, by size.
    composites: Vec<Vec<ShapeSum>>,
    numbers: HashMap<ShapeSum, usize>,
}

impl ShapeSums {
    /// All shape sums with fewer than `size` squares, given the number of shapes of each size from
    /// 0 on.
    pub fn new(shape_counts: &[usize], size: usize) -> Self {
        let mut size_offsets = vec![0];
        for &count in shape_counts {
            size_offsets.push(size_offsets[size_offsets.len() - 1] + count as ShapeId);
        }
        let mut shape_sums = Self {
            size_offsets,
            composites: vec![Vec::new(); size],
            numbers: HashMap::new(),
        };
        for (squares, &shapes) in shape_counts.iter().enumerate().take(size) {
            let mut found = Vec::new();
            shape_sums.collect(squares, ShapeId::MAX, &mut Vec::new(), &mut found);
            found.retain(|shape_sum| shape_sum.len() != 1);
            for (shape_sum, number) in found.iter().zip(shapes..) {
                shape_sums.numbers.insert(shape_sum.clone(), number);
            }
            shape_sums.composites[squares] = found;
        }
        shape_sums
    }

    /// Collects all shape sums of `squares` squares whose ids are at most `most`, after the prefix
    /// `before`.
    fn collect(
        &self,
        squares: usize,
        most: ShapeId,
        before: &mut Vec<ShapeId>,
        found: &mut Vec<ShapeSum>,
    ) {
        if squares == 0 {
            found.push(before.as_slice().into());
            return;
        }
        for size in 1..=squares {
            for number in self.size_offsets[size]..self.size_offsets[size + 1] {
                if number > most {
                    return;
                }
                before.push(number);
                self.collect(squares - size, number, before, found);
                before.pop();
            }
        }
    }

    /// Id of a shape.
    pub fn shape_id(&self, size: usize, index: usize) -> ShapeId {
        self.size_offsets[size] + index as ShapeId
    }

    /// Size and index within its size of a shape.
    pub fn size_and_index(&self, shape: ShapeId) -> (usize, usize) {
        let size = self.size_offsets.partition_point(|&first| first <= shape) - 1;
        (size, (shape - self.size_offsets[size]) as usize)
    }

    /// Number of single shapes of a size and of sums of several shapes.
    pub fn counts(&self, size: usize) -> [usize; 2] {
        let single = self.size_offsets[size + 1] - self.size_offsets[size];
        [
            single as usize,
            self.composites.get(size).map_or(0, Vec::len),
        ]
    }

    /// A shape sum by its index among those of its size.
    pub fn get(&self, size: usize, number: usize) -> ShapeSum {
        match number.checked_sub(self.counts(size)[0]) {
            None => Box::new([self.shape_id(size, number)]),
            Some(place) => self.composites[size][place].clone(),
        }
    }

    /// Index of a shape sum among those of its size, if known.
    pub fn number(&self, shape_sum: &[ShapeId]) -> Option<usize> {
        match *shape_sum {
            [only] => Some(self.size_and_index(only).1),
            _ => self.numbers.get(shape_sum).copied(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_the_euler_transform() {
        let shapes = [0, 1, 2, 5, 22, 94, 524, 3031];
        let mut expected = vec![1_usize];
        for size in 1..8 {
            let divisors = |n: usize| (1..=n).filter(move |d| n.is_multiple_of(*d));
            let weighted = |n: usize| divisors(n).map(|d| d * shapes[d]).sum::<usize>();
            let sum: usize = (1..=size).map(|k| weighted(k) * expected[size - k]).sum();
            expected.push(sum / size);
        }
        let shape_sums = ShapeSums::new(&shapes, 8);
        for (size, &count) in expected.iter().enumerate() {
            assert_eq!(
                shape_sums.counts(size).iter().sum::<usize>(),
                count,
                "{size}"
            );
            for number in 0..count {
                let shape_sum = shape_sums.get(size, number);
                assert_eq!(shape_sums.number(&shape_sum), Some(number));
            }
        }
    }
}
