//! What is left of a search's limits, shared by all its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Allowance, Limits, Signal};

/// Counts what a search spends, and knows when it has to end.
#[derive(Debug)]
pub struct Budget<'a> {
    signal: &'a Signal,
    began: Instant,
    time: Option<Duration>,
    node_limit: u64,
    nodes: AtomicU64,
    finished: AtomicBool,
}

impl<'a> Budget<'a> {
    /// A budget that begins to run now.
    #[must_use]
    pub fn new<M>(limits: &Limits<M>, signal: &'a Signal) -> Self {
        Self {
            signal,
            began: Instant::now(),
            time: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            finished: AtomicBool::new(false),
        }
    }

    /// Whether the search has to end. Cheap enough to be asked before every evaluation that takes a
    /// microsecond.
    #[must_use]
    #[inline]
    pub fn is_spent(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
            || self.signal.is_given()
            || self.time.is_some_and(|time| self.began.elapsed() >= time)
    }

    /// Takes one position out of the budget; `false` if there is none left.
    #[inline]
    pub(crate) fn visit(&self) -> bool {
        if self.is_spent() {
            return false;
        }
        let visited = self.nodes.fetch_add(1, Ordering::Relaxed);
        if visited >= self.node_limit {
            // Several threads may get here, each for one position that it did not look at.
            self.nodes.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        true
    }

    /// Puts one position back that was not looked at after all.
    pub(crate) fn take_back(&self) {
        self.nodes.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes positions out of the budget that somebody else has looked at for the search.
    pub(crate) fn charge(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The time that the search may use, if what it does not use is worth saving.
    pub(crate) fn allowance(&self) -> Option<Allowance> {
        self.signal.allowance()
    }

    /// Ends the search for all threads.
    pub(crate) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// The positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

/// Finishes a budget when it goes out of scope, by a panic as well: no thread may wait for one that is
/// gone.
pub(crate) struct FinishOnDrop<'a>(pub &'a Budget<'a>);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_as_many_positions_as_allowed() {
        let signal = Signal::new();
        let budget = Budget::new(&Limits::<()>::nodes(3), &signal);
        let visited = (0..5).filter(|_| budget.visit()).count();
        assert_eq!((visited, budget.nodes()), (3, 3));
        assert!(!budget.is_spent(), "a thread may still finish its last one");
    }

    #[test]
    fn every_end_is_noticed() {
        let signal = Signal::new();
        let limits = Limits::<()>::none();
        let budget = Budget::new(&limits, &signal);
        assert!(budget.visit());
        budget.finish();
        assert!(!budget.visit());
        assert!(Budget::new(&Limits::<()>::time(Duration::ZERO), &signal).is_spent());
        let budget = Budget::new(&limits, &signal);
        signal.stop();
        assert!(!budget.visit());
    }
}
