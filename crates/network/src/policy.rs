//! How likely the network thinks each move: log p(move) = log p(from, to) + log p(arrow | from, to).
//!
//! Steps are scored when the policy is made. Arrows are scored step by step, when they are asked for: a
//! search that keeps the best few dozen of two thousand moves never pays for most of them.

use std::ops::ControlFlow;

use amazons::{Move, Position, Square, SquareSet};

use crate::elementary::{exp, ln};
use crate::frame::frame_index;
use crate::heads::total;
use crate::kernel::{Kernel, Path, Task};
use crate::likeliest::Likeliest;
use crate::policy_head::{Embeddings, LANES};

/// An amazon's step, before the arrow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Where its arrow may fly then.
    pub arrows: SquareSet,
    /// The logarithm of the probability of this step with any arrow.
    pub log_probability: f32,
}

/// The policy of one position.
#[derive(Clone, Debug)]
pub struct Policy {
    steps: Vec<Step>,
    embeddings: Embeddings,
    path: Path,
}

/// The logarithms of the arrows' probabilities after one step.
#[derive(Clone, Copy, Debug)]
pub struct Arrows([f32; LANES]);

impl Arrows {
    /// The logarithm of the probability of an arrow, given the step; −∞ where it cannot fly.
    #[must_use]
    #[inline]
    pub fn log_probability(&self, arrow: Square) -> f32 {
        self.0[frame_index(arrow)]
    }
}

/// Scores the arrows of one step.
struct ArrowTask<'a> {
    embeddings: &'a Embeddings,
    step: &'a Step,
}

impl Task for ArrowTask<'_> {
    type Output = Arrows;

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) -> Arrows {
        arrows_after(self.embeddings, self.step)
    }
}

/// Finds the likeliest moves.
struct LikeliestTask<'a> {
    policy: &'a Policy,
    count: usize,
}

impl Task for LikeliestTask<'_> {
    type Output = Vec<(Move, f32)>;

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) -> Vec<(Move, f32)> {
        let mut steps: Vec<&Step> = self.policy.steps.iter().collect();
        steps.sort_by(|left, right| right.log_probability.total_cmp(&left.log_probability));
        let mut likeliest = Likeliest::new(self.count);
        for step in steps {
            // A move is at most as likely as its step.
            if !likeliest.may_take(step.log_probability) {
                break;
            }
            let Step { from, to, .. } = *step;
            let arrows = arrows_after(&self.policy.embeddings, step);
            for arrow in step.arrows {
                let log_probability = step.log_probability + arrows.log_probability(arrow);
                likeliest.offer(Move { from, to, arrow }, log_probability);
            }
        }
        likeliest.into_moves()
    }
}

#[inline(always)]
fn arrows_after(embeddings: &Embeddings, step: &Step) -> Arrows {
    let scores = embeddings.arrow_scores(frame_index(step.from), frame_index(step.to));
    let mut logarithms = [f32::NEG_INFINITY; LANES];
    for arrow in step.arrows {
        logarithms[frame_index(arrow)] = scores[frame_index(arrow)];
    }
    let normaliser = log_sum_exp(&logarithms);
    for number in &mut logarithms {
        *number -= normaliser;
    }
    Arrows(logarithms)
}

/// ln Σ e^x over whole registers of numbers, some of which may be −∞, but not all.
#[inline(always)]
fn log_sum_exp(numbers: &[f32; LANES]) -> f32 {
    let (chunks, _) = numbers.as_chunks::<16>();
    let mut largest = [f32::NEG_INFINITY; 16];
    for chunk in chunks {
        for lane in 0..16 {
            largest[lane] = larger(largest[lane], chunk[lane]);
        }
    }
    let largest = largest.into_iter().fold(f32::NEG_INFINITY, larger);
    let mut sums = [0.0; 16];
    for chunk in chunks {
        for lane in 0..16 {
            sums[lane] += exp(chunk[lane] - largest);
        }
    }
    largest + ln(total(sums))
}

/// The larger of two numbers. `f32::max` also asks whether one of them is none, which costs more than this.
#[inline(always)]
fn larger(left: f32, right: f32) -> f32 {
    if left > right { left } else { right }
}

impl Policy {
    #[inline(always)]
    pub(crate) fn new(position: &Position, embeddings: Embeddings, path: Path) -> Self {
        let mut steps = Vec::new();
        let ControlFlow::Continue(()) = position.visit_steps(|from, to, arrows| {
            steps.push(Step {
                from,
                to,
                arrows,
                log_probability: 0.0,
            });
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        // Not while they are listed: only here is the code compiled for the path.
        for step in &mut steps {
            step.log_probability =
                embeddings.step_score(frame_index(step.from), frame_index(step.to));
        }
        let largest = steps.iter().fold(f32::NEG_INFINITY, |largest, step| {
            larger(largest, step.log_probability)
        });
        let sum: f32 = steps
            .iter()
            .fold(0.0, |sum, step| sum + exp(step.log_probability - largest));
        if !steps.is_empty() {
            let normaliser = largest + ln(sum);
            for step in &mut steps {
                step.log_probability -= normaliser;
            }
        }
        Self {
            steps,
            embeddings,
            path,
        }
    }

    /// All steps, in the order in which the rules generate them.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Scores the arrows of a step of this policy.
    #[must_use]
    pub fn arrows(&self, step: &Step) -> Arrows {
        self.path.run(ArrowTask {
            embeddings: &self.embeddings,
            step,
        })
    }

    /// The logarithms of the probabilities of some moves; −∞ for one that is not legal. Fast where moves
    /// with the same step follow each other, as the rules generate them.
    #[must_use]
    pub fn log_probabilities(&self, moves: &[Move]) -> Vec<f32> {
        let mut known: Option<(&Step, Arrows)> = None;
        moves
            .iter()
            .map(|mv| {
                let is_its_step = |step: &Step| (step.from, step.to) == (mv.from, mv.to);
                if !known.is_some_and(|(step, _)| is_its_step(step)) {
                    known = self
                        .steps
                        .iter()
                        .find(|step| is_its_step(step))
                        .map(|step| (step, self.arrows(step)));
                }
                known.map_or(f32::NEG_INFINITY, |(step, arrows)| {
                    step.log_probability + arrows.log_probability(mv.arrow)
                })
            })
            .collect()
    }

    /// The likeliest moves, at most `count`, the likeliest first, with the logarithms of their
    /// probabilities; among equals the lower move first. Steps that cannot be among them have no
    /// arrow scored.
    #[must_use]
    pub fn likeliest(&self, count: usize) -> Vec<(Move, f32)> {
        self.path.run(LikeliestTask {
            policy: self,
            count,
        })
    }
}
