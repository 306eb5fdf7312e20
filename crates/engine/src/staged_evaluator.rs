//! The handcrafted evaluation as an evaluator of positions and moves.
//!
//! A position of Amazons has up to two thousand moves, too many to evaluate one by one. So moves
//! are generated in two stages: every step is evaluated before its arrow, and only arrows of the
//! best steps are evaluated.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::Arc;

use amazons::{Move, Outcome, Position, Square, SquareSet};
use evaluation::{EvalBoard, SimdBackend, TaperedEvaluation};
use search::{CandidateRequest, Candidates, Evaluator, Value};

use crate::endgames::EndgameKnowledge;
use crate::noise::EvaluationNoise;

/// Default number of steps whose arrows are evaluated. Half as many lost 89 Elo in the prototypes,
/// and so did all.
pub(crate) const MAX_STEPS: usize = 20;

/// A step with its value for the mover.
struct ScoredStep {
    value: i32,
    from: Square,
    to: Square,
    arrows: SquareSet,
}

/// Evaluates positions by the handcrafted evaluation. Cheap to clone: each thread has its own.
#[derive(Clone)]
pub(crate) struct StagedEvaluator {
    pub(crate) evaluation: Arc<TaperedEvaluation>,
    pub(crate) backend: SimdBackend,
    /// Number of steps whose arrows are evaluated.
    pub(crate) max_steps: usize,
    pub(crate) endgame_knowledge: EndgameKnowledge,
    pub(crate) noise: EvaluationNoise,
}

impl StagedEvaluator {
    /// Estimate for the side to move.
    fn millilogits(&self, layout: &EvalBoard) -> i32 {
        let estimate = self.backend.evaluate(&*self.evaluation, layout);
        estimate.millilogits() + self.noise.at(layout)
    }

    /// Value for the side to move; a loss without a move.
    fn layout_value(&self, layout: &EvalBoard) -> Value {
        let amazons = layout.amazons()[layout.to_move()];
        if amazons.neighbors().intersects(layout.empty_squares()) {
            Value::from_millilogits(self.millilogits(layout))
        } else {
            Value::loss(0)
        }
    }

    /// The steps to consider, and whether others are pruned. If so, they are sorted best first.
    fn steps(
        &self,
        position: &Position,
        layout: &EvalBoard,
        may_prune: bool,
    ) -> (Vec<ScoredStep>, bool) {
        let mut steps = Vec::new();
        let ControlFlow::Continue(()) = position.visit_steps(|from, to, arrows| {
            let value = if may_prune {
                // The layout before the arrow has the opponent to move.
                -self.millilogits(&layout.after_step(from, to))
            } else {
                0
            };
            steps.push(ScoredStep {
                value,
                from,
                to,
                arrows,
            });
            ControlFlow::<std::convert::Infallible>::Continue(())
        });
        let is_pruned = may_prune && steps.len() > self.max_steps;
        if is_pruned {
            steps.sort_by_key(|step| Reverse(step.value));
            steps.truncate(self.max_steps);
        }
        (steps, is_pruned)
    }
}

impl Evaluator<Position> for StagedEvaluator {
    fn evaluate(&mut self, position: &Position) -> Value {
        self.layout_value(&EvalBoard::from(position))
    }

    fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        self.endgame_knowledge.proven_outcome(position)
    }

    fn candidates(
        &mut self,
        position: &Position,
        wanted: &CandidateRequest<'_>,
        candidates: &mut Candidates<Move>,
    ) {
        candidates.clear();
        let layout = EvalBoard::from(position);
        let (steps, is_pruned) = self.steps(position, &layout, wanted.max_moves != usize::MAX);
        if is_pruned {
            candidates.mark_incomplete();
        }
        'steps: for ScoredStep {
            from, to, arrows, ..
        } in steps
        {
            if wanted.budget.is_exhausted() {
                candidates.mark_incomplete();
                break;
            }
            let after_step = layout.after_step(from, to);
            for arrow in arrows {
                let value = self
                    .layout_value(&after_step.after_arrow(arrow))
                    .to_parent();
                candidates.push(Move { from, to, arrow }, value);
                if value >= wanted.cutoff {
                    candidates.mark_incomplete();
                    break 'steps;
                }
            }
        }
        candidates.sort_and_truncate(wanted.max_moves);
    }
}
