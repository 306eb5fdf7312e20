//! How long a search may take.

use std::time::Duration;

use amazons::{Move, Position};
use game::PerColor;

use crate::time::Budget;

/// What ends a search: the first limit that is reached. With none, the search goes on until it
/// has nothing left to find or is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// How many moves deep to look.
    pub depth: Option<u32>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// How long to think about this move; answering earlier is allowed.
    pub move_time: Option<Duration>,
    /// The players' clocks, from which the engine budgets its own time.
    pub clocks: PerColor<Option<Clock>>,
    /// Give no answer before being stopped, not even when there is nothing left to find.
    pub infinite: bool,
    /// Think on the opponent's time: give no answer before a ponder hit or a stop.
    pub ponder: bool,
    /// Choose among these moves only; among all legal ones if empty.
    pub search_moves: Vec<Move>,
    /// How many of the engine's threads think, one at least; all if `None`.
    pub threads: Option<usize>,
    /// Tell lines at the end only: for those who want nothing but the result.
    pub quiet: bool,
}

impl Limits {
    /// No limit but a time for this move.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        Self {
            move_time: Some(time),
            ..Self::default()
        }
    }

    /// How long the player to move may think, by the time for this move and by the clock; `None` if neither
    /// is limited.
    #[must_use]
    pub fn thinking_time(&self, position: &Position) -> Option<Duration> {
        Budget::of(position, self).map(|budget| budget.time)
    }
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// What each move adds to it.
    pub increment: Duration,
    /// The moves that the remaining time must do for; all others of the game if unknown.
    pub moves_to_go: Option<u32>,
}
