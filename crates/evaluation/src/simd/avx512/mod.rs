//! AVX-512 backend (Ice Lake, Zen 4 and later): four directions of both sides, or eight rays of an
//! amazon, in one register.
//!
//! Several times as fast as compiled 128-bit arithmetic; compare with
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

x86::x86_backend!(
    Avx512,
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vbmi",
        "avx512vbmi2",
        "avx512vnni",
        "avx512bitalg",
        "avx512vpopcntdq",
        "bmi1",
        "bmi2",
        "popcnt"
    ]
);

/// Truth tables of three inputs a, b, c.
const OR_AND_NOT: i32 = 0b1111_0100; // a | (b & !c)
const OR_AND: i32 = 0b1111_1000; // a | (b & c)
const OR: i32 = 0b1111_1110; // a | b | c
const OR_THEN_AND: i32 = 0b1010_1000; // (a | b) & c

/// Eight 128-bit square sets, split into their low and high 64 bits.
#[derive(Clone, Copy)]
struct SplitSets {
    low: __m512i,
    high: __m512i,
}

/// Squares where a spread by one, two or four squares may end, up and down; lanes are directions,
/// first for Black, then for White.
pub(crate) struct FillMasks {
    empty: __m256i,
    up: [SplitSets; 3],
    down: [SplitSets; 3],
}

#[inline]
#[target_feature(enable = "avx512vl")]
fn or_and_not(a: __m256i, b: __m256i, c: __m256i) -> __m256i {
    _mm256_ternarylogic_epi64::<OR_AND_NOT>(a, b, c)
}

#[inline]
#[target_feature(enable = "avx512vl")]
fn equal(a: __m256i, b: __m256i) -> bool {
    _mm256_cmpneq_epi64_mask(a, b) == 0
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vpopcntdq")]
fn count(sets: &[__m256i; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]> {
    x86::pack_counts([
        _mm256_popcnt_epi64(sets[0]),
        _mm256_popcnt_epi64(sets[1]),
        _mm256_popcnt_epi64(sets[2]),
        _mm256_popcnt_epi64(sets[3]),
        _mm256_popcnt_epi64(sets[4]),
        _mm256_popcnt_epi64(sets[5]),
        _mm256_popcnt_epi64(sets[6]),
        _mm256_popcnt_epi64(sets[7]),
    ])
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn king_step(from: __m256i, empty: __m256i) -> __m256i {
    let row = _mm256_ternarylogic_epi64::<OR>(
        from,
        pair_shifted_up::<1>(from),
        pair_shifted_down::<1>(from),
    );
    let block = _mm256_ternarylogic_epi64::<OR>(
        row,
        pair_shifted_up::<11>(row),
        pair_shifted_down::<11>(row),
    );
    _mm256_and_si256(block, empty)
}

/// Shifts both sides' 128 bits left.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn pair_shifted_up<const COUNT: i32>(pair: __m256i) -> __m256i {
    _mm256_shldi_epi64::<COUNT>(pair, _mm256_bslli_epi128::<8>(pair))
}

/// Shifts both sides' 128 bits right.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn pair_shifted_down<const COUNT: i32>(pair: __m256i) -> __m256i {
    _mm256_shrdi_epi64::<COUNT>(pair, _mm256_bsrli_epi128::<8>(pair))
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn fill_masks(empty: SquareSet) -> FillMasks {
    let (low, high) = (empty.bits() as i64, (empty.bits() >> 64) as i64);
    let one = SplitSets {
        low: _mm512_set1_epi64(low),
        high: _mm512_set1_epi64(high),
    };
    let two_up = and(one, shifted_up(one, 0));
    let two_down = and(one, shifted_down(one, 0));
    FillMasks {
        empty: _mm256_setr_epi64x(low, high, low, high),
        up: [one, two_up, and(two_up, shifted_up(two_up, 1))],
        down: [one, two_down, and(two_down, shifted_down(two_down, 1))],
    }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn queen_step<const LONG: bool>(from: __m256i, masks: &FillMasks) -> __m256i {
    let from = _mm512_castsi256_si512(from);
    let from = SplitSets {
        low: _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 0, 0, 2, 2, 2, 2), from),
        high: _mm512_permutexvar_epi64(_mm512_setr_epi64(1, 1, 1, 1, 3, 3, 3, 3), from),
    };
    let (mut up, mut down) = (from, from);
    for shift in FILL_SHIFTS.into_iter().take(fill_steps(LONG)) {
        up = fill_step(up, shifted_up(up, shift), masks.up[shift]);
        down = fill_step(down, shifted_down(down, shift), masks.down[shift]);
    }
    // Unite the eight directions: four in two registers, two in one, one in half of it.
    let low = _mm512_or_si512(up.low, down.low);
    let high = _mm512_or_si512(up.high, down.high);
    let pairs = _mm512_or_si512(
        _mm512_unpacklo_epi64(low, high),
        _mm512_unpackhi_epi64(low, high),
    );
    let pairs = _mm512_shuffle_i64x2::<0b11_01_10_00>(pairs, pairs);
    _mm256_ternarylogic_epi64::<OR_THEN_AND>(
        _mm512_castsi512_si256(pairs),
        _mm512_extracti64x4_epi64::<1>(pairs),
        masks.empty,
    )
}

/// `sets | (shifted & mask)`.
#[inline]
#[target_feature(enable = "avx512f")]
fn fill_step(sets: SplitSets, shifted: SplitSets, mask: SplitSets) -> SplitSets {
    SplitSets {
        low: _mm512_ternarylogic_epi64::<OR_AND>(sets.low, shifted.low, mask.low),
        high: _mm512_ternarylogic_epi64::<OR_AND>(sets.high, shifted.high, mask.high),
    }
}

/// Shift count of each lane's direction for a spread by 2^`shift` squares.
#[inline]
#[target_feature(enable = "avx512f")]
fn shift_counts(shift: usize) -> __m512i {
    let offsets = DIRECTION_OFFSETS.map(|offset| i64::from(offset << shift));
    let offsets = _mm256_setr_epi64x(offsets[0], offsets[1], offsets[2], offsets[3]);
    _mm512_broadcast_i64x4(offsets)
}

#[inline]
#[target_feature(enable = "avx512vbmi2")]
fn shifted_up(sets: SplitSets, shift: usize) -> SplitSets {
    let counts = shift_counts(shift);
    SplitSets {
        low: _mm512_sllv_epi64(sets.low, counts),
        high: _mm512_shldv_epi64(sets.high, sets.low, counts),
    }
}

#[inline]
#[target_feature(enable = "avx512vbmi2")]
fn shifted_down(sets: SplitSets, shift: usize) -> SplitSets {
    let counts = shift_counts(shift);
    SplitSets {
        low: _mm512_shrdv_epi64(sets.low, sets.high, counts),
        high: _mm512_srlv_epi64(sets.high, counts),
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn and(a: SplitSets, b: SplitSets) -> SplitSets {
    SplitSets {
        low: _mm512_and_si512(a.low, b.low),
        high: _mm512_and_si512(a.high, b.high),
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn weighted_sum(counts: &WeightedCounts<'_>) -> i64 {
    let mut sums = _mm512_setzero_si512();
    for (counts, weights) in counts.counts {
        // SAFETY: the arrays have 8 and 32 bytes.
        let (counts, weights) = unsafe {
            (
                _mm_loadl_epi64(counts.as_ptr().cast()),
                _mm256_loadu_si256(weights.as_ptr().cast()),
            )
        };
        let products =
            _mm512_mul_epi32(_mm512_cvtepu8_epi64(counts), _mm512_cvtepi32_epi64(weights));
        sums = _mm512_add_epi64(sums, products);
    }
    let [(own, own_weights), (other, other_weights)] = counts.mobility;
    // SAFETY: all four arrays have 16 bytes.
    let (numbers, weights) = unsafe {
        (
            _mm256_loadu2_m128i(own.as_ptr().cast(), other.as_ptr().cast()),
            _mm256_loadu2_m128i(own_weights.as_ptr().cast(), other_weights.as_ptr().cast()),
        )
    };
    let products = _mm512_mul_epi32(
        _mm512_cvtepu32_epi64(numbers),
        _mm512_cvtepi32_epi64(weights),
    );
    _mm512_reduce_add_epi64(_mm512_add_epi64(sums, products))
}
