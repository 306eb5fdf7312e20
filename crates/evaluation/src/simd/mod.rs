//! SIMD backends and run-time detection.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod ops;
mod portable;
#[cfg(target_arch = "x86_64")]
mod rays;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::fmt;
use std::sync::LazyLock;

pub(crate) use ops::{SETS_PER_COUNT, SimdOps, WeightedCounts};
use portable::Portable;

use crate::distance_maps::DistanceMaps;
use crate::eval_board::EvalBoard;
use crate::evaluation_function::EvaluationFunction;
use crate::features::Features;
use crate::log_odds::LogOdds;

/// An implementation of the evaluation that this CPU supports. All give the same results.
#[derive(Clone, Copy)]
pub struct SimdBackend(BackendKind);

#[derive(Clone, Copy)]
enum BackendKind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

/// Work that is compiled once for the instructions of each backend.
pub(crate) trait Task {
    type Output;

    /// Implementations are `#[inline(always)]`.
    fn run<O: SimdOps>(self, ops: O) -> Self::Output;
}

struct FeaturesTask<'a>(&'a EvalBoard);

impl Task for FeaturesTask<'_> {
    type Output = Features;

    #[inline(always)]
    fn run<O: SimdOps>(self, ops: O) -> Features {
        Features::compute(ops, self.0)
    }
}

struct EvaluationTask<'a, E> {
    evaluation: &'a E,
    board: &'a EvalBoard,
}

impl<E: EvaluationFunction> Task for EvaluationTask<'_, E> {
    type Output = LogOdds;

    #[inline(always)]
    fn run<O: SimdOps>(self, ops: O) -> LogOdds {
        let features = Features::compute(ops, self.board);
        let to_move = self.board.to_move();
        self.evaluation
            .evaluate_features_with(ops.into(), &features, to_move)
    }
}

struct DistanceMapsTask<'a>(&'a EvalBoard);

impl Task for DistanceMapsTask<'_> {
    type Output = DistanceMaps;

    #[inline(always)]
    fn run<O: SimdOps>(self, ops: O) -> DistanceMaps {
        DistanceMaps::compute(ops, self.0)
    }
}

impl SimdBackend {
    /// The fastest backend of this CPU, detected once.
    #[must_use]
    #[inline]
    pub fn best() -> Self {
        static BEST: LazyLock<SimdBackend> = LazyLock::new(|| SimdBackend::available()[0]);
        *BEST
    }

    /// All backends of this CPU, the fastest first.
    #[must_use]
    pub fn available() -> Vec<Self> {
        let mut kinds = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            kinds.extend(avx512::Avx512::detect().map(BackendKind::Avx512));
            kinds.extend(avx2::Avx2::detect().map(BackendKind::Avx2));
        }
        kinds.push(BackendKind::Portable);
        kinds.into_iter().map(Self).collect()
    }

    /// Computes the features of a board and evaluates them.
    #[must_use]
    #[inline]
    pub fn evaluate<E: EvaluationFunction>(self, evaluation: &E, board: &EvalBoard) -> LogOdds {
        self.run(EvaluationTask { evaluation, board })
    }

    /// Computes the features of a board.
    #[must_use]
    #[inline]
    pub fn features(self, board: &EvalBoard) -> Features {
        self.run(FeaturesTask(board))
    }

    /// Computes the distance maps of a board.
    #[must_use]
    pub fn distance_maps(self, board: &EvalBoard) -> DistanceMaps {
        self.run(DistanceMapsTask(board))
    }

    /// Σ count · weight.
    #[inline(always)]
    pub(crate) fn weighted_sum(self, counts: &WeightedCounts<'_>) -> i64 {
        match self.0 {
            BackendKind::Portable => Portable.weighted_sum(counts),
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx2(ops) => ops.weighted_sum(counts),
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx512(ops) => ops.weighted_sum(counts),
        }
    }

    #[inline]
    fn run<T: Task>(self, task: T) -> T::Output {
        match self.0 {
            BackendKind::Portable => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx2(ops) => ops.run(task),
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx512(ops) => ops.run(task),
        }
    }
}

/// `portable`, `avx2` or `avx512`.
impl fmt::Display for SimdBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self.0 {
            BackendKind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            BackendKind::Avx512(_) => "avx512",
        })
    }
}

impl fmt::Debug for SimdBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
