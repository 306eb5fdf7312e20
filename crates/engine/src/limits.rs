//! Limits of a search.

use std::time::Duration;

use amazons::{Move, Position};
use game::PerColor;

use crate::time_management::TimeBudget;

/// Limits of a search, as in UCI `go`. The search ends at the first limit reached; without limits
/// it ends when everything is proven, the memory is full, or it is stopped.
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
    /// Do not report a result before being stopped, even if the search has ended.
    pub infinite: bool,
    /// Search on the opponent's time: no result before a ponder hit or a stop.
    pub ponder: bool,
    /// Root moves to search; all legal moves if empty.
    pub search_moves: Vec<Move>,
    /// Number of the engine's threads to use, at least 1; all if `None`.
    pub threads: Option<usize>,
    /// Report lines at the end of the search only.
    pub final_report_only: bool,
}

impl GoLimits {
    /// Limits the time for this move only.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// Time that the side to move may use, by [`move_time`](Self::move_time) and by its clock;
    /// `None` if neither limits it.
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
