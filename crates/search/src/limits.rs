//! Limits of a search.

use std::time::Duration;

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
