//! The ways through the machine, and the choice between them.
//!
//! Everything here is computed on whole boards at once, and processors differ in how much of a board
//! they take at a time. [`Path`] is the choice, made once at run time; the trait `Instructions` is what a
//! path supplies to the algorithms.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod fill;
#[cfg(target_arch = "x86_64")]
mod group;
mod instructions;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rays;
mod work;

use std::fmt;
use std::sync::LazyLock;

use crate::distances::Maps;
use crate::estimate::Estimate;
use crate::evaluation::Evaluation;
use crate::features::Features;
use crate::layout::Layout;
use crate::reach::Reach;
pub(crate) use instructions::{COUNTED, Instructions, Weighing};
use portable::Portable;
pub use work::Work;

/// A way to compute that this machine has. All give the same results.
#[derive(Clone, Copy)]
pub struct Path(Kind);

#[derive(Clone, Copy)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Path {
    /// The fastest path of this machine; found out once.
    #[must_use]
    #[inline]
    pub fn best() -> Self {
        static BEST: LazyLock<Path> = LazyLock::new(|| Path::available()[0]);
        *BEST
    }

    /// All paths of this machine, the fastest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut kinds = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            kinds.extend(avx512::Avx512::detect().map(Kind::Avx512));
            kinds.extend(avx2::Avx2::detect().map(Kind::Avx2));
        }
        kinds.push(Kind::Portable);
        kinds.into_iter().map(Self).collect()
    }

    /// [`Features::count`] along this path.
    #[inline]
    pub(crate) fn features(self, layout: &Layout) -> Features {
        match self.0 {
            Kind::Portable => Features::count(Portable, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.features(layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.features(layout),
        }
    }

    /// Counts and judges along this path.
    #[must_use]
    #[inline]
    pub fn evaluate<E: Evaluation>(self, evaluation: &E, layout: &Layout) -> Estimate {
        match self.0 {
            Kind::Portable => {
                evaluation.judge_along(self, &Features::count(Portable, layout), layout.to_move())
            }
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.evaluate(evaluation, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.evaluate(evaluation, layout),
        }
    }

    /// Σ of counts times their weights.
    #[inline(always)]
    pub(crate) fn weigh(self, weighing: &Weighing<'_>) -> i64 {
        match self.0 {
            Kind::Portable => Portable.weigh(weighing),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.weigh(weighing),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.weigh(weighing),
        }
    }

    /// [`Maps::grow`] along this path.
    pub(crate) fn maps(self, layout: &Layout) -> Maps {
        match self.0 {
            Kind::Portable => Maps::grow(Portable, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.maps(layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.maps(layout),
        }
    }

    /// [`Reach::grow`] along this path.
    #[inline]
    pub(crate) fn reach(self, layout: &Layout) -> Reach {
        match self.0 {
            Kind::Portable => Reach::grow(Portable, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.reach(layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.reach(layout),
        }
    }

    /// Whether this is the path through AVX-512, with its instructions for words and for sums of
    /// products of bytes. What computes beside this path may then use them too.
    #[must_use]
    #[inline]
    pub fn is_avx512(self) -> bool {
        match self.0 {
            Kind::Portable => false,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => false,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => true,
        }
    }

    /// Does a part of the work of counting features, to measure how long it takes.
    #[doc(hidden)]
    #[must_use]
    pub fn perform(self, work: Work, layout: &Layout) -> u32 {
        match self.0 {
            Kind::Portable => work.perform(Portable, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(token) => token.perform(work, layout),
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(token) => token.perform(work, layout),
        }
    }
}

/// `portable`, `avx2` or `avx512`.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
        })
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
