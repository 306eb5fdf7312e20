//! Steps of kings and queens from whole sets, with AVX-512.

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::{Color, PerColor};

use crate::path::fill::{OFFSETS, SPREADS, spreads};
use crate::path::instructions::{COUNTED, Weighing};

/// Truth tables of three inputs a, b, c.
pub(super) const OR_WITHOUT: i32 = 0b1111_0100; // a | (b & !c)
const OR_WITHIN: i32 = 0b1111_1000; // a | (b & c)
const OR: i32 = 0b1111_1110; // a | b | c
const EITHER_WITHIN: i32 = 0b1010_1000; // (a | b) & c

/// The lower and the upper 64 bits of eight sets.
#[derive(Clone, Copy)]
struct Halves {
    low: __m512i,
    high: __m512i,
}

/// Where a spread by one, two or four squares may end, upwards and downwards; lanes are directions, first
/// for Black, then for White. That depends on the empty squares alone, so it is shared by all moves.
pub(crate) struct Passable {
    empty: __m256i,
    up: [Halves; 3],
    down: [Halves; 3],
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn sides(sets: PerColor<SquareSet>) -> __m256i {
    let [black, white] = Color::ALL.map(|color| sets[color].bits());
    let words = [black, black >> 64, white, white >> 64].map(|bits| bits as i64);
    _mm256_setr_epi64x(words[0], words[1], words[2], words[3])
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn split(sides: __m256i) -> PerColor<SquareSet> {
    let set = |low: i64, high: i64| {
        SquareSet::from_bits(u128::from(high as u64) << 64 | u128::from(low as u64))
    };
    PerColor::new(
        set(
            _mm256_extract_epi64::<0>(sides),
            _mm256_extract_epi64::<1>(sides),
        ),
        set(
            _mm256_extract_epi64::<2>(sides),
            _mm256_extract_epi64::<3>(sides),
        ),
    )
}

/// Counts in each of the four words, one count a byte, then adds those of a side's two words.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn count(sets: &[__m256i; COUNTED]) -> PerColor<[u8; COUNTED]> {
    let counts = [
        _mm256_popcnt_epi64(sets[0]),
        _mm256_slli_epi64::<8>(_mm256_popcnt_epi64(sets[1])),
        _mm256_slli_epi64::<16>(_mm256_popcnt_epi64(sets[2])),
        _mm256_slli_epi64::<24>(_mm256_popcnt_epi64(sets[3])),
        _mm256_slli_epi64::<32>(_mm256_popcnt_epi64(sets[4])),
        _mm256_slli_epi64::<40>(_mm256_popcnt_epi64(sets[5])),
        _mm256_slli_epi64::<48>(_mm256_popcnt_epi64(sets[6])),
        _mm256_slli_epi64::<56>(_mm256_popcnt_epi64(sets[7])),
    ];
    let counts = counts
        .into_iter()
        .fold(_mm256_setzero_si256(), |all, more| {
            _mm256_or_si256(all, more)
        });
    let sums = _mm256_add_epi8(counts, _mm256_shuffle_epi32::<0b01_00_11_10>(counts));
    PerColor::new(
        _mm256_extract_epi64::<0>(sums).to_le_bytes(),
        _mm256_extract_epi64::<2>(sums).to_le_bytes(),
    )
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn king_step(from: __m256i, empty: __m256i) -> __m256i {
    let row = _mm256_ternarylogic_epi64::<OR>(from, moved_up::<1>(from), moved_down::<1>(from));
    let block = _mm256_ternarylogic_epi64::<OR>(row, moved_up::<11>(row), moved_down::<11>(row));
    _mm256_and_si256(block, empty)
}

/// Both sides' 128 bits moved to higher indices.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn moved_up<const COUNT: i32>(sides: __m256i) -> __m256i {
    _mm256_shldi_epi64::<COUNT>(sides, _mm256_bslli_epi128::<8>(sides))
}

/// Both sides' 128 bits moved to lower indices.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn moved_down<const COUNT: i32>(sides: __m256i) -> __m256i {
    _mm256_shrdi_epi64::<COUNT>(sides, _mm256_bsrli_epi128::<8>(sides))
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn slides(empty: SquareSet) -> Passable {
    let (low, high) = (empty.bits() as i64, (empty.bits() >> 64) as i64);
    let one = Halves {
        low: _mm512_set1_epi64(low),
        high: _mm512_set1_epi64(high),
    };
    let two_up = common(one, raised(one, 0));
    let two_down = common(one, lowered(one, 0));
    Passable {
        empty: _mm256_setr_epi64x(low, high, low, high),
        up: [one, two_up, common(two_up, raised(two_up, 1))],
        down: [one, two_down, common(two_down, lowered(two_down, 1))],
    }
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn queen_step<const LONG: bool>(from: __m256i, passable: &Passable) -> __m256i {
    let from = _mm512_castsi256_si512(from);
    let from = Halves {
        low: _mm512_permutexvar_epi64(_mm512_setr_epi64(0, 0, 0, 0, 2, 2, 2, 2), from),
        high: _mm512_permutexvar_epi64(_mm512_setr_epi64(1, 1, 1, 1, 3, 3, 3, 3), from),
    };
    let (mut up, mut down) = (from, from);
    for power in SPREADS.into_iter().take(spreads(LONG)) {
        up = spread(up, raised(up, power), passable.up[power]);
        down = spread(down, lowered(down, power), passable.down[power]);
    }
    let low = _mm512_or_si512(up.low, down.low);
    let high = _mm512_or_si512(up.high, down.high);
    // Eight directions became four, in two registers; now two in one, and then one in half of it.
    let pairs = _mm512_or_si512(
        _mm512_unpacklo_epi64(low, high),
        _mm512_unpackhi_epi64(low, high),
    );
    let pairs = _mm512_shuffle_i64x2::<0b11_01_10_00>(pairs, pairs);
    _mm256_ternarylogic_epi64::<EITHER_WITHIN>(
        _mm512_castsi512_si256(pairs),
        _mm512_extracti64x4_epi64::<1>(pairs),
        passable.empty,
    )
}

/// `sets | (moved & passable)`.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn spread(sets: Halves, moved: Halves, passable: Halves) -> Halves {
    Halves {
        low: _mm512_ternarylogic_epi64::<OR_WITHIN>(sets.low, moved.low, passable.low),
        high: _mm512_ternarylogic_epi64::<OR_WITHIN>(sets.high, moved.high, passable.high),
    }
}

/// How far the lanes move in a spread by 2^`power` squares.
#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn distances(power: usize) -> __m512i {
    let offsets = OFFSETS.map(|offset| i64::from(offset << power));
    let offsets = _mm256_setr_epi64x(offsets[0], offsets[1], offsets[2], offsets[3]);
    _mm512_broadcast_i64x4(offsets)
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn raised(sets: Halves, power: usize) -> Halves {
    let distances = distances(power);
    Halves {
        low: _mm512_sllv_epi64(sets.low, distances),
        high: _mm512_shldv_epi64(sets.high, sets.low, distances),
    }
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn lowered(sets: Halves, power: usize) -> Halves {
    let distances = distances(power);
    Halves {
        low: _mm512_shrdv_epi64(sets.low, sets.high, distances),
        high: _mm512_srlv_epi64(sets.high, distances),
    }
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
fn common(sets: Halves, other: Halves) -> Halves {
    Halves {
        low: _mm512_and_si512(sets.low, other.low),
        high: _mm512_and_si512(sets.high, other.high),
    }
}

#[inline]
#[target_feature(
    enable = "avx512vl,avx512vbmi,avx512vbmi2,avx512vnni,avx512bitalg,avx512vpopcntdq,bmi1,bmi2,popcnt"
)]
pub(super) fn weigh(weighing: &Weighing<'_>) -> i64 {
    let mut sums = _mm512_setzero_si512();
    for (counts, weights) in weighing.counts {
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
    let [(own, own_weights), (other, other_weights)] = weighing.mobility;
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
