//! A fast evaluation as searchers want it: values of positions, and moves worth a look. It is the hand-made one, or the
//! small network of distance pairs.
//!
//! A position of Amazons has up to two thousand moves, too many to evaluate one by one. So moves come
//! in two stages: every step of an amazon is valued before its arrow is shot, and only the arrows of
//! the best steps are looked at.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use amazons::{Move, Outcome, Position, Square, SquareSet};
use evaluation::{Layout, Path, Staged};
use network::pairs::{PairNetwork, Sums};
use search::{Candidates, Evaluator, Value, Wanted};

use crate::endings::Endings;
use crate::noise::Noise;

/// How many steps have their arrows looked at. In the prototypes both half as many and all of them
/// lost 89 Elo.
pub(crate) const STEPS_KEPT: usize = 20;

/// An amazon's step, with what it is worth to the mover before the arrow.
struct Step {
    value: i32,
    from: Square,
    to: Square,
    arrows: SquareSet,
}

/// An evaluation that takes a microsecond.
#[derive(Clone, Debug)]
pub(crate) enum Fast {
    HandMade(Arc<Staged>),
    Pairs(Arc<PairNetwork>),
}

impl Default for Fast {
    fn default() -> Self {
        Self::HandMade(Arc::default())
    }
}

/// What an evaluation keeps of a layout for those that follow from it: sums, or nothing.
type Kept = Option<Sums>;

/// Values positions by a fast evaluation. Cheap to clone: each thread has its own.
#[derive(Clone)]
pub(crate) struct Staging {
    evaluation: Fast,
    path: Path,
    steps_kept: usize,
    endings: Endings,
    noise: Noise,
}

impl Staging {
    /// Values by that evaluation along that path, looks at the arrows of so many steps, and knows those endings.
    pub(crate) fn new(evaluation: Fast, path: Path, steps_kept: usize, endings: Endings) -> Self {
        Self {
            evaluation,
            path,
            steps_kept,
            endings,
            noise: Noise::default(),
        }
    }

    /// Adds noise to every value.
    pub(crate) fn with_noise(self, noise: Noise) -> Self {
        Self { noise, ..self }
    }

    /// What is worth keeping of a layout, which follows from one of which this was kept.
    fn keep(&self, before: &Kept, layout: &Layout) -> Kept {
        match &self.evaluation {
            Fast::HandMade(_) => None,
            Fast::Pairs(network) => Some(match before {
                Some(sums) => network.follow(self.path, sums, layout),
                None => network.sums(self.path, layout),
            }),
        }
    }

    fn thousandths(&self, before: &Kept, layout: &Layout) -> i32 {
        let estimate = match (&self.evaluation, self.keep(before, layout)) {
            (Fast::Pairs(network), Some(sums)) => network.judge(self.path, &sums, layout),
            (Fast::HandMade(evaluation), _) => self.path.evaluate(&**evaluation, layout),
            (Fast::Pairs(_), None) => unreachable!("a network of pairs keeps sums"),
        };
        estimate.thousandths() + self.noise.at(layout)
    }

    /// What a position is worth to the side to move: lost if it has no move.
    fn worth(&self, before: &Kept, layout: &Layout) -> Value {
        let movers = layout.amazons()[layout.to_move()];
        if movers.neighbours().meets(layout.empty_squares()) {
            Value::estimate(self.thousandths(before, layout))
        } else {
            Value::loss(0)
        }
    }

    /// All steps; the best ones first and the others dropped, if moves may be left out at all.
    fn steps(
        &self,
        position: &Position,
        layout: &Layout,
        kept: &Kept,
        may_leave_out: bool,
    ) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        let ControlFlow::Continue(()) = position.visit_steps(|from, to, arrows| {
            let value = if may_leave_out {
                // With the arrow still in hand it is the opponent's turn already.
                -self.thousandths(kept, &layout.after_step(from, to))
            } else {
                0
            };
            steps.push(Step {
                value,
                from,
                to,
                arrows,
            });
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        let leaves_out = may_leave_out && steps.len() > self.steps_kept;
        if leaves_out {
            steps.sort_by_key(|step| Reverse(step.value));
            steps.truncate(self.steps_kept);
        }
        (steps, leaves_out)
    }
}

impl Evaluator<Position> for Staging {
    fn evaluate(&mut self, position: &Position) -> Value {
        self.worth(&None, &Layout::of(position))
    }

    fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        self.endings.proven_outcome(position)
    }

    fn candidates(
        &mut self,
        position: &Position,
        wanted: &Wanted<'_>,
        candidates: &mut Candidates<Move>,
    ) {
        candidates.clear();
        let layout = Layout::of(position);
        let kept = self.keep(&None, &layout);
        let (steps, leaves_out) = self.steps(position, &layout, &kept, wanted.most != usize::MAX);
        if leaves_out {
            candidates.leave_out_others();
        }
        'looking: for Step {
            from, to, arrows, ..
        } in steps
        {
            if wanted.budget.is_spent() {
                candidates.leave_out_others();
                break;
            }
            let landed = layout.after_step(from, to);
            let kept = self.keep(&kept, &landed);
            for arrow in arrows {
                let after = landed.after_arrow(arrow);
                let value = self.worth(&kept, &after).seen_from_parent();
                candidates.push(Move { from, to, arrow }, value);
                if value >= wanted.enough {
                    candidates.leave_out_others();
                    break 'looking;
                }
            }
        }
        candidates.sort_and_keep(wanted.most);
    }
}
