//! Limits of a search.

use std::time::Duration;

use amazons::{Move, Position};
use game::PerColor;

use crate::time_management::TimeBudget;

/// Limits of a search, as in UCI `go`. The search ends at the first limit reached; without limits
/// it ends when the position is solved or it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoLimits {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time for this move.
    pub move_time: Option<Duration>,
    /// The players' clocks, from which the engine computes its time for the move.
    pub clocks: PerColor<Option<ClockState>>,
    /// Ignore time limits, and report no result before being stopped.
    pub infinite: bool,
    /// Search on the opponent's time: no result before a ponder hit or a stop.
    pub ponder: bool,
    /// Root moves to search; all legal moves if empty.
    pub search_moves: Vec<Move>,
    /// Number of the engine's threads to use, at least 1; all if `None`.
    pub threads: Option<usize>,
    /// Suppress the reports of MCTS before the last. Ignored with a depth limit.
    pub final_report_only: bool,
}

impl GoLimits {
    /// A fixed time for this move and no other limits.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// Maximum time for the side to move: the minimum of `move_time` and the time budgeted from its
    /// clock; `None` without either.
    #[must_use]
    pub fn max_move_time(&self, position: &Position) -> Option<Duration> {
        TimeBudget::for_move(position, self).map(|budget| budget.time)
    }
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time added per move.
    pub increment: Duration,
    /// Moves until the next time control; the rest of the game if `None`.
    pub moves_to_go: Option<u32>,
}
