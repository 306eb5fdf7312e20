//! Steps of kings and queens from whole sets, with AVX2.

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::{Color, PerColor};

use crate::path::fill::{OFFSETS, SPREADS, spreads};
use crate::path::instructions::{COUNTED, Weighing};

/// The lower and the upper 64 bits of four sets.
#[derive(Clone, Copy)]
pub(super) struct Halves {
    pub low: __m256i,
    pub high: __m256i,
}

/// Where a spread by one, two or four squares may end, upwards and downwards; lanes are directions. That
/// depends on the empty squares alone, so it is shared by both sides and all moves.
pub(crate) struct Passable {
    empty: __m256i,
    up: [Halves; 3],
    down: [Halves; 3],
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn sides(sets: PerColor<SquareSet>) -> __m256i {
    let [black, white] = Color::ALL.map(|color| sets[color].bits());
    let words = [black, black >> 64, white, white >> 64].map(|bits| bits as i64);
    _mm256_setr_epi64x(words[0], words[1], words[2], words[3])
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
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

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn same(sides: __m256i, other: __m256i) -> bool {
    let difference = _mm256_xor_si256(sides, other);
    _mm256_testz_si256(difference, difference) == 1
}

/// Counts in each of the four words, one count a byte, then adds those of a side's two words.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn count(sets: &[__m256i; COUNTED]) -> PerColor<[u8; COUNTED]> {
    let mut counts = ones(sets[0]);
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<8>(ones(sets[1])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<16>(ones(sets[2])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<24>(ones(sets[3])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<32>(ones(sets[4])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<40>(ones(sets[5])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<48>(ones(sets[6])));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<56>(ones(sets[7])));
    let sums = _mm256_add_epi8(counts, _mm256_shuffle_epi32::<0b01_00_11_10>(counts));
    PerColor::new(
        _mm256_extract_epi64::<0>(sums).to_le_bytes(),
        _mm256_extract_epi64::<2>(sums).to_le_bytes(),
    )
}

/// The number of ones in each word, looked up four bits at a time.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn ones(words: __m256i) -> __m256i {
    let four_bits = _mm256_set1_epi8(0x0f);
    let table = _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    let table = _mm256_broadcastsi128_si256(table);
    let low = _mm256_and_si256(words, four_bits);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(words), four_bits);
    let bytes = _mm256_add_epi8(
        _mm256_shuffle_epi8(table, low),
        _mm256_shuffle_epi8(table, high),
    );
    _mm256_sad_epu8(bytes, _mm256_setzero_si256())
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn king_step(from: __m256i, empty: __m256i) -> __m256i {
    let beside = _mm256_or_si256(moved_up::<1, 63>(from), moved_down::<1, 63>(from));
    let row = _mm256_or_si256(from, beside);
    let beside = _mm256_or_si256(moved_up::<11, 53>(row), moved_down::<11, 53>(row));
    _mm256_and_si256(_mm256_or_si256(row, beside), empty)
}

/// Both sides' 128 bits moved by `COUNT` to higher indices; `REST` is what is missing to 64.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn moved_up<const COUNT: i32, const REST: i32>(sides: __m256i) -> __m256i {
    let carried = _mm256_srli_epi64::<REST>(_mm256_bslli_epi128::<8>(sides));
    _mm256_or_si256(_mm256_slli_epi64::<COUNT>(sides), carried)
}

/// Both sides' 128 bits moved by `COUNT` to lower indices; `REST` is what is missing to 64.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn moved_down<const COUNT: i32, const REST: i32>(sides: __m256i) -> __m256i {
    let carried = _mm256_slli_epi64::<REST>(_mm256_bsrli_epi128::<8>(sides));
    _mm256_or_si256(_mm256_srli_epi64::<COUNT>(sides), carried)
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn slides(empty: SquareSet) -> Passable {
    let one = everywhere(empty.bits());
    let two_up = common(one, raised(one, 0));
    let two_down = common(one, lowered(one, 0));
    Passable {
        empty: _mm256_unpacklo_epi64(one.low, one.high),
        up: [one, two_up, common(two_up, raised(two_up, 1))],
        down: [one, two_down, common(two_down, lowered(two_down, 1))],
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn queen_step<const LONG: bool>(from: __m256i, passable: &Passable) -> __m256i {
    let black = Halves {
        low: _mm256_permute4x64_epi64::<0b00_00_00_00>(from),
        high: _mm256_permute4x64_epi64::<0b01_01_01_01>(from),
    };
    let white = Halves {
        low: _mm256_permute4x64_epi64::<0b10_10_10_10>(from),
        high: _mm256_permute4x64_epi64::<0b11_11_11_11>(from),
    };
    let black = merged(slid::<LONG>(black, passable));
    let white = merged(slid::<LONG>(white, passable));
    let reached = _mm256_or_si256(
        _mm256_permute2x128_si256::<0x20>(black, white),
        _mm256_permute2x128_si256::<0x31>(black, white),
    );
    _mm256_and_si256(reached, passable.empty)
}

/// One side's sets spread in all directions, opposite ones put together.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn slid<const LONG: bool>(from: Halves, passable: &Passable) -> Halves {
    let (mut up, mut down) = (from, from);
    for power in SPREADS.into_iter().take(spreads(LONG)) {
        up = union(up, common(raised(up, power), passable.up[power]));
        down = union(down, common(lowered(down, power), passable.down[power]));
    }
    union(up, down)
}

/// Four sets put together to two: 128 bits for the first two, then for the others.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn merged(sets: Halves) -> __m256i {
    _mm256_or_si256(
        _mm256_unpacklo_epi64(sets.low, sets.high),
        _mm256_unpackhi_epi64(sets.low, sets.high),
    )
}

/// The same set in all lanes.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn everywhere(bits: u128) -> Halves {
    Halves {
        low: _mm256_set1_epi64x(bits as i64),
        high: _mm256_set1_epi64x((bits >> 64) as i64),
    }
}

/// How far the lanes move in a spread by 2^`power` squares.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn distances(power: usize) -> __m256i {
    let offsets = OFFSETS.map(|offset| i64::from(offset << power));
    _mm256_setr_epi64x(offsets[0], offsets[1], offsets[2], offsets[3])
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn raised(sets: Halves, power: usize) -> Halves {
    let distances = distances(power);
    let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), distances);
    let carried = _mm256_srlv_epi64(sets.low, rest);
    Halves {
        low: _mm256_sllv_epi64(sets.low, distances),
        high: _mm256_or_si256(_mm256_sllv_epi64(sets.high, distances), carried),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn lowered(sets: Halves, power: usize) -> Halves {
    let distances = distances(power);
    let rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), distances);
    let carried = _mm256_sllv_epi64(sets.high, rest);
    Halves {
        low: _mm256_or_si256(_mm256_srlv_epi64(sets.low, distances), carried),
        high: _mm256_srlv_epi64(sets.high, distances),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn common(sets: Halves, other: Halves) -> Halves {
    Halves {
        low: _mm256_and_si256(sets.low, other.low),
        high: _mm256_and_si256(sets.high, other.high),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn union(sets: Halves, other: Halves) -> Halves {
    Halves {
        low: _mm256_or_si256(sets.low, other.low),
        high: _mm256_or_si256(sets.high, other.high),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn weigh(weighing: &Weighing<'_>) -> i64 {
    let mut sums = _mm256_setzero_si256();
    for (counts, weights) in weighing.counts {
        // SAFETY: the arrays have 8 and 32 bytes.
        let (counts, weights) = unsafe {
            (
                _mm_loadl_epi64(counts.as_ptr().cast()),
                _mm256_loadu_si256(weights.as_ptr().cast()),
            )
        };
        let counts = _mm256_cvtepu8_epi32(counts);
        // Numbers of 32 bits in even places, then those in odd ones, give products of 64 bits.
        let even = _mm256_mul_epi32(counts, weights);
        let odd = _mm256_mul_epi32(
            _mm256_srli_epi64::<32>(counts),
            _mm256_srli_epi64::<32>(weights),
        );
        sums = _mm256_add_epi64(sums, _mm256_add_epi64(even, odd));
    }
    for (numbers, weights) in weighing.mobility {
        // SAFETY: both arrays have 16 bytes.
        let (numbers, weights) = unsafe {
            (
                _mm_loadu_si128(numbers.as_ptr().cast()),
                _mm_loadu_si128(weights.as_ptr().cast()),
            )
        };
        let products = _mm256_mul_epi32(
            _mm256_cvtepu32_epi64(numbers),
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
