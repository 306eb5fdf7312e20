//! Mobility with AVX2: an amazon's free squares as a set, then as one byte per square.

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::{Color, PerColor};

use super::{SplitSets, or_lanes, splat};
use crate::mobility::{MOBILITY_UNIT, Mobility, SquareIndices};
use crate::simd::rays::{Aligned, RAY_SQUARES, TABLE_ROWS, distance_at, square_at};
use crate::simd::x86::{AMAZONS_PER_GROUP, mobility_sums, to_mobility};

/// Four rays as sets: the low 64 bits of each, then the high ones.
type Rays = [[u64; 4]; 2];

/// Each square's four rays up and four rays down; the latter on the reversed board, where square i
/// is bit 127 − i, so that all rays ascend.
static RAYS: Aligned<[[Rays; 2]; TABLE_ROWS]> = Aligned(TABLES.0);

/// For each square, the weights of the squares on its rays per empty neighbor.
static WEIGHTS: Aligned<[[u8; 128]; TABLE_ROWS]> = Aligned(TABLES.1);

const TABLES: ([[Rays; 2]; TABLE_ROWS], [[u8; 128]; TABLE_ROWS]) = {
    let mut rays = [[[[0; 4]; 2]; 2]; TABLE_ROWS];
    let mut weights = [[0; 128]; TABLE_ROWS];
    let mut from = 0;
    while from < TABLE_ROWS {
        let mut ray_index = 0;
        while ray_index < RAY_SQUARES {
            if let Some(square) = square_at(from, ray_index) {
                let is_down = ray_index >= RAY_SQUARES / 2;
                let bit = if is_down { 127 - square } else { square };
                let direction = ray_index / (RAY_SQUARES / 8) % 4;
                rays[from][is_down as usize][bit / 64][direction] |= 1 << (bit % 64);
                weights[from][square] = (MOBILITY_UNIT >> distance_at(ray_index)) as u8;
            }
            ray_index += 1;
        }
        from += 1;
    }
    (rays, weights)
};

/// Board data shared by all amazons.
struct BoardData {
    empty: SplitSets,
    /// Empty squares of the reversed board.
    reversed: SplitSets,
    /// Number of empty neighbors of each square.
    neighbors: [__m256i; 4],
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn mobility(empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
    let board = BoardData {
        empty: splat(empty.bits()),
        reversed: splat(empty.bits().reverse_bits()),
        neighbors: neighbors(empty),
    };
    PerColor::new(
        side_mobility(&board, amazons[Color::Black]),
        side_mobility(&board, amazons[Color::White]),
    )
}

#[inline]
#[target_feature(enable = "avx2")]
fn side_mobility(board: &BoardData, amazons: SquareSet) -> Mobility {
    let mut sum = _mm_setzero_si128();
    let mut indices = SquareIndices::of(amazons);
    let mut remaining = amazons.len() as usize;
    while remaining > 0 {
        let a = amazon_mobility(board, indices.next());
        let b = amazon_mobility(board, indices.next());
        let c = amazon_mobility(board, indices.next());
        let d = amazon_mobility(board, indices.next());
        // Transpose and add: four registers of partial sums become four sums.
        let ab = _mm256_add_epi16(_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b));
        let cd = _mm256_add_epi16(_mm256_unpacklo_epi16(c, d), _mm256_unpackhi_epi16(c, d));
        let all = _mm256_add_epi16(_mm256_unpacklo_epi32(ab, cd), _mm256_unpackhi_epi32(ab, cd));
        let all = _mm_add_epi16(
            _mm256_castsi256_si128(all),
            _mm256_extracti128_si256::<1>(all),
        );
        let all = _mm_add_epi16(all, _mm_shuffle_epi32::<0b01_00_11_10>(all));
        sum = _mm_add_epi32(sum, mobility_sums(_mm_cvtepu16_epi32(all), remaining));
        remaining = remaining.saturating_sub(AMAZONS_PER_GROUP);
    }
    to_mobility(sum)
}

/// Mobility of an amazon as sixteen partial sums.
#[inline]
#[target_feature(enable = "avx2")]
fn amazon_mobility(board: &BoardData, square: usize) -> __m256i {
    let [up, down] = &RAYS.0[square % TABLE_ROWS];
    let up = or_lanes(free_squares(up, board.empty));
    let down = reversed(or_lanes(free_squares(down, board.reversed)));
    let squares = _mm256_or_si256(up, down);
    let squares = _mm256_or_si256(squares, _mm256_permute4x64_epi64::<0b01_00_11_10>(squares));
    let weights: *const __m256i = WEIGHTS.0[square % TABLE_ROWS].as_ptr().cast();
    let counted = |part: usize| {
        // SAFETY: a row of the table has four times 32 bytes, and is aligned.
        let weights = unsafe { _mm256_load_si256(weights.add(part)) };
        let weights = _mm256_and_si256(weights, byte_mask(squares, part));
        _mm256_maddubs_epi16(weights, board.neighbors[part])
    };
    _mm256_add_epi16(
        _mm256_add_epi16(counted(0), counted(1)),
        _mm256_add_epi16(counted(2), counted(3)),
    )
}

/// Squares of four rays before the first square that is not empty.
#[inline]
#[target_feature(enable = "avx2")]
fn free_squares(rays: &Rays, empty: SplitSets) -> SplitSets {
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
    // A ray continues in the high half if nothing blocks it in the low half.
    let continues = _mm256_cmpeq_epi64(blocked_low, _mm256_setzero_si256());
    SplitSets {
        low: _mm256_and_si256(low, below_first(blocked_low)),
        high: _mm256_and_si256(_mm256_and_si256(high, continues), below_first(blocked_high)),
    }
}

/// Reverses the 128 bits of both halves.
#[inline]
#[target_feature(enable = "avx2")]
fn reversed(sets: __m256i) -> __m256i {
    let last_first = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    let four_reversed = _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15);
    let table = _mm256_broadcastsi128_si256(four_reversed);
    let four_bits = _mm256_set1_epi8(0x0f);
    let bytes = _mm256_shuffle_epi8(sets, _mm256_broadcastsi128_si256(last_first));
    let low = _mm256_and_si256(bytes, four_bits);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), four_bits);
    let low = _mm256_slli_epi16::<4>(_mm256_shuffle_epi8(table, low));
    _mm256_or_si256(low, _mm256_shuffle_epi8(table, high))
}

/// One byte per square, 0xff for members of the set: squares 32 · `part` to 32 · `part` + 31. The
/// set is in both halves of the register.
#[inline]
#[target_feature(enable = "avx2")]
fn byte_mask(set: __m256i, part: usize) -> __m256i {
    let eight = |byte: usize| 0x0101_0101_0101_0101 * (4 * part + byte) as i64;
    let sources = _mm256_setr_epi64x(eight(0), eight(1), eight(2), eight(3));
    let own_bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
    let copies = _mm256_and_si256(_mm256_shuffle_epi8(set, sources), own_bit);
    _mm256_cmpeq_epi8(copies, own_bit)
}

/// Number of empty neighbors of each square.
#[inline]
#[target_feature(enable = "avx2")]
fn neighbors(empty: SquareSet) -> [__m256i; 4] {
    let bits = empty.bits();
    let set = _mm256_set_epi64x(
        (bits >> 64) as i64,
        bits as i64,
        (bits >> 64) as i64,
        bits as i64,
    );
    // 0xff is −1, so all sums below are negative.
    let minus_ones = [
        byte_mask(set, 0),
        byte_mask(set, 1),
        byte_mask(set, 2),
        byte_mask(set, 3),
    ];
    let rows = add_shifted::<1, 15>(minus_ones);
    let blocks = add_shifted::<11, 5>(rows);
    let around = |part: usize| _mm256_sub_epi8(minus_ones[part], blocks[part]);
    [around(0), around(1), around(2), around(3)]
}

/// Adds to each of 128 bytes those `COUNT` before and after it; `REST` is 16 − `COUNT`.
#[inline]
#[target_feature(enable = "avx2")]
fn add_shifted<const COUNT: i32, const REST: i32>(bytes: [__m256i; 4]) -> [__m256i; 4] {
    let [a, b, c, d] = bytes;
    let zero = _mm256_setzero_si256();
    // The middle 32 bytes of two adjacent registers.
    let before_a = _mm256_permute2x128_si256::<0x21>(zero, a);
    let a_to_b = _mm256_permute2x128_si256::<0x21>(a, b);
    let b_to_c = _mm256_permute2x128_si256::<0x21>(b, c);
    let c_to_d = _mm256_permute2x128_si256::<0x21>(c, d);
    let after_d = _mm256_permute2x128_si256::<0x21>(d, zero);
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
