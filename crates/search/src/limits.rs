//! Limits of a search.

use std::time::Duration;

use game::PerColor;

/// Limits and options of one search.
///
/// The search stops at the first limit reached. Without limits it runs until the position is solved
/// or it is stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLimits<M> {
    /// Maximum depth in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum time.
    pub time: Option<Duration>,
    /// Number of best lines to report, each with another first move; 0 counts as 1.
    pub multipv: usize,
    /// Root moves to search; all legal moves if empty. Illegal moves are ignored.
    pub search_moves: Vec<M>,
    /// Maximum number of the searcher's threads to use, at least 1; `None` for all.
    pub threads: Option<usize>,
    /// Suppresses the reports of MCTS before the last, which are slow with many lines. Ignored with
    /// a depth limit and by other searchers.
    pub final_report_only: bool,
}

impl<M> SearchLimits<M> {
    /// No limits, one line.
    #[must_use]
    pub fn unlimited() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            multipv: 1,
            search_moves: Vec::new(),
            threads: None,
            final_report_only: false,
        }
    }

    /// Limits the depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::unlimited()
        }
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::unlimited()
        }
    }

    /// Limits the time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::unlimited()
        }
    }

    /// Maximum number of threads besides the main one.
    pub(crate) fn helper_threads(&self) -> usize {
        self.threads
            .map_or(usize::MAX, |threads| threads.saturating_sub(1))
    }
}

impl<M: PartialEq> SearchLimits<M> {
    /// Maximum number of root moves: `width`, unless more lines or certain moves are requested.
    pub(crate) fn max_root_moves(&self, width: usize) -> usize {
        if self.search_moves.is_empty() {
            width.max(self.multipv)
        } else {
            usize::MAX
        }
    }

    /// Whether a root move is to be searched.
    pub(crate) fn allows(&self, mv: M) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(&mv)
    }
}

impl<M> Default for SearchLimits<M> {
    fn default() -> Self {
        Self::unlimited()
    }
}

/// Limits of a search for a move, as in UCI `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GoLimits<M> {
    /// Limits that do not depend on the clocks; [`SearchLimits::time`] is the maximum time for this
    /// move.
    pub search: SearchLimits<M>,
    /// The players' clocks, from which the engine computes its time for the move.
    pub clocks: PerColor<Option<ClockState>>,
    /// Ignore time limits, and report no result before being stopped.
    pub infinite: bool,
    /// Search on the opponent's time: no result before a ponder hit or a stop.
    pub ponder: bool,
}

impl<M> GoLimits<M> {
    /// Limits the depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        SearchLimits::depth(plies).into()
    }

    /// Limits the number of nodes.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        SearchLimits::nodes(nodes).into()
    }

    /// A fixed time for this move and no other limits.
    #[must_use]
    pub fn move_time(time: Duration) -> Self {
        SearchLimits::time(time).into()
    }
}

impl<M> From<SearchLimits<M>> for GoLimits<M> {
    fn from(search: SearchLimits<M>) -> Self {
        Self {
            search,
            clocks: PerColor::default(),
            infinite: false,
            ponder: false,
        }
    }
}

impl<M> Default for GoLimits<M> {
    fn default() -> Self {
        SearchLimits::unlimited().into()
    }
}

/// A player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Time added per move.
    pub increment: Duration,
    /// Time per move on top of the time left; unused byoyomi is lost.
    pub byoyomi: Duration,
    /// Moves until the next time control; the rest of the game if `None`.
    pub moves_to_go: Option<u32>,
}
