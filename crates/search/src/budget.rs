//! Budget of a running search, shared by its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{SearchLimits, StopSignal, TimeUse};

/// Counts nodes and decides when a search must stop (time, nodes, stop signal).
#[derive(Debug)]
pub struct SearchBudget<'a> {
    signal: &'a StopSignal,
    start: Instant,
    time: Option<Duration>,
    node_limit: u64,
    nodes: AtomicU64,
    stopped: AtomicBool,
}

impl<'a> SearchBudget<'a> {
    /// A budget whose time starts now.
    #[must_use]
    pub fn new<M>(limits: &SearchLimits<M>, signal: &'a StopSignal) -> Self {
        Self {
            signal,
            start: Instant::now(),
            time: limits.time,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        }
    }

    /// Whether the search must stop by time or signal. Cheap enough to call before every
    /// evaluation.
    #[must_use]
    #[inline]
    pub fn is_exhausted(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.signal.should_stop()
            || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Counts a node; `false` if the search must stop instead.
    #[inline]
    pub(crate) fn try_count_node(&self) -> bool {
        if self.is_exhausted() {
            return false;
        }
        let visited = self.nodes.fetch_add(1, Ordering::Relaxed);
        if visited >= self.node_limit {
            // Several threads may get here, each with one node that it did not search.
            self.nodes.fetch_sub(1, Ordering::Relaxed);
            return false;
        }
        true
    }

    /// Uncounts a node that was not searched (MCTS collision).
    pub(crate) fn uncount_node(&self) {
        self.nodes.fetch_sub(1, Ordering::Relaxed);
    }

    /// Counts nodes that another searcher searched for this one.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// See [`StopSignal::saveable_time`].
    pub(crate) fn saveable_time(&self) -> Option<TimeUse> {
        self.signal.saveable_time()
    }

    /// Whether unused time is saved and the elapsed time exceeds `factor` times the remaining.
    pub(crate) fn should_save_time(&self, factor: f64) -> bool {
        self.saveable_time()
            .is_some_and(|time| time.elapsed > time.remaining.mul_f64(factor))
    }

    /// Stops all threads of the search.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Nodes searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Time since the start of the search.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Stops the search when dropped, also by a panic, so that no helper thread runs on.
pub(crate) struct StopOnDrop<'a>(pub &'a SearchBudget<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let signal = StopSignal::new();
        let budget = SearchBudget::new(&SearchLimits::<()>::nodes(3), &signal);
        let visited = (0..5).filter(|_| budget.try_count_node()).count();
        assert_eq!((visited, budget.nodes()), (3, 3));
        assert!(!budget.is_exhausted(), "a thread may finish its last node");
    }

    #[test]
    fn stop_time_limit_and_signal_exhaust_the_budget() {
        let signal = StopSignal::new();
        let limits = SearchLimits::<()>::unlimited();
        let budget = SearchBudget::new(&limits, &signal);
        assert!(budget.try_count_node());
        budget.stop();
        assert!(!budget.try_count_node());
        assert!(
            SearchBudget::new(&SearchLimits::<()>::time(Duration::ZERO), &signal).is_exhausted()
        );
        let budget = SearchBudget::new(&limits, &signal);
        signal.stop();
        assert!(!budget.try_count_node());
    }
}
