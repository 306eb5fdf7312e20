//! Placements of amazons on a shape, ranked without gaps.
//!
//! Up to four amazons per color, never more white than black: other placements follow by swapping
//! colors. Placements are ordered by amazon counts, then by Black's squares, then by White's among
//! the rest; subsets of equal size in numeric order.

use crate::shape::MAX_SQUARES;

/// Maximum number of amazons per color.
pub const MAX_AMAZONS: usize = 4;

/// Number of subsets of a shape's squares.
pub(crate) const SETS: usize = 1 << MAX_SQUARES;

/// Binomial coefficient.
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

/// Rank of each subset among those of its size.
static SUBSET_RANKS: [u16; SETS] = {
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

/// Rank of a subset among those of its size (combinatorial number system).
#[inline]
fn subset_rank(set: u16) -> usize {
    usize::from(SUBSET_RANKS[usize::from(set)])
}

/// Amazon counts (black, white) in the order of placements.
fn amazon_counts() -> impl Iterator<Item = (usize, usize)> {
    (0..=MAX_AMAZONS).flat_map(|black| (0..=black).map(move |white| (black, white)))
}

/// The placements on shapes of one size.
#[derive(Clone, Debug)]
pub struct Placements {
    size: usize,
    /// First rank for each pair of amazon counts.
    offsets: [[u32; MAX_AMAZONS + 1]; MAX_AMAZONS + 1],
    count: usize,
}

impl Placements {
    /// Placements on a shape of `size` squares.
    #[must_use]
    pub fn new(size: usize) -> Self {
        let mut offsets = [[0; MAX_AMAZONS + 1]; MAX_AMAZONS + 1];
        let mut count = 0;
        for (black, white) in amazon_counts() {
            offsets[black][white] = count as u32;
            count += binomial(size, black) * binomial(size.saturating_sub(black), white);
        }
        Self {
            size,
            offsets,
            count,
        }
    }

    /// Number of placements.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Rank of a placement. The sets are disjoint and White has no more amazons than Black.
    #[must_use]
    #[inline]
    pub fn rank(&self, black: u16, white: u16) -> usize {
        let counts = (black.count_ones() as usize, white.count_ones() as usize);
        debug_assert!(black & white == 0 && counts.0 >= counts.1);
        self.offsets[counts.0][counts.1] as usize
            + subset_rank(black) * small_binomial(self.size - counts.0, counts.1)
            + subset_rank(compress(white, black))
    }

    /// Rank of a placement, and whether it is that with colors swapped, since White has more
    /// amazons than Black; `None` if a color has too many.
    #[inline]
    pub(crate) fn rank_up_to_colors(&self, black: u16, white: u16) -> Option<(usize, bool)> {
        let swaps = white.count_ones() > black.count_ones();
        let (more, fewer) = if swaps {
            (white, black)
        } else {
            (black, white)
        };
        (more.count_ones() as usize <= MAX_AMAZONS).then(|| (self.rank(more, fewer), swaps))
    }

    /// All placements in order of rank, as (black, white) sets.
    pub fn all(&self) -> impl Iterator<Item = (u16, u16)> + use<> {
        let size = self.size;
        amazon_counts().flat_map(move |(black_count, white_count)| {
            subsets(size, black_count).flat_map(move |black| {
                subsets(size.saturating_sub(black_count), white_count)
                    .map(move |white| (black, expand(white, black)))
            })
        })
    }
}

/// Tabulated binomial coefficients, for probing.
#[inline]
fn small_binomial(from: usize, count: usize) -> usize {
    const TABLE: [[u16; MAX_AMAZONS + 1]; MAX_SQUARES + 1] = {
        let mut table = [[0; MAX_AMAZONS + 1]; MAX_SQUARES + 1];
        let mut from = 0;
        while from < table.len() {
            let mut count = 0;
            while count <= MAX_AMAZONS {
                table[from][count] = binomial(from, count) as u16;
                count += 1;
            }
            from += 1;
        }
        table
    };
    usize::from(TABLE[from][count])
}

/// All subsets of `count` of the first `size` squares in numeric order.
fn subsets(size: usize, count: usize) -> impl Iterator<Item = u16> {
    (0..1_u16 << size).filter(move |set| set.count_ones() as usize == count)
}

/// Removes the bits at positions of `taken` from `set` (`pext` with the complement).
#[inline]
fn compress(set: u16, taken: u16) -> u16 {
    let mut left = taken;
    let mut result = set;
    // From the highest, so that lower positions stay valid.
    while left != 0 {
        let highest = 15 - left.leading_zeros();
        let below = (1 << highest) - 1;
        result = result & below | result >> 1 & !below;
        left &= below;
    }
    result
}

/// Inverse of [`compress`] (`pdep`).
fn expand(set: u16, taken: u16) -> u16 {
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

    #[test]
    fn ranks_have_no_gaps() {
        for size in 1..=MAX_SQUARES {
            let placements = Placements::new(size);
            for (place, (black, white)) in placements.all().enumerate() {
                assert_eq!(placements.rank(black, white), place);
                assert_eq!(black & white, 0);
                assert!((black | white) >> size == 0);
            }
            assert_eq!(placements.all().count(), placements.count());
        }
        assert_eq!(Placements::new(1).count(), 2);
        assert_eq!(Placements::new(10).count(), 21_416);
    }
}
