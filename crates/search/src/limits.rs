//! How long a search may take, and what it is to look at.

use std::time::Duration;

/// What ends a search: the first limit that is reached. With none, it goes on until it has nothing
/// left to find or is stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits<M> {
    /// How many plies deep to look.
    pub depth: Option<u32>,
    /// How many positions to look at.
    pub nodes: Option<u64>,
    /// How long to think.
    pub time: Option<Duration>,
    /// How many lines to report, each beginning with another move; at least one is.
    pub lines: usize,
    /// Choose among these moves only; among all legal ones if empty. Moves that are not legal are
    /// left out.
    pub moves: Vec<M>,
    /// How many of its threads the searcher may use, one at least; `None` for all.
    pub threads: Option<usize>,
    /// Report at the end only, where reports now and then would cost time: in Monte-Carlo search with many
    /// lines. Alpha-beta search reports after every depth in any case.
    pub quiet: bool,
}

impl<M> Limits<M> {
    /// No limit at all.
    #[must_use]
    pub fn none() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            lines: 1,
            moves: Vec::new(),
            threads: None,
            quiet: false,
        }
    }

    /// No limit but the depth, in plies.
    #[must_use]
    pub fn depth(plies: u32) -> Self {
        Self {
            depth: Some(plies),
            ..Self::none()
        }
    }

    /// No limit but the number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::none()
        }
    }

    /// No limit but the time.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::none()
        }
    }

    /// How many threads may help the one that searches.
    pub(crate) fn helpers(&self) -> usize {
        self.threads
            .map_or(usize::MAX, |threads| threads.saturating_sub(1))
    }
}

impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self::none()
    }
}
