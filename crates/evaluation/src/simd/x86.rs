//! Code shared by the AVX2 and AVX-512 backends.

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::{Color, PerColor};

use super::ops::SETS_PER_COUNT;
use crate::mobility::{MOBILITY_SUMS, MOBILITY_THRESHOLDS, Mobility};

/// Implements a backend on a type that proves the CPU's support: `detect`, `run` and
/// [`SimdOps`](super::SimdOps) by the functions of its module and of `mobility`.
macro_rules! x86_backend {
    ($backend:ident, [$($feature:tt),*]) => {
        /// Proof that the CPU supports this backend.
        #[derive(Clone, Copy)]
        pub(crate) struct $backend(());

        impl $backend {
            pub fn detect() -> Option<Self> {
                let supported = $(is_x86_feature_detected!($feature))&&*;
                supported.then_some(Self(()))
            }

            /// Runs a task compiled for this backend.
            pub fn run<T: Task>(self, task: T) -> T::Output {
                $(#[target_feature(enable = $feature)])*
                fn with_target_feature<T: Task>(ops: $backend, task: T) -> T::Output {
                    task.run(ops)
                }
                // SAFETY: `self` proves that the CPU has the instructions.
                unsafe { with_target_feature(self, task) }
            }
        }

        impl From<$backend> for SimdBackend {
            #[inline(always)]
            fn from(ops: $backend) -> Self {
                Self(BackendKind::$backend(ops))
            }
        }

        // SAFETY of all blocks: `self` proves that the CPU has the instructions.
        #[allow(clippy::undocumented_unsafe_blocks, reason = "see above")]
        impl SimdOps for $backend {
            /// Low and high 64 bits of Black's set, then of White's.
            type SidePair = __m256i;
            type FillMasks = FillMasks;

            #[inline(always)]
            fn pack(self, sets: PerColor<SquareSet>) -> __m256i {
                unsafe { x86::pack(sets) }
            }

            #[inline(always)]
            fn unpack(self, pair: __m256i) -> PerColor<SquareSet> {
                unsafe { x86::unpack(pair) }
            }

            #[inline(always)]
            fn swap_sides(self, pair: __m256i) -> __m256i {
                unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(pair) }
            }

            #[inline(always)]
            fn and(self, a: __m256i, b: __m256i) -> __m256i {
                unsafe { _mm256_and_si256(a, b) }
            }

            #[inline(always)]
            fn or_and_not(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
                unsafe { or_and_not(a, b, c) }
            }

            #[inline(always)]
            fn equal(self, a: __m256i, b: __m256i) -> bool {
                unsafe { equal(a, b) }
            }

            #[inline(always)]
            fn count(self, sets: &[__m256i; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]> {
                unsafe { count(sets) }
            }

            #[inline(always)]
            fn king_step(self, from: __m256i, empty: __m256i) -> __m256i {
                unsafe { king_step(from, empty) }
            }

            #[inline(always)]
            fn fill_masks(self, empty: SquareSet) -> FillMasks {
                unsafe { fill_masks(empty) }
            }

            #[inline(always)]
            fn queen_step<const LONG: bool>(
                self,
                from: __m256i,
                masks: &FillMasks,
            ) -> __m256i {
                unsafe { queen_step::<LONG>(from, masks) }
            }

            #[inline(always)]
            fn weighted_sum(self, counts: &WeightedCounts<'_>) -> i64 {
                unsafe { weighted_sum(counts) }
            }

            #[inline(always)]
            fn mobility(
                self,
                empty: SquareSet,
                amazons: PerColor<SquareSet>,
            ) -> PerColor<Mobility> {
                unsafe { mobility::mobility(empty, amazons) }
            }
        }
    };
}
pub(super) use x86_backend;

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pack(sets: PerColor<SquareSet>) -> __m256i {
    let [black, white] = Color::ALL.map(|color| sets[color].bits());
    let words = [black, black >> 64, white, white >> 64].map(|bits| bits as i64);
    _mm256_setr_epi64x(words[0], words[1], words[2], words[3])
}

#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unpack(pair: __m256i) -> PerColor<SquareSet> {
    let set = |low: i64, high: i64| {
        SquareSet::from_bits(u128::from(high as u64) << 64 | u128::from(low as u64))
    };
    PerColor::new(
        set(
            _mm256_extract_epi64::<0>(pair),
            _mm256_extract_epi64::<1>(pair),
        ),
        set(
            _mm256_extract_epi64::<2>(pair),
            _mm256_extract_epi64::<3>(pair),
        ),
    )
}

/// Packs the popcounts of eight sets' words into bytes and adds those of each side's two words.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn pack_counts(popcounts: [__m256i; SETS_PER_COUNT]) -> PerColor<[u8; SETS_PER_COUNT]> {
    let mut counts = popcounts[0];
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<8>(popcounts[1]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<16>(popcounts[2]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<24>(popcounts[3]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<32>(popcounts[4]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<40>(popcounts[5]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<48>(popcounts[6]));
    counts = _mm256_or_si256(counts, _mm256_slli_epi64::<56>(popcounts[7]));
    let sums = _mm256_add_epi8(counts, _mm256_shuffle_epi32::<0b01_00_11_10>(counts));
    PerColor::new(
        _mm256_extract_epi64::<0>(sums).to_le_bytes(),
        _mm256_extract_epi64::<2>(sums).to_le_bytes(),
    )
}

/// Number of amazons whose mobility is computed at once.
pub(super) const AMAZONS_PER_GROUP: usize = 4;

/// Sum of the first `count` of four mobilities, and the sums of their deficits to
/// [`MOBILITY_THRESHOLDS`].
#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn mobility_sums(mobilities: __m128i, count: usize) -> __m128i {
    let mask = _mm_cmpgt_epi32(_mm_set1_epi32(count as i32), _mm_setr_epi32(0, 1, 2, 3));
    let total = _mm_and_si128(mobilities, mask);
    let deficits = |threshold: u32| {
        let threshold = _mm_set1_epi32(threshold as i32);
        let deficits = _mm_sub_epi32(threshold, _mm_min_epu32(mobilities, threshold));
        _mm_and_si128(deficits, mask)
    };
    let first = deficits(MOBILITY_THRESHOLDS[0]);
    let second = deficits(MOBILITY_THRESHOLDS[1]);
    let third = deficits(MOBILITY_THRESHOLDS[2]);
    // Transpose and add.
    let left = _mm_add_epi32(
        _mm_unpacklo_epi32(total, first),
        _mm_unpackhi_epi32(total, first),
    );
    let right = _mm_add_epi32(
        _mm_unpacklo_epi32(second, third),
        _mm_unpackhi_epi32(second, third),
    );
    _mm_add_epi32(
        _mm_unpacklo_epi64(left, right),
        _mm_unpackhi_epi64(left, right),
    )
}

/// Converts the result of [`mobility_sums`].
#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn to_mobility(sums: __m128i) -> Mobility {
    let mut array = [0; MOBILITY_SUMS];
    // SAFETY: the array has 16 bytes.
    unsafe { _mm_storeu_si128(array.as_mut_ptr().cast(), sums) };
    Mobility::from_sums(array)
}
