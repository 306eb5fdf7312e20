//! The path that every processor has: 128-bit numbers, one side after the other.

use amazons::SquareSet;
use game::{Color, PerColor};

use super::fill::{OFFSETS, SPREADS, spreads};
use super::instructions::{COUNTED, Instructions, Weighing};
use crate::mobility::{Indices, Mobility, REACH};

/// The token of this path.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

/// Where a spread by one, two or four squares may end, by direction, upwards and downwards. That
/// depends on the empty squares alone, so it is shared by both sides and all moves.
pub(crate) struct Passable {
    up: [[u128; 3]; 4],
    down: [[u128; 3]; 4],
}

impl Instructions for Portable {
    type Sides = [u128; 2];
    type Slides = Passable;

    #[inline(always)]
    fn sides(self, sets: PerColor<SquareSet>) -> [u128; 2] {
        Color::ALL.map(|color| sets[color].bits())
    }

    #[inline(always)]
    fn split(self, [black, white]: [u128; 2]) -> PerColor<SquareSet> {
        PerColor::new(SquareSet::from_bits(black), SquareSet::from_bits(white))
    }

    #[inline(always)]
    fn exchange(self, [black, white]: [u128; 2]) -> [u128; 2] {
        [white, black]
    }

    #[inline(always)]
    fn common(self, sides: [u128; 2], other: [u128; 2]) -> [u128; 2] {
        [sides[0] & other[0], sides[1] & other[1]]
    }

    #[inline(always)]
    fn gain(self, gained: [u128; 2], sides: [u128; 2], other: [u128; 2]) -> [u128; 2] {
        [
            gained[0] | sides[0] & !other[0],
            gained[1] | sides[1] & !other[1],
        ]
    }

    #[inline(always)]
    fn same(self, sides: [u128; 2], other: [u128; 2]) -> bool {
        sides == other
    }

    #[inline(always)]
    fn count(self, sets: &[[u128; 2]; COUNTED]) -> PerColor<[u8; COUNTED]> {
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
    fn slides(self, empty: SquareSet) -> Passable {
        let mut passable = Passable {
            up: [[0; 3]; 4],
            down: [[0; 3]; 4],
        };
        for (direction, offset) in OFFSETS.into_iter().enumerate() {
            let (mut up, mut down) = (empty.bits(), empty.bits());
            for power in 0..3 {
                passable.up[direction][power] = up;
                passable.down[direction][power] = down;
                up &= up << (offset << power);
                down &= down >> (offset << power);
            }
        }
        passable
    }

    #[inline(always)]
    fn queen_step<const LONG: bool>(self, from: [u128; 2], passable: &Passable) -> [u128; 2] {
        let empty = passable.up[0][0];
        from.map(|from| {
            let mut reached = 0;
            for (direction, offset) in OFFSETS.into_iter().enumerate() {
                let (mut up, mut down) = (from, from);
                for power in SPREADS.into_iter().take(spreads(LONG)) {
                    up |= up << (offset << power) & passable.up[direction][power];
                    down |= down >> (offset << power) & passable.down[direction][power];
                }
                reached |= up | down;
            }
            reached & empty
        })
    }

    #[inline(always)]
    fn weigh(self, weighing: &Weighing<'_>) -> i64 {
        let mut sum = 0;
        for (counts, weights) in weighing.counts {
            for (&count, &weight) in counts.iter().zip(weights) {
                sum += i64::from(count) * i64::from(weight);
            }
        }
        for (numbers, weights) in weighing.mobility {
            for (&number, &weight) in numbers.iter().zip(weights) {
                sum += i64::from(number) * i64::from(weight);
            }
        }
        sum
    }

    #[inline(always)]
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
        let terrain = Terrain::of(empty);
        PerColor::from_fn(|color| {
            let mut sum = Mobility::default();
            let mut indices = Indices::of(amazons[color]);
            for _ in 0..amazons[color].len() {
                sum.add(terrain.mobility(indices.take()));
            }
            sum
        })
    }
}

/// For each square [`BLOCKED`] if it is not empty, else the number of its empty neighbours; with a
/// margin as wide as a ray is long.
struct Terrain([u8; SQUARES + 2 * MARGIN]);

const BLOCKED: u8 = 128;

/// Squares of the frame, rounded up to whole words.
const SQUARES: usize = 112;

/// The steps of a ray, of at most twelve indices each.
const MARGIN: usize = REACH * 12;

/// One in each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;

impl Terrain {
    #[inline(always)]
    fn of(empty: SquareSet) -> Self {
        // A byte of 1 or 0 for each square, with the neighbours' margin.
        let mut bytes = [0_u8; 16 + SQUARES + 16];
        for (eight, bits) in bytes[16..]
            .chunks_exact_mut(8)
            .zip(empty.bits().to_le_bytes())
        {
            // Each byte gets a copy of the bits, keeps its own one, and moves it to the bottom.
            let own = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
            eight.copy_from_slice(&((own + 0x7f * ONES) >> 7 & ONES).to_le_bytes());
        }
        let mut terrain = [BLOCKED; SQUARES + 2 * MARGIN];
        for (square, value) in terrain[MARGIN..MARGIN + SQUARES].iter_mut().enumerate() {
            let near: &[u8; 25] = bytes[square + 4..]
                .first_chunk()
                .expect("the margin is 16 wide");
            let neighbours =
                near[0] + near[1] + near[2] + near[11] + near[13] + near[22] + near[23] + near[24];
            *value = if near[12] == 1 { neighbours } else { BLOCKED };
        }
        Self(terrain)
    }

    #[inline(always)]
    fn mobility(&self, from: usize) -> u32 {
        let window: &[u8; 2 * MARGIN + 1] = self.0[from % SQUARES..]
            .first_chunk()
            .expect("the margin is as wide as a ray is long");
        // No count is above eight and there are eight rays, so no byte overflows.
        let free = free_squares(ray::<1, true>(window))
            + free_squares(ray::<10, true>(window))
            + free_squares(ray::<11, true>(window))
            + free_squares(ray::<12, true>(window))
            + free_squares(ray::<1, false>(window))
            + free_squares(ray::<10, false>(window))
            + free_squares(ray::<11, false>(window))
            + free_squares(ray::<12, false>(window));
        // The top sixteen bits of a product are the sum of the other factors' lanes times 128, 32, 8, 2;
        // the bytes between them, times 64, 16, 4, 1, come by a product with half of that.
        const WEIGHTS: u64 = 0x0080_0020_0008_0002;
        const LANES: u64 = 0x00ff_00ff_00ff_00ff;
        let odd = (free & LANES).wrapping_mul(WEIGHTS) >> 48;
        let even = (free >> 8 & LANES).wrapping_mul(WEIGHTS / 2) >> 48;
        (odd + even) as u32
    }
}

/// The eight squares of a ray, the nearest in the lowest byte; the amazon stands in the middle of the
/// window.
#[inline(always)]
fn ray<const OFFSET: usize, const UP: bool>(window: &[u8; 2 * MARGIN + 1]) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|place| {
        let distance = OFFSET * (place + 1);
        window[if UP {
            MARGIN + distance
        } else {
            MARGIN - distance
        }]
    }))
}

/// What remains of a ray up to its first blocked square.
#[inline(always)]
fn free_squares(ray: u64) -> u64 {
    let blocked = ray & (u64::from(BLOCKED) * ONES);
    ray & !blocked & blocked.wrapping_sub(1)
}
