//! The path through AVX2, which nearly every desktop processor of the last ten years has: four
//! directions, or four rays of an amazon, in one register.
//!
//! Written with the processor's own instructions since they are more than twice as fast as what a
//! compiler makes of 128-bit numbers; `cargo bench -p thermodon-evaluation` shows by how much.

mod mobility;
mod steps;

use std::arch::x86_64::*;

use amazons::SquareSet;
use game::PerColor;

use super::instructions::{COUNTED, Instructions, Weighing};
use super::work::Work;
use super::{Kind, Path};
use crate::distances::Maps;
use crate::estimate::Estimate;
use crate::evaluation::Evaluation;
use crate::features::Features;
use crate::layout::Layout;
use crate::mobility::Mobility;
use crate::reach::Reach;

/// The token of this path: there is one only where the machine has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// A token, if the machine has all that this path uses.
    pub fn detect() -> Option<Self> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        detected.then_some(Self(()))
    }

    /// [`Features::count`], compiled for this path.
    pub fn features(self, layout: &Layout) -> Features {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled(token: Avx2, layout: &Layout) -> Features {
            Features::count(token, layout)
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { compiled(self, layout) }
    }

    /// [`Evaluation::judge`], compiled for this path, after [`features`](Self::features).
    pub fn evaluate<E: Evaluation>(self, evaluation: &E, layout: &Layout) -> Estimate {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled<E: Evaluation>(token: Avx2, evaluation: &E, layout: &Layout) -> Estimate {
            evaluation.judge_along(Path::from(token), &token.features(layout), layout.to_move())
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { compiled(self, evaluation, layout) }
    }

    /// [`Maps::grow`], compiled for this path.
    pub fn maps(self, layout: &Layout) -> Maps {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled(token: Avx2, layout: &Layout) -> Maps {
            Maps::grow(token, layout)
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { compiled(self, layout) }
    }

    /// [`Reach::grow`], compiled for this path.
    pub fn reach(self, layout: &Layout) -> Reach {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled(token: Avx2, layout: &Layout) -> Reach {
            Reach::grow(token, layout)
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { compiled(self, layout) }
    }

    /// [`Work::perform`], compiled for this path.
    pub fn perform(self, work: Work, layout: &Layout) -> u32 {
        #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
        fn compiled(token: Avx2, work: Work, layout: &Layout) -> u32 {
            work.perform(token, layout)
        }
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { compiled(self, work, layout) }
    }
}

impl From<Avx2> for Path {
    #[inline(always)]
    fn from(token: Avx2) -> Self {
        Self(Kind::Avx2(token))
    }
}

impl Instructions for Avx2 {
    /// Black's lower and upper 64 bits, then White's.
    type Sides = __m256i;
    type Slides = steps::Passable;

    #[inline(always)]
    fn sides(self, sets: PerColor<SquareSet>) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::sides(sets) }
    }

    #[inline(always)]
    fn split(self, sides: __m256i) -> PerColor<SquareSet> {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::split(sides) }
    }

    #[inline(always)]
    fn exchange(self, sides: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(sides) }
    }

    #[inline(always)]
    fn common(self, sides: __m256i, other: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { _mm256_and_si256(sides, other) }
    }

    #[inline(always)]
    fn gain(self, gained: __m256i, sides: __m256i, other: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { _mm256_or_si256(gained, _mm256_andnot_si256(other, sides)) }
    }

    #[inline(always)]
    fn same(self, sides: __m256i, other: __m256i) -> bool {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::same(sides, other) }
    }

    #[inline(always)]
    fn count(self, sets: &[__m256i; COUNTED]) -> PerColor<[u8; COUNTED]> {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::count(sets) }
    }

    #[inline(always)]
    fn king_step(self, from: __m256i, empty: __m256i) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::king_step(from, empty) }
    }

    #[inline(always)]
    fn slides(self, empty: SquareSet) -> steps::Passable {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::slides(empty) }
    }

    #[inline(always)]
    fn queen_step<const LONG: bool>(self, from: __m256i, slides: &steps::Passable) -> __m256i {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::queen_step::<LONG>(from, slides) }
    }

    #[inline(always)]
    fn weigh(self, weighing: &Weighing<'_>) -> i64 {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { steps::weigh(weighing) }
    }

    #[inline(always)]
    fn mobility(self, empty: SquareSet, amazons: PerColor<SquareSet>) -> PerColor<Mobility> {
        // SAFETY: the token proves that the machine has the instructions.
        unsafe { mobility::mobility(empty, amazons) }
    }
}
