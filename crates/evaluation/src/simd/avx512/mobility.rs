//! Mobility with AVX-512: an amazon's eight rays of eight squares each as 64 bytes.

use std::arch::x86_64::*;

use amazons::{Color, SquareSet};
use game::PerColor;

use crate::mobility::{Mobility, SquareIndices};
use crate::simd::rays::{Aligned, RAY_SQUARES, TABLE_ROWS, square_at};
use crate::simd::x86::{AMAZONS_PER_GROUP, mobility_sums, to_mobility};

/// Squares of each square's eight rays, eight bytes per ray; [`OUTSIDE`] beyond the 10×10 board.
static RAYS: Aligned<[[u8; RAY_SQUARES]; TABLE_ROWS]> = Aligned(rays());

/// An index that is not a square of any board and so never empty.
const OUTSIDE: u8 = 127;

const fn rays() -> [[u8; RAY_SQUARES]; TABLE_ROWS] {
    let mut rays = [[OUTSIDE; RAY_SQUARES]; TABLE_ROWS];
    let mut from = 0;
    while from < TABLE_ROWS {
        let mut ray_index = 0;
        while ray_index < RAY_SQUARES {
            if let Some(square) = square_at(from, ray_index) {
                rays[from][ray_index] = square as u8;
            }
            ray_index += 1;
        }
        from += 1;
    }
    rays
}

/// For each square 128 if it is not empty, else the number of its empty neighbors.
struct EmptyNeighbors {
    low: __m512i,
    high: __m512i,
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vnni,avx512bitalg")]
pub(super) fn mobility(empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
    let (low, high) = (empty.bits() as i64, (empty.bits() >> 64) as i64);
    let board = _mm512_zextsi128_si512(_mm_set_epi64x(high, low));
    let neighbors = EmptyNeighbors {
        low: count_neighbors(board, &LOW_WINDOWS, low as u64),
        high: count_neighbors(board, &HIGH_WINDOWS, high as u64),
    };
    PerColor::new(
        side_mobility(&neighbors, amazons[Color::Black]),
        side_mobility(&neighbors, amazons[Color::White]),
    )
}

/// Eight bytes of the board around each lane's eight squares, for the low 64 squares.
static LOW_WINDOWS: Aligned<[u8; 64]> = Aligned(windows(0));

/// [`LOW_WINDOWS`] for the high 64 squares.
static HIGH_WINDOWS: Aligned<[u8; 64]> = Aligned(windows(8));

/// Number of bytes of a window before its lane's own.
const BYTES_BEFORE: usize = 2;

/// Indices of eight consecutive bytes per lane; bytes outside the board refer to a zero byte.
const fn windows(first: usize) -> [u8; 64] {
    let mut bytes = [63; 64];
    let mut ray_index = 0;
    while ray_index < 64 {
        let byte = first + ray_index / 8 + ray_index % 8;
        if byte >= BYTES_BEFORE && byte < BYTES_BEFORE + 16 {
            bytes[ray_index] = (byte - BYTES_BEFORE) as u8;
        }
        ray_index += 1;
    }
    bytes
}

/// [`EmptyNeighbors`] of 64 squares.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512bitalg")]
fn count_neighbors(board: __m512i, windows: &Aligned<[u8; 64]>, empty: u64) -> __m512i {
    // SAFETY: the array has 64 bytes, and is aligned.
    let windows = unsafe { _mm512_load_si512(windows.0.as_ptr().cast()) };
    let windows = _mm512_permutexvar_epi8(windows, board);
    // One bit per neighbor: three below in bits 0 to 2, three above in bits 3 to 5, the one before
    // in bit 6 and the one after in bit 7.
    let below = _mm512_multishift_epi64_epi8(bits_from(-12), windows);
    let above = _mm512_multishift_epi64_epi8(bits_from(10 - 3), windows);
    let before = _mm512_multishift_epi64_epi8(bits_from(-1 - 6), windows);
    let after = _mm512_multishift_epi64_epi8(bits_from(1 - 7), windows);
    let around = choose(0b0000_0111, below, above);
    let around = choose(0b0011_1111, around, before);
    let around = choose(0b0111_1111, around, after);
    _mm512_mask_popcnt_epi8(_mm512_set1_epi8(-128), empty, around)
}

/// Bit offset in its window of each square plus `offset`.
#[inline]
#[target_feature(enable = "avx512f")]
fn bits_from(offset: i64) -> __m512i {
    let first = 8 * BYTES_BEFORE as i64 + offset;
    _mm512_set1_epi64(0x0706_0504_0302_0100 + first * 0x0101_0101_0101_0101)
}

/// `(mask & a) | (!mask & b)` in each byte.
#[inline]
#[target_feature(enable = "avx512f")]
fn choose(mask: i8, a: __m512i, b: __m512i) -> __m512i {
    const IF_ELSE: i32 = 0b1100_1010; // a ? b : c
    _mm512_ternarylogic_epi64::<IF_ELSE>(_mm512_set1_epi8(mask), a, b)
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512vnni")]
fn side_mobility(neighbors: &EmptyNeighbors, amazons: SquareSet) -> Mobility {
    let mut sum = _mm_setzero_si128();
    let mut indices = SquareIndices::of(amazons);
    let mut remaining = amazons.len() as usize;
    while remaining > 0 {
        let a = amazon_mobility(neighbors, indices.next());
        let b = amazon_mobility(neighbors, indices.next());
        let c = amazon_mobility(neighbors, indices.next());
        let d = amazon_mobility(neighbors, indices.next());
        // Transpose and add: four registers of partial sums become four sums.
        let ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
        let cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
        let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
        let all = _mm256_add_epi32(
            _mm512_castsi512_si256(all),
            _mm512_extracti64x4_epi64::<1>(all),
        );
        let all = _mm_add_epi32(
            _mm256_castsi256_si128(all),
            _mm256_extracti128_si256::<1>(all),
        );
        sum = _mm_add_epi32(sum, mobility_sums(all, remaining));
        remaining = remaining.saturating_sub(AMAZONS_PER_GROUP);
    }
    to_mobility(sum)
}

/// Mobility of an amazon as sixteen partial sums.
#[inline]
#[target_feature(enable = "avx512vbmi,avx512vnni")]
fn amazon_mobility(neighbors: &EmptyNeighbors, square: usize) -> __m512i {
    // SAFETY: a row of the table has 64 bytes, and is aligned.
    let rays = unsafe { _mm512_load_si512(RAYS.0[square % TABLE_ROWS].as_ptr().cast()) };
    let squares = _mm512_permutex2var_epi8(neighbors.low, rays, neighbors.high);
    // A ray is free below its lowest blocked byte.
    const NOT_AND_AND: i32 = 0b0000_1000; // !a & b & c
    let blocked = _mm512_and_si512(squares, _mm512_set1_epi8(-128));
    let below_first = _mm512_add_epi64(blocked, _mm512_set1_epi64(-1));
    let free = _mm512_ternarylogic_epi64::<NOT_AND_AND>(blocked, below_first, squares);
    // A square counts 128 at distance 1, 64 at distance 2, …
    let weights = _mm512_set1_epi64(0x0102_0408_1020_4080);
    _mm512_dpbusd_epi32(_mm512_setzero_si512(), weights, free)
}
