//! Mobility with AVX2: an amazon's free squares as a set, then a byte for each square.

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::PerColor;

use super::steps::{Halves, everywhere, merged};
use crate::mobility::{Indices, MOBILITY_UNIT, Mobility};
use crate::path::group::{GROUP, sums};
use crate::path::rays::{Aligned, PLACES, ROWS, square_at, steps_to};

/// Four rays as sets: the lower 64 bits of each, then the upper ones.
type Rays = [[u64; 4]; 2];

/// By square, its four rays upwards and its four rays downwards; the latter on the board turned round,
/// where square i is bit 127 − i, so that all rays rise.
static RAYS: Aligned<[[Rays; 2]; ROWS]> = Aligned(rays());

/// By square, what each square of its rays counts for an empty neighbour.
static WEIGHTS: Aligned<[[u8; 128]; ROWS]> = Aligned(weights());

const fn rays() -> [[Rays; 2]; ROWS] {
    let mut rays = [[[[0; 4]; 2]; 2]; ROWS];
    let mut from = 0;
    while from < ROWS {
        let mut place = 0;
        while place < PLACES {
            if let Some(square) = square_at(from, place) {
                let is_down = place >= PLACES / 2;
                let bit = if is_down { 127 - square } else { square };
                let direction = place / (PLACES / 8) % 4;
                rays[from][is_down as usize][bit / 64][direction] |= 1 << (bit % 64);
            }
            place += 1;
        }
        from += 1;
    }
    rays
}

const fn weights() -> [[u8; 128]; ROWS] {
    let mut weights = [[0; 128]; ROWS];
    let mut from = 0;
    while from < ROWS {
        let mut place = 0;
        while place < PLACES {
            if let Some(square) = square_at(from, place) {
                weights[from][square] = (MOBILITY_UNIT >> steps_to(place)) as u8;
            }
            place += 1;
        }
        from += 1;
    }
    weights
}

/// What the amazons of both sides share.
struct Terrain {
    empty: Halves,
    /// The empty squares of the board turned round.
    turned: Halves,
    /// The number of empty neighbours of each square.
    neighbours: [__m256i; 4],
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn mobility(empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
    let terrain = Terrain {
        empty: everywhere(empty.bits()),
        turned: everywhere(empty.bits().reverse_bits()),
        neighbours: neighbours(empty),
    };
    PerColor::new(
        one_side(&terrain, amazons[game::Color::Black]),
        one_side(&terrain, amazons[game::Color::White]),
    )
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn one_side(terrain: &Terrain, amazons: SquareSet) -> Mobility {
    let mut sum = _mm_setzero_si128();
    let mut indices = Indices::of(amazons);
    let mut left = amazons.len() as usize;
    while left > 0 {
        let a = one_amazon(terrain, indices.take());
        let b = one_amazon(terrain, indices.take());
        let c = one_amazon(terrain, indices.take());
        let d = one_amazon(terrain, indices.take());
        // Four registers of sixteen parts become one of four sums.
        let ab = _mm256_add_epi16(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
        let cd = _mm256_add_epi16(_mm256_unpacklo_epi16(c, d), _mm256_unpackhi_epi16(c, d));
        let all = _mm256_add_epi16(_mm256_unpacklo_epi32(ab, cd), _mm256_unpackhi_epi32(ab, cd));
        let all = _mm_add_epi16(
            _mm256_castsi256_si128(all),
            _mm256_extracti128_si256::<1>(all),
        );
        let all = _mm_add_epi16(all, _mm_shuffle_epi32::<0b01_00_11_10>(all));
        sum = _mm_add_epi32(sum, sums(_mm_cvtepu16_epi32(all), left));
        left = left.saturating_sub(GROUP);
    }
    Mobility::from_sums(sum)
}

/// Sixteen numbers whose sum is the mobility of an amazon.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn one_amazon(terrain: &Terrain, square: usize) -> __m256i {
    let [up, down] = &RAYS.0[square % ROWS];
    let up = merged(free(up, terrain.empty));
    let down = turned(merged(free(down, terrain.turned)));
    let squares = _mm256_or_si256(up, down);
    let squares = _mm256_or_si256(squares, _mm256_permute4x64_epi64::<0b01_00_11_10>(squares));
    let weights: *const __m256i = WEIGHTS.0[square % ROWS].as_ptr().cast();
    let counted = |part: usize| {
        // SAFETY: a row of the table has four times 32 bytes, and is aligned.
        let weights = unsafe { _mm256_load_si256(weights.add(part)) };
        let weights = _mm256_and_si256(weights, bytes(squares, part));
        _mm256_maddubs_epi16(weights, terrain.neighbours[part])
    };
    _mm256_add_epi16(
        _mm256_add_epi16(counted(0), counted(1)),
        _mm256_add_epi16(counted(2), counted(3)),
    )
}

/// The squares of four rays before the first that is not empty.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn free(rays: &Rays, empty: Halves) -> Halves {
    // SAFETY: both arrays have 32 bytes, and are aligned as the table is.
    let (low, high) = unsafe {
        (
            _mm256_load_si256(rays[0].as_ptr().cast()),
            _mm256_load_si256(rays[1].as_ptr().cast()),
        )
    };
    let below_first = |blocked: __m256i| {
        _mm256_andnot_si256(blocked, _mm256_add_epi64(blocked, _mm256_set1_epi64x(-1)))
    };
    let blocked_low = _mm256_andnot_si256(empty.low, low);
    let blocked_high = _mm256_andnot_si256(empty.high, high);
    // A ray goes on in the upper half if nothing has stopped it in the lower.
    let goes_on = _mm256_cmpeq_epi64(blocked_low, _mm256_setzero_si256());
    Halves {
        low: _mm256_and_si256(low, below_first(blocked_low)),
        high: _mm256_and_si256(_mm256_and_si256(high, goes_on), below_first(blocked_high)),
    }
}

/// The 128 bits of both halves in opposite order.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn turned(sets: __m256i) -> __m256i {
    let last_first = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    let four_turned = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    let table = _mm256_broadcastsi128_si256(four_turned);
    let four_bits = _mm256_set1_epi8(0x0f);
    let bytes = _mm256_shuffle_epi8(sets, _mm256_broadcastsi128_si256(last_first));
    let low = _mm256_and_si256(bytes, four_bits);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), four_bits);
    let low = _mm256_slli_epi16::<4>(_mm256_shuffle_epi8(table, low));
    _mm256_or_si256(low, _mm256_shuffle_epi8(table, high))
}

/// For each of 32 squares all bits of a byte if it is in the set; the set stands in both halves, and
/// `part` says which 32 squares.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn bytes(set: __m256i, part: usize) -> __m256i {
    let eight = |byte: usize| 0x0101_0101_0101_0101 * (4 * part + byte) as i64;
    let sources = _mm256_setr_epi64x(eight(0), eight(1), eight(2), eight(3));
    let own_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let copies = _mm256_and_si256(_mm256_shuffle_epi8(set, sources), own_bit);
    _mm256_cmpeq_epi8(copies, own_bit)
}

/// How many empty neighbours each square has.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn neighbours(empty: SquareSet) -> [__m256i; 4] {
    let bits = empty.bits();
    let set = _mm256_set_epi64x(
        (bits >> 64) as i64,
        bits as i64,
        (bits >> 64) as i64,
        bits as i64,
    );
    // All bits of a byte are minus one; so all sums below are negative.
    let minus_ones = [bytes(set, 0), bytes(set, 1), bytes(set, 2), bytes(set, 3)];
    let rows = with_both_sides::<1, 15>(minus_ones);
    let blocks = with_both_sides::<11, 5>(rows);
    let around = |part: usize| _mm256_sub_epi8(minus_ones[part], blocks[part]);
    [around(0), around(1), around(2), around(3)]
}

/// To each of 128 bytes, adds those `COUNT` before and after it; `REST` is what is missing to 16.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_both_sides<const COUNT: i32, const REST: i32>(bytes: [__m256i; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = bytes;
    let nothing = _mm256_setzero_si256();
    // The sixteen bytes in the middle of two registers side by side.
    let before_a = _mm256_permute2x128_si256::<0x21>(nothing, a);
    let a_to_b = _mm256_permute2x128_si256::<0x21>(a, b);
    let b_to_c = _mm256_permute2x128_si256::<0x21>(b, c);
    let c_to_d = _mm256_permute2x128_si256::<0x21>(c, d);
    let after_d = _mm256_permute2x128_si256::<0x21>(d, nothing);
    let sum = |before: __m256i, here: __m256i, after: __m256i| {
        let below = _mm256_alignr_epi8::<REST>(here, before);
        let above = _mm256_alignr_epi8::<COUNT>(after, here);
        _mm256_add_epi8(here, _mm256_add_epi8(below, above))
    };
    [
        sum(before_a, a, a_to_b),
        sum(a_to_b, b, b_to_c),
        sum(b_to_c, c, c_to_d),
        sum(c_to_d, d, after_d),
    ]
}
