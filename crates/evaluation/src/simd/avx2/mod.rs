//! AVX2 backend: four directions, or four rays of an amazon, in one register.
//!
//! More than twice as fast as compiled 128-bit arithmetic; compare with
//! `cargo bench -p thermodon-evaluation`.

mod mobility;

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::PerColor;

use super::ops::{
    DIRECTION_OFFSETS, FILL_SHIFTS, SETS_PER_COUNT, SimdOps, WeightedCounts, fill_steps,
};
use super::{BackendKind, SimdBackend, Task, x86};
use crate::mobility::Mobility;

x86::x86_backend!(Avx2, ["avx2", "bmi1", "bmi2", "popcnt"]);

/// Four 128-bit square sets, split into their low and high 64 bits.
#[derive(Clone, Copy)]
struct SplitSets {
    low: __m256i,
    high: __m256i,
}

/// Squares where a spread by one, two or four squares may end, towards higher (`up`) and lower
/// (`down`) square indices; lanes are directions.
pub(crate) struct FillMasks {
    /// The empty squares, once for each side.
    empty: __m256i,
    up: [SplitSets; 3],
    down: [SplitSets; 3],
}

/// `a | (b & !c)`.
#[inline]
#[target_feature(enable = "avx2")]
fn or_and_not(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    _mm256_or_si256(a, _mm256_andnot_si256(c, b))
}

#[inline]
#[target_feature(enable = "avx2")]
fn equal(a: __m256i, b: __m256i) -> bool {
    let difference = _mm256_xor_si256(a, b);
    _mm256_testz_si256(difference, difference) == 1
}

#[inline]
#[target_feature(enable = "avx2")]
fn count(sets: &[__m256i; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]> {
    x86::pack_counts([
        popcount(sets[0]),
        popcount(sets[1]),
        popcount(sets[2]),
        popcount(sets[3]),
        popcount(sets[4]),
        popcount(sets[5]),
        popcount(sets[6]),
        popcount(sets[7]),
    ])
}

/// Population count of each 64-bit word, by table lookup of each nibble.
#[inline]
#[target_feature(enable = "avx2")]
fn popcount(words: __m256i) -> __m256i {
    let nibble_mask = _mm256_set1_epi8(0x0f);
    let table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    let table = _mm256_broadcastsi128_si256(table);
    let low = _mm256_and_si256(words, nibble_mask);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), nibble_mask);
    let bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(table, low),
        _mm256_shuffle_epi8(table, high),
    );
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2")]
fn king_step(from: __m256i, empty: __m256i) -> __m256i {
    let horizontal = _mm256_or_si256(
        pair_shifted_up::<1, 63>(from),
        pair_shifted_down::<1, 63>(from),
    );
    let row = _mm256_or_si256(from, horizontal);
    // Rows are 11 bits apart.
    let vertical = _mm256_or_si256(
        pair_shifted_up::<11, 53>(row),
        pair_shifted_down::<11, 53>(row),
    );
    _mm256_and_si256(_mm256_or_si256(row, vertical), empty)
}

/// Shifts both sides' 128 bits left by `COUNT`; `REST` is 64 − `COUNT`.
#[inline]
#[target_feature(enable = "avx2")]
fn pair_shifted_up<const COUNT: i32, const REST: i32>(pair: __m256i) -> __m256i {
    let carry = _mm256_srli_epi64::<REST>(_mm256_bslli_epi128::<8>(pair));
    _mm256_or_si256(_mm256_slli_epi64::<COUNT>(pair), carry)
}

/// Shifts both sides' 128 bits right by `COUNT`; `REST` is 64 − `COUNT`.
#[inline]
#[target_feature(enable = "avx2")]
fn pair_shifted_down<const COUNT: i32, const REST: i32>(pair: __m256i) -> __m256i {
    let carry = _mm256_slli_epi64::<REST>(_mm256_bsrli_epi128::<8>(pair));
    _mm256_or_si256(_mm256_srli_epi64::<COUNT>(pair), carry)
}

#[inline]
#[target_feature(enable = "avx2")]
fn fill_masks(empty: SquareSet) -> FillMasks {
    let one = splat(empty.bits());
    let two_up = and(one, shifted_up(one, 0));
    let two_down = and(one, shifted_down(one, 0));
    FillMasks {
        empty: _mm256_unpacklo_epi64(one.low, one.high),
        up: [one, two_up, and(two_up, shifted_up(two_up, 1))],
        down: [one, two_down, and(two_down, shifted_down(two_down, 1))],
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn queen_step<const LONG: bool>(from: __m256i, masks: &FillMasks) -> __m256i {
    let black = SplitSets {
        low: _mm256_permute4x64_epi64::<0b00_00_00_00>(from),
        high: _mm256_permute4x64_epi64::<0b01_01_01_01>(from),
    };
    let white = SplitSets {
        low: _mm256_permute4x64_epi64::<0b10_10_10_10>(from),
        high: _mm256_permute4x64_epi64::<0b11_11_11_11>(from),
    };
    let black = or_lanes(slide::<LONG>(black, masks));
    let white = or_lanes(slide::<LONG>(white, masks));
    // Black's set in the low 128 bits, White's in the high 128 bits.
    let reached = _mm256_or_si256(
        _mm256_permute2x128_si256::<0x20>(black, white),
        _mm256_permute2x128_si256::<0x31>(black, white),
    );
    _mm256_and_si256(reached, masks.empty)
}

/// Slides one side's set in all directions, by up to nine squares with `LONG` and seven without;
/// lanes are pairs of opposite directions.
#[inline]
#[target_feature(enable = "avx2")]
fn slide<const LONG: bool>(from: SplitSets, masks: &FillMasks) -> SplitSets {
    let (mut up, mut down) = (from, from);
    for shift in FILL_SHIFTS.into_iter().take(fill_steps(LONG)) {
        up = or(up, and(shifted_up(up, shift), masks.up[shift]));
        down = or(down, and(shifted_down(down, shift), masks.down[shift]));
    }
    or(up, down)
}

/// The union of sets 0 and 1 in the low 128 bits, of sets 2 and 3 in the high 128 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn or_lanes(sets: SplitSets) -> __m256i {
    _mm256_or_si256(
        _mm256_unpacklo_epi64(sets.low, sets.high),
        _mm256_unpackhi_epi64(sets.low, sets.high),
    )
}

/// The same set in all lanes.
#[inline]
#[target_feature(enable = "avx2")]
fn splat(bits: u128) -> SplitSets {
    SplitSets {
        low: _mm256_set1_epi64x(bits as i64),
        high: _mm256_set1_epi64x((bits >> 64) as i64),
    }
}

/// Shift count of each lane's direction for a spread by 2^`shift` squares.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_counts(shift: usize) -> __m256i {
    let offsets = DIRECTION_OFFSETS.map(|offset| i64::from(offset << shift));
    _mm256_setr_epi64x(offsets[0], offsets[1], offsets[2], offsets[3])
}

#[inline]
#[target_feature(enable = "avx2")]
fn shifted_up(sets: SplitSets, shift: usize) -> SplitSets {
    let counts = shift_counts(shift);
    let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), counts);
    let carry = _mm256_srlv_epi64(sets.low, rest);
    SplitSets {
        low: _mm256_sllv_epi64(sets.low, counts),
        high: _mm256_or_si256(_mm256_sllv_epi64(sets.high, counts), carry),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn shifted_down(sets: SplitSets, shift: usize) -> SplitSets {
    let counts = shift_counts(shift);
    let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), counts);
    let carry = _mm256_sllv_epi64(sets.high, rest);
    SplitSets {
        low: _mm256_or_si256(_mm256_srlv_epi64(sets.low, counts), carry),
        high: _mm256_srlv_epi64(sets.high, counts),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn and(a: SplitSets, b: SplitSets) -> SplitSets {
    SplitSets {
        low: _mm256_and_si256(a.low, b.low),
        high: _mm256_and_si256(a.high, b.high),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn or(a: SplitSets, b: SplitSets) -> SplitSets {
    SplitSets {
        low: _mm256_or_si256(a.low, b.low),
        high: _mm256_or_si256(a.high, b.high),
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn weighted_sum(counts: &WeightedCounts<'_>) -> i64 {
    let mut sums = _mm256_setzero_si256();
    for (counts, weights) in counts.counts {
        // SAFETY: the arrays have 8 and 32 bytes.
        let (counts, weights) = unsafe {
            (
                _mm_loadl_epi64(counts.as_ptr().cast()),
                _mm256_loadu_si256(weights.as_ptr().cast()),
            )
        };
        let counts = _mm256_cvtepu8_epi32(counts);
        // 64-bit products of the even, then of the odd lanes.
        let even = _mm256_mul_epi32(counts, weights);
        let odd = _mm256_mul_epi32(
            _mm256_srli_epi64::<32>(counts),
            _mm256_srli_epi64::<32>(weights),
        );
        sums = _mm256_add_epi64(sums, _mm256_add_epi64(even, odd));
    }
    for (mobility, weights) in counts.mobility {
        // SAFETY: both arrays have 16 bytes.
        let (mobility, weights) = unsafe {
            (
                _mm_loadu_si128(mobility.as_ptr().cast()),
                _mm_loadu_si128(weights.as_ptr().cast()),
            )
        };
        let products = _mm256_mul_epi32(
            _mm256_cvtepu32_epi64(mobility),
            _mm256_cvtepi32_epi64(weights),
        );
        sums = _mm256_add_epi64(sums, products);
    }
    let sums = _mm_add_epi64(
        _mm256_castsi256_si128(sums),
        _mm256_extracti128_si256::<1>(sums),
    );
    _mm_cvtsi128_si64(sums) + _mm_extract_epi64::<1>(sums)
}
