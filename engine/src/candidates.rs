//! The hand-made evaluation as searchers want it: values of positions, and moves worth a look.
//!
//! A position of Amazons has up to two thousand moves, too many to evaluate one by one. So moves come
//! in two stages: every step of an amazon is valued before its arrow is shot, and only the arrows of
//! the best steps are looked at.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use amazons::{Move, Position, Square, SquareSet};
use evaluation::{Layout, Path, Staged};
use search::{Candidates, Evaluator, Value, Wanted};

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

/// Values positions by the hand-made evaluation. Cheap to clone: each thread has its own.
#[derive(Clone)]
pub(crate) struct HandMade {
    evaluation: Arc<Staged>,
    path: Path,
    steps_kept: usize,
}

impl HandMade {
    /// Values by that evaluation along that path, and looks at the arrows of so many steps.
    pub(crate) fn new(evaluation: Arc<Staged>, path: Path, steps_kept: usize) -> Self {
        Self {
            evaluation,
            path,
            steps_kept,
        }
    }

    fn thousandths(&self, layout: &Layout) -> i32 {
        self.path.evaluate(&*self.evaluation, layout).thousandths()
    }

    /// What a position is worth to the side to move: lost if it has no move.
    fn value(&self, layout: &Layout) -> Value {
        let movers = layout.amazons()[layout.to_move()];
        if movers.neighbours().meets(layout.empty_squares()) {
            Value::estimate(self.thousandths(layout))
        } else {
            Value::loss(0)
        }
    }

    /// All steps; the best ones first and the others dropped, if moves may be left out at all.
    fn steps(
        &self,
        position: &Position,
        layout: &Layout,
        may_leave_out: bool,
    ) -> (Vec<Step>, bool) {
        let mut steps = Vec::new();
        let ControlFlow::Continue(()) = position.visit_steps(|from, to, arrows| {
            let value = if may_leave_out {
                // With the arrow still in hand it is the opponent's turn already.
                -self.thousandths(&layout.after_step(from, to))
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

impl Evaluator<Position> for HandMade {
    fn evaluate(&mut self, position: &Position) -> Value {
        self.value(&Layout::of(position))
    }

    fn candidates(
        &mut self,
        position: &Position,
        wanted: &Wanted<'_>,
        candidates: &mut Candidates<Move>,
    ) {
        candidates.clear();
        let layout = Layout::of(position);
        let (steps, leaves_out) = self.steps(position, &layout, wanted.most != usize::MAX);
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
            for arrow in arrows {
                let value = self.value(&landed.after_arrow(arrow)).seen_from_parent();
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
