//! Adding up the mobility of amazons in groups of four: what the vector paths share.

use std::arch::x86_64::*;

use crate::mobility::{CONFINED, MOBILITY_NUMBERS, Mobility};

/// Amazons whose mobility is worked out at once.
pub(super) const GROUP: usize = 4;

/// Σ of the first `count` of four mobilities, and Σ of what they lack to each of [`CONFINED`].
#[inline]
#[target_feature(enable = "sse4.1")]
pub(super) fn sums(mobilities: __m128i, count: usize) -> __m128i {
    let counted = _mm_cmpgt_epi32(_mm_set1_epi32(count as i32), _mm_setr_epi32(0, 1, 2, 3));
    let total = _mm_and_si128(mobilities, counted);
    let lacking = |limit: u32| {
        let limit = _mm_set1_epi32(limit as i32);
        _mm_and_si128(
            _mm_sub_epi32(limit, _mm_min_epu32(mobilities, limit)),
            counted,
        )
    };
    // Columns of four numbers each become one row of their sums.
    let (first, second) = (lacking(CONFINED[0]), lacking(CONFINED[1]));
    let third = lacking(CONFINED[2]);
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

impl Mobility {
    /// What [`sums`] gives.
    #[inline]
    #[target_feature(enable = "sse4.1")]
    pub(super) fn from_sums(sums: __m128i) -> Self {
        let mut numbers = [0; MOBILITY_NUMBERS];
        // SAFETY: the array has sixteen bytes.
        unsafe { _mm_storeu_si128(numbers.as_mut_ptr().cast(), sums) };
        Self::from_numbers(numbers)
    }
}
