//! Mobility with AVX-512: the eight rays of an amazon, of eight squares each, as 64 bytes.

use std::arch::x86_64::*;

use amazons::{Color, SquareSet};
use game::PerColor;

use crate::mobility::{Indices, Mobility};
use crate::path::group::{GROUP, sums};
use crate::path::rays::{Aligned, PLACES, ROWS, square_at};

/// By square, the squares of its eight rays in order, eight bytes a ray. A ray that leaves the frame goes
/// on with [`OUTSIDE`].
static RAYS: Aligned<[[u8; PLACES]; ROWS]> = Aligned(rays());

/// An index that is no square of any board, and so never empty.
const OUTSIDE: u8 = 127;

const fn rays() -> [[u8; PLACES]; ROWS] {
    let mut rays = [[OUTSIDE; PLACES]; ROWS];
    let mut from = 0;
    while from < ROWS {
        let mut place = 0;
        while place < PLACES {
            if let Some(square) = square_at(from, place) {
                rays[from][place] = square as u8;
            }
            place += 1;
        }
        from += 1;
    }
    rays
}

/// For each square 128 if it is not empty, else the number of its empty neighbours.
struct Terrain {
    low: __m512i,
    high: __m512i,
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn mobility(empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
    let (low, high) = (empty.bits() as i64, (empty.bits() >> 64) as i64);
    let board = _mm512_zextsi128_si512(_mm_set_epi64x(high, low));
    let terrain = Terrain {
        low: neighbours(board, &LOW_WINDOWS, low as u64),
        high: neighbours(board, &HIGH_WINDOWS, high as u64),
    };
    PerColor::new(
        one_side(&terrain, amazons[Color::Black]),
        one_side(&terrain, amazons[Color::White]),
    )
}

/// For the lower 64 squares, eight bytes a lane: the bytes of the board around the lane's eight squares.
static LOW_WINDOWS: Aligned<[u8; 64]> = Aligned(windows(0));

/// The same for the upper 64 squares.
static HIGH_WINDOWS: Aligned<[u8; 64]> = Aligned(windows(8));

/// Bytes that a window starts before its lane's own.
const BYTES_BEFORE: usize = 2;

/// Lane for lane the indices of eight bytes in a row; for those outside the board, that of a byte which
/// is zero.
const fn windows(first: usize) -> [u8; 64] {
    let mut bytes = [63; 64];
    let mut place = 0;
    while place < 64 {
        let byte = first + place / 8 + place % 8;
        if byte >= BYTES_BEFORE && byte < BYTES_BEFORE + 16 {
            bytes[place] = (byte - BYTES_BEFORE) as u8;
        }
        place += 1;
    }
    bytes
}

/// The terrain of 64 squares, of which `empty` are empty.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn neighbours(board: __m512i, windows: &Aligned<[u8; 64]>, empty: u64) -> __m512i {
    // SAFETY: the array has 64 bytes, and is aligned.
    let windows = unsafe { _mm512_load_si512(windows.0.as_ptr().cast()) };
    let windows = _mm512_permutexvar_epi8(windows, board);
    // The byte of each square gets its eight neighbours: three below in bits 0 to 2, three above in bits 3
    // to 5, the one before it in bit 6 and the one after it in bit 7.
    let below = _mm512_multishift_epi64_epi8(bits_from(-12), windows);
    let above = _mm512_multishift_epi64_epi8(bits_from(10 - 3), windows);
    let before = _mm512_multishift_epi64_epi8(bits_from(-1 - 6), windows);
    let after = _mm512_multishift_epi64_epi8(bits_from(1 - 7), windows);
    let around = choose(0b0000_0111, below, above);
    let around = choose(0b0011_1111, around, before);
    let around = choose(0b0111_1111, around, after);
    _mm512_mask_popcnt_epi8(_mm512_set1_epi8(-128), empty, around)
}

/// Where in its window the eight bits of each square start, counted from the square itself.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn bits_from(offset: i64) -> __m512i {
    let first = 8 * BYTES_BEFORE as i64 + offset;
    _mm512_set1_epi64(0x0706_0504_0302_0100 + first * 0x0101_0101_0101_0101)
}

/// In each byte the `chosen` bits of one and the other bits of the other.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn choose(chosen: i8, one: __m512i, other: __m512i) -> __m512i {
    const IF_ELSE: i32 = 0b1100_1010; // a ? b : c
    _mm512_ternarylogic_epi64::<IF_ELSE>(_mm512_set1_epi8(chosen), one, other)
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
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
        sum = _mm_add_epi32(sum, sums(all, left));
        left = left.saturating_sub(GROUP);
    }
    Mobility::from_sums(sum)
}

/// Sixteen numbers whose sum is the mobility of an amazon.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn one_amazon(terrain: &Terrain, square: usize) -> __m512i {
    // SAFETY: a row of the table has 64 bytes, and is aligned.
    let rays = unsafe { _mm512_load_si512(RAYS.0[square % ROWS].as_ptr().cast()) };
    let squares = _mm512_permutex2var_epi8(terrain.low, rays, terrain.high);
    // A ray is free below the lowest mark of what is not empty.
    const NOT_THIS_BUT_BOTH: i32 = 0b0000_1000; // !a & b & c
    let blocked = _mm512_and_si512(squares, _mm512_set1_epi8(-128));
    let below_first = _mm512_add_epi64(blocked, _mm512_set1_epi64(-1));
    let free = _mm512_ternarylogic_epi64::<NOT_THIS_BUT_BOTH>(blocked, below_first, squares);
    // One step away counts 128, two steps 64, …
    let weights = _mm512_set1_epi64(0x0102_0408_1020_4080);
    _mm512_dpbusd_epi32(_mm512_setzero_si512(), weights, free)
}
