//! What all evaluations have in common.

use game::Color;

use crate::estimate::Estimate;
use crate::features::Features;
use crate::layout::Layout;
use crate::path::Path;

/// A way to say what a position is worth, from what is counted in it.
///
/// Knows nothing of the end of the game: that a player cannot move is the rules' business. The same
/// features give the same estimate on every machine.
pub trait Evaluation: Send + Sync {
    /// The estimate for the player to move.
    fn judge(&self, features: &Features, to_move: Color) -> Estimate;

    /// The same estimate, worked out along a path through the machine, by evaluations that can make use of
    /// it.
    #[inline]
    fn judge_along(&self, path: Path, features: &Features, to_move: Color) -> Estimate {
        let _ = path;
        self.judge(features, to_move)
    }

    /// Counts and judges.
    #[inline]
    fn evaluate(&self, layout: &Layout) -> Estimate
    where
        Self: Sized,
    {
        Path::best().evaluate(self, layout)
    }
}
