//! Where amazons can stand on a shape, counted through.
//!
//! Up to four black and four white amazons, never more white ones than black: with the colours exchanged the others
//! are the same. Placements of equal numbers stand together; within them black's squares decide, then white's
//! among those that are left. Sets of equal size are ordered as numbers.

/// The most amazons of a colour.
pub const MOST_AMAZONS: usize = 4;

/// Sets of squares of a shape.
const SETS: usize = 1 << crate::shape::MOST_SQUARES;

/// How many sets of `count` there are in `from`.
#[must_use]
pub const fn binomial(from: usize, count: usize) -> usize {
    if count > from {
        return 0;
    }
    let mut result = 1;
    let mut step = 0;
    while step < count {
        result = result * (from - step) / (step + 1);
        step += 1;
    }
    result
}

/// The place of each set among those of its size.
static RANKS: [u16; SETS] = {
    let mut ranks = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut left, mut rank, mut count) = (set, 0, 0);
        while left != 0 {
            count += 1;
            rank += binomial(left.trailing_zeros() as usize, count);
            left &= left - 1;
        }
        ranks[set] = rank as u16;
        set += 1;
    }
    ranks
};

/// The place of a set among those of its size.
#[inline]
pub fn rank_of_set(set: u16) -> usize {
    usize::from(RANKS[usize::from(set)])
}

/// The numbers of amazons in the order of their placements: black, white.
pub fn counts() -> impl Iterator<Item = (usize, usize)> {
    (0..=MOST_AMAZONS).flat_map(|black| (0..=black).map(move |white| (black, white)))
}

/// The placements on shapes of one size.
#[derive(Clone, Debug)]
pub struct Placements {
    size: usize,
    /// Where the placements of black and white amazons begin.
    begins: [[u32; MOST_AMAZONS + 1]; MOST_AMAZONS + 1],
    length: usize,
}

impl Placements {
    /// Those on a shape of so many squares.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let mut begins = [[0; MOST_AMAZONS + 1]; MOST_AMAZONS + 1];
        let mut length = 0;
        for (black, white) in counts() {
            begins[black][white] = length as u32;
            length += binomial(size, black) * binomial(size.saturating_sub(black), white);
        }
        Self {
            size,
            begins,
            length,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Never: without an amazon there is one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Where those with so many amazons begin.
    #[inline]
    pub fn begin(&self, black: usize, white: usize) -> usize {
        self.begins[black][white] as usize
    }

    /// The place of one; the sets have no square in common, and white has no more amazons than black.
    #[must_use]
    #[inline]
    pub fn rank(&self, black: u16, white: u16) -> usize {
        let counts = (black.count_ones() as usize, white.count_ones() as usize);
        debug_assert!(black & white == 0 && counts.0 >= counts.1);
        self.begin(counts.0, counts.1)
            + rank_of_set(black) * binomial_of(self.size - counts.0, counts.1)
            + rank_of_set(without(white, black))
    }

    /// All of them in order, as sets of black and white squares.
    pub fn all(&self) -> impl Iterator<Item = (u16, u16)> + use<> {
        let size = self.size;
        counts().flat_map(move |(black_count, white_count)| {
            sets(size, black_count).flat_map(move |black| {
                sets(size.saturating_sub(black_count), white_count)
                    .map(move |white| (black, spread(white, black)))
            })
        })
    }
}

/// Binomials as a table, for probing.
#[inline]
fn binomial_of(from: usize, count: usize) -> usize {
    const TABLE: [[u16; MOST_AMAZONS + 1]; crate::shape::MOST_SQUARES + 1] = {
        let mut table = [[0; MOST_AMAZONS + 1]; crate::shape::MOST_SQUARES + 1];
        let mut from = 0;
        while from < table.len() {
            let mut count = 0;
            while count <= MOST_AMAZONS {
                table[from][count] = binomial(from, count) as u16;
                count += 1;
            }
            from += 1;
        }
        table
    };
    usize::from(TABLE[from][count])
}

/// All sets of so many of the first `size` squares, as numbers in increasing order.
pub fn sets(size: usize, count: usize) -> impl Iterator<Item = u16> {
    (0..1_u16 << size).filter(move |set| set.count_ones() as usize == count)
}

/// A set with the squares of another one taken out of the numbering.
#[inline]
pub fn without(set: u16, taken: u16) -> u16 {
    let mut left = taken;
    let mut result = set;
    // From the highest, so that those below keep their numbers.
    while left != 0 {
        let highest = 15 - left.leading_zeros();
        let below = (1 << highest) - 1;
        result = result & below | result >> 1 & !below;
        left &= below;
    }
    result
}

/// The inverse of [`without`].
fn spread(set: u16, taken: u16) -> u16 {
    let mut left = taken;
    let mut result = set;
    while left != 0 {
        let below = (left & left.wrapping_neg()) - 1;
        result = result & below | (result & !below) << 1;
        left &= left - 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::MOST_SQUARES;

    #[test]
    fn placements_are_counted_through_without_a_gap() {
        for size in 1..=MOST_SQUARES {
            let placements = Placements::new(size);
            let mut count = 0;
            for (place, (black, white)) in placements.all().enumerate() {
                assert_eq!(placements.rank(black, white), place);
                assert_eq!(black & white, 0);
                assert!((black | white) >> size == 0);
                count += 1;
            }
            assert_eq!(count, placements.len());
        }
        assert_eq!(Placements::new(1).len(), 2);
        assert_eq!(Placements::new(10).len(), 21_416);
    }
}
