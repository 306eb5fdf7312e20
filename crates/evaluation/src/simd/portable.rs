//! Portable backend: 128-bit integers, one side after the other.

use amazons::SquareSet;
use game::{Color, PerColor};

use super::ops::{
    DIRECTION_OFFSETS, FILL_SHIFTS, SETS_PER_COUNT, SimdOps, WeightedCounts, fill_steps,
};
use super::{BackendKind, SimdBackend};
use crate::mobility::{MAX_RAY_LENGTH, Mobility, SquareIndices};

#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// Squares where a spread by one, two or four squares may end, by direction, up and down.
pub(crate) struct FillMasks {
    up: [[u128; 3]; 4],
    down: [[u128; 3]; 4],
}

impl From<Portable> for SimdBackend {
    #[inline(always)]
    fn from(_: Portable) -> Self {
        Self(BackendKind::Portable)
    }
}

impl SimdOps for Portable {
    type SidePair = [u128; 2];
    type FillMasks = FillMasks;

    #[inline(always)]
    fn pack(self, sets: PerColor<SquareSet>) -> [u128; 2] {
        Color::ALL.map(|color| sets[color].bits())
    }

    #[inline(always)]
    fn unpack(self, [black, white]: [u128; 2]) -> PerColor<SquareSet> {
        PerColor::new(SquareSet::from_bits(black), SquareSet::from_bits(white))
    }

    #[inline(always)]
    fn swap_sides(self, [black, white]: [u128; 2]) -> [u128; 2] {
        [white, black]
    }

    #[inline(always)]
    fn and(self, a: [u128; 2], b: [u128; 2]) -> [u128; 2] {
        [a[0] & b[0], a[1] & b[1]]
    }

    #[inline(always)]
    fn or_and_not(self, a: [u128; 2], b: [u128; 2], c: [u128; 2]) -> [u128; 2] {
        [a[0] | b[0] & !c[0], a[1] | b[1] & !c[1]]
    }

    #[inline(always)]
    fn equal(self, a: [u128; 2], b: [u128; 2]) -> bool {
        a == b
    }

    #[inline(always)]
    fn count(self, sets: &[[u128; 2]; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]> {
        PerColor::new(
            sets.map(|[black, _]| black.count_ones() as u8),
            sets.map(|[_, white]| white.count_ones() as u8),
        )
    }

    #[inline(always)]
    fn king_step(self, from: [u128; 2], empty: [u128; 2]) -> [u128; 2] {
        let around = from.map(|set| {
            let row = set | set << 1 | set >> 1;
            row | row << 11 | row >> 11
        });
        [around[0] & empty[0], around[1] & empty[1]]
    }

    #[inline(always)]
    fn fill_masks(self, empty: SquareSet) -> FillMasks {
        let mut masks = FillMasks {
            up: [[0; 3]; 4],
            down: [[0; 3]; 4],
        };
        for (direction, offset) in DIRECTION_OFFSETS.into_iter().enumerate() {
            let (mut up, mut down) = (empty.bits(), empty.bits());
            for shift in 0..3 {
                masks.up[direction][shift] = up;
                masks.down[direction][shift] = down;
                up &= up << (offset << shift);
                down &= down >> (offset << shift);
            }
        }
        masks
    }

    #[inline(always)]
    fn queen_step<const LONG: bool>(self, from: [u128; 2], masks: &FillMasks) -> [u128; 2] {
        let empty = masks.up[0][0];
        from.map(|from| {
            let mut reached = 0;
            for (direction, offset) in DIRECTION_OFFSETS.into_iter().enumerate() {
                let (mut up, mut down) = (from, from);
                for shift in FILL_SHIFTS.into_iter().take(fill_steps(LONG)) {
                    up |= up << (offset << shift) & masks.up[direction][shift];
                    down |= down >> (offset << shift) & masks.down[direction][shift];
                }
                reached |= up | down;
            }
            reached & empty
        })
    }

    #[inline(always)]
    fn weighted_sum(self, counts: &WeightedCounts<'_>) -> i64 {
        let mut sum = 0;
        for (counts, weights) in counts.counts {
            for (&count, &weight) in counts.iter().zip(weights) {
                sum += i64::from(count) * i64::from(weight);
            }
        }
        for (numbers, weights) in counts.mobility {
            for (&number, &weight) in numbers.iter().zip(weights) {
                sum += i64::from(number) * i64::from(weight);
            }
        }
        sum
    }

    #[inline(always)]
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
        let neighbors = EmptyNeighbors::of(empty);
        PerColor::from_fn(|color| {
            let mut sum = Mobility::default();
            let mut indices = SquareIndices::of(amazons[color]);
            for _ in 0..amazons[color].len() {
                sum.add(neighbors.mobility(indices.next()));
            }
            sum
        })
    }
}

/// For each square [`BLOCKED`] if it is not empty, else the number of its empty neighbors. The
/// margin is as wide as a ray is long.
struct EmptyNeighbors([u8; SQUARES + 2 * MARGIN]);

const BLOCKED: u8 = 128;

/// Square indices, rounded up to whole words.
const SQUARES: usize = 112;

/// Largest index difference between a square and the end of a ray.
const MARGIN: usize = MAX_RAY_LENGTH * 12;

/// 1 in each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

impl EmptyNeighbors {
    #[inline(always)]
    fn of(empty: SquareSet) -> Self {
        // One byte per square, 1 if it is empty, with a margin for neighbors.
        let mut bytes = [0_u8; 16 + SQUARES + 16];
        for (eight, bits) in bytes[16..]
            .chunks_exact_mut(8)
            .zip(empty.bits().to_le_bytes())
        {
            // Copy the bits to each byte, keep one bit per byte and move it to the bottom.
            let own = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
            eight.copy_from_slice(&((own + 0x7f * ONES) >> 7 & ONES).to_le_bytes());
        }
        let mut neighbors = [BLOCKED; SQUARES + 2 * MARGIN];
        for (square, value) in neighbors[MARGIN..MARGIN + SQUARES].iter_mut().enumerate() {
            let near: &[u8; 25] = bytes[square + 4..]
                .first_chunk()
                .expect("the margin is 16 wide");
            let neighbors =
                near[0] + near[1] + near[2] + near[11] + near[13] + near[22] + near[23] + near[24];
            *value = if near[12] == 1 { neighbors } else { BLOCKED };
        }
        Self(neighbors)
    }

    #[inline(always)]
    fn mobility(&self, from: usize) -> u32 {
        let window: &[u8; 2 * MARGIN + 1] = self.0[from % SQUARES..]
            .first_chunk()
            .expect("the margin is as wide as a ray is long");
        // At most eight neighbors on eight rays: no byte overflows.
        let free = free_squares(ray::<1, true>(window))
            + free_squares(ray::<10, true>(window))
            + free_squares(ray::<11, true>(window))
            + free_squares(ray::<12, true>(window))
            + free_squares(ray::<1, false>(window))
            + free_squares(ray::<10, false>(window))
            + free_squares(ray::<11, false>(window))
            + free_squares(ray::<12, false>(window));
        // The top 16 bits of the product are the sum of the 16-bit lanes times 128, 32, 8 and 2.
        // The bytes between them count 64, 16, 4 and 1: half of that.
        const WEIGHTS: u64 = 0x0080_0020_0008_0002;
        const LANES: u64 = 0x00ff_00ff_00ff_00ff;
        let odd = (free & LANES).wrapping_mul(WEIGHTS) >> 48;
        let even = (free >> 8 & LANES).wrapping_mul(WEIGHTS / 2) >> 48;
        (odd + even) as u32
    }
}

/// The eight squares of a ray, the nearest in the lowest byte. The amazon is in the middle of the
/// window.
#[inline(always)]
fn ray<const OFFSET: usize, const UP: bool>(window: &[u8; 2 * MARGIN + 1]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|index| {
        let distance = OFFSET * (index + 1);
        window[if UP {
            MARGIN + distance
        } else {
            MARGIN - distance
        }]
    }))
}

/// The part of a ray before its first blocked square.
#[inline(always)]
fn free_squares(ray: u64) -> u64 {
    let blocked = ray & (u64::from(BLOCKED) * ONES);
    ray & !blocked & blocked.wrapping_sub(1)
}
