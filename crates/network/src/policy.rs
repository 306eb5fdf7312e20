//! Move probabilities: log p(move) = log p(from, to) + log p(arrow | from, to).
//!
//! Steps are scored when the policy is created. Arrows are scored per step on demand: a search that
//! keeps a few dozen of two thousand moves does not pay for the others.

use std::ops::ControlFlow;

use amazons::{Move, Position, Square, SquareSet};

use crate::board::square_index;
use crate::kernel::{ConvolutionKernel, Kernel, KernelTask};
use crate::math::{exp, ln};
use crate::policy_head::{Embeddings, LANES};
use crate::top_k::TopK;
use crate::value_head::horizontal_sum;

/// A step with its probability.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PolicyStep {
    /// Origin of the amazon.
    pub from: Square,
    /// Destination of the amazon.
    pub to: Square,
    /// Legal arrows after the step.
    pub arrows: SquareSet,
    /// Log-probability of the step with any arrow.
    pub log_probability: f32,
}

/// Move probabilities of a position.
#[derive(Clone, Debug)]
pub struct Policy {
    steps: Vec<PolicyStep>,
    embeddings: Embeddings,
    kernel: Kernel,
}

/// Log-probabilities of the arrows after a step.
#[derive(Clone, Copy, Debug)]
pub struct ArrowPolicy([f32; LANES]);

impl ArrowPolicy {
    /// Log-probability of an arrow, given the step; −∞ if it is illegal.
    #[must_use]
    #[inline]
    pub fn log_probability(&self, arrow: Square) -> f32 {
        self.0[square_index(arrow)]
    }
}

struct ArrowTask<'a> {
    embeddings: &'a Embeddings,
    step: &'a PolicyStep,
}

impl KernelTask for ArrowTask<'_> {
    type Output = ArrowPolicy;

    #[inline(always)]
    fn run<K: ConvolutionKernel>(self, _: K) -> ArrowPolicy {
        arrow_policy(self.embeddings, self.step)
    }
}

struct TopMovesTask<'a> {
    policy: &'a Policy,
    count: usize,
}

impl KernelTask for TopMovesTask<'_> {
    type Output = Vec<(Move, f32)>;

    #[inline(always)]
    fn run<K: ConvolutionKernel>(self, _: K) -> Vec<(Move, f32)> {
        let mut steps: Vec<&PolicyStep> = self.policy.steps.iter().collect();
        steps.sort_by(|left, right| right.log_probability.total_cmp(&left.log_probability));
        let mut top = TopK::new(self.count);
        for step in steps {
            // A move is at most as probable as its step.
            if !top.would_accept(step.log_probability) {
                break;
            }
            let PolicyStep { from, to, .. } = *step;
            let arrows = arrow_policy(&self.policy.embeddings, step);
            for arrow in step.arrows {
                let log_probability = step.log_probability + arrows.log_probability(arrow);
                top.push(Move { from, to, arrow }, log_probability);
            }
        }
        top.into_moves()
    }
}

#[inline(always)]
fn arrow_policy(embeddings: &Embeddings, step: &PolicyStep) -> ArrowPolicy {
    let scores = embeddings.arrow_scores(square_index(step.from), square_index(step.to));
    let mut log_probabilities = [f32::NEG_INFINITY; LANES];
    for arrow in step.arrows {
        log_probabilities[square_index(arrow)] = scores[square_index(arrow)];
    }
    let normalizer = log_sum_exp(&log_probabilities);
    for number in &mut log_probabilities {
        *number -= normalizer;
    }
    ArrowPolicy(log_probabilities)
}

/// ln Σ e^x; some numbers may be −∞, but not all.
#[inline(always)]
fn log_sum_exp(numbers: &[f32; LANES]) -> f32 {
    let (chunks, _) = numbers.as_chunks::<16>();
    let mut max = [f32::NEG_INFINITY; 16];
    for chunk in chunks {
        for lane in 0..16 {
            max[lane] = fast_max(max[lane], chunk[lane]);
        }
    }
    let max = max.into_iter().fold(f32::NEG_INFINITY, fast_max);
    let mut sums = [0.0; 16];
    for chunk in chunks {
        for lane in 0..16 {
            sums[lane] += exp(chunk[lane] - max);
        }
    }
    max + ln(horizontal_sum(sums))
}

/// `max` without NaN handling, which `f32::max` pays for.
#[inline(always)]
fn fast_max(left: f32, right: f32) -> f32 {
    if left > right { left } else { right }
}

impl Policy {
    #[inline(always)]
    pub(crate) fn new(position: &Position, embeddings: Embeddings, kernel: Kernel) -> Self {
        let mut steps = Vec::new();
        let ControlFlow::Continue(()) = position.visit_steps(|from, to, arrows| {
            steps.push(PolicyStep {
                from,
                to,
                arrows,
                log_probability: 0.0,
            });
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        // Not in the visitor above, which is not compiled for the kernel's instructions.
        for step in &mut steps {
            step.log_probability =
                embeddings.step_score(square_index(step.from), square_index(step.to));
        }
        let max = steps.iter().fold(f32::NEG_INFINITY, |max, step| {
            fast_max(max, step.log_probability)
        });
        let sum: f32 = steps
            .iter()
            .fold(0.0, |sum, step| sum + exp(step.log_probability - max));
        if !steps.is_empty() {
            let normalizer = max + ln(sum);
            for step in &mut steps {
                step.log_probability -= normalizer;
            }
        }
        Self {
            steps,
            embeddings,
            kernel,
        }
    }

    /// All steps, in the order of move generation.
    #[must_use]
    pub fn steps(&self) -> &[PolicyStep] {
        &self.steps
    }

    /// Computes the arrow probabilities of a step of this policy.
    #[must_use]
    pub fn arrows(&self, step: &PolicyStep) -> ArrowPolicy {
        self.kernel.run(ArrowTask {
            embeddings: &self.embeddings,
            step,
        })
    }

    /// Log-probabilities of moves; −∞ for illegal ones. Fast if moves with the same step are
    /// adjacent, as in move generation.
    #[must_use]
    pub fn log_probabilities(&self, moves: &[Move]) -> Vec<f32> {
        let mut cached: Option<(&PolicyStep, ArrowPolicy)> = None;
        moves
            .iter()
            .map(|mv| {
                let is_its_step = |step: &PolicyStep| (step.from, step.to) == (mv.from, mv.to);
                if !cached.is_some_and(|(step, _)| is_its_step(step)) {
                    cached = self
                        .steps
                        .iter()
                        .find(|step| is_its_step(step))
                        .map(|step| (step, self.arrows(step)));
                }
                cached.map_or(f32::NEG_INFINITY, |(step, arrows)| {
                    step.log_probability + arrows.log_probability(mv.arrow)
                })
            })
            .collect()
    }

    /// The `count` most probable moves with their log-probabilities, the most probable first; ties
    /// in move order. Arrows of improbable steps are not scored.
    #[must_use]
    pub fn top_moves(&self, count: usize) -> Vec<(Move, f32)> {
        self.kernel.run(TopMovesTask {
            policy: self,
            count,
        })
    }
}
