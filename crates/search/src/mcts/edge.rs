//! Edges of the tree with their statistics, in one block of memory per node for fast selection.
//!
//! Each number is atomic; two of them read together may come from different moments, which the
//! search tolerates.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::expansion::ExpandedMove;
use crate::Value;

/// Win probabilities are summed in these units.
const FIXED_POINT_ONE: f32 = (1_u32 << 30) as f32;

const NOT_PROVEN: u16 = Value::MAX.to_bits();

/// Statistics of a move, for the player who makes it.
#[derive(Debug)]
pub(super) struct EdgeStats {
    /// Sum of the win probabilities of all recorded visits.
    sum: AtomicU64,
    /// Visits, including running ones (virtual loss).
    visits: AtomicU32,
    /// Win probability by minimax over the subtree.
    minimax: AtomicU32,
    /// Probability that the move is best, before search.
    pub prior: f32,
    proven_value: AtomicU16,
}

impl EdgeStats {
    pub fn new(prior: f32, q: f32, proven: Option<Value>) -> Self {
        Self {
            prior,
            sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            minimax: AtomicU32::new((q * FIXED_POINT_ONE) as u32),
            proven_value: AtomicU16::new(proven.map_or(NOT_PROVEN, Value::to_bits)),
        }
    }

    pub fn copy(&self) -> Self {
        Self {
            prior: self.prior,
            sum: AtomicU64::new(self.sum.load(Ordering::Relaxed)),
            visits: AtomicU32::new(self.visits()),
            minimax: AtomicU32::new(self.minimax.load(Ordering::Relaxed)),
            proven_value: AtomicU16::new(self.proven_value.load(Ordering::Relaxed)),
        }
    }

    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub fn add_virtual_loss(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Cancels a visit.
    pub fn remove_virtual_loss(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    pub fn record_visit(&self, q: f32, minimax: f32) {
        let units = (q * FIXED_POINT_ONE) as u64;
        self.sum.fetch_add(units, Ordering::Relaxed);
        let minimax = (minimax * FIXED_POINT_ONE) as u32;
        self.minimax.store(minimax, Ordering::Relaxed);
    }

    pub fn minimax(&self) -> f32 {
        self.minimax.load(Ordering::Relaxed) as f32 / FIXED_POINT_ONE
    }

    pub fn proven_value(&self) -> Option<Value> {
        let bits = self.proven_value.load(Ordering::Relaxed);
        (bits != NOT_PROVEN).then(|| Value::from_bits(bits))
    }

    pub fn set_proven(&self, value: Value) {
        self.proven_value.store(value.to_bits(), Ordering::Relaxed);
    }

    /// Win probability: mean and minimax mixed; minimax alone before the first visit.
    pub fn q(&self, mean_weight: f32) -> f32 {
        let visits = self.visits();
        let minimax = self.minimax();
        if visits == 0 {
            return minimax;
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / f64::from(FIXED_POINT_ONE);
        let mean = (sum / f64::from(visits)) as f32;
        mean_weight * mean + (1.0 - mean_weight) * minimax
    }
}

/// A move and the node after it.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub stats: EdgeStats,
    child: AtomicU32,
    pub mv: M,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Child {
    /// No node yet.
    Unexpanded,
    /// A thread is expanding it.
    Expanding,
    /// Index of the node.
    Node(u32),
}

const NO_CHILD: u32 = u32::MAX;
/// Larger than any index of a node.
pub(super) const EXPANDING: u32 = u32::MAX - 1;

impl<M> Edge<M> {
    pub fn new(expanded: ExpandedMove<M>) -> Self {
        Self {
            stats: EdgeStats::new(
                expanded.prior,
                expanded.win_probability,
                expanded.proven_value,
            ),
            child: AtomicU32::new(NO_CHILD),
            mv: expanded.mv,
        }
    }

    pub fn child(&self) -> Child {
        match self.child.load(Ordering::Acquire) {
            NO_CHILD => Child::Unexpanded,
            EXPANDING => Child::Expanding,
            index => Child::Node(index),
        }
    }

    /// Claims the child for expansion; false if another thread was faster.
    pub fn claim(&self) -> bool {
        self.child
            .compare_exchange(NO_CHILD, EXPANDING, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Ends a claim, with a node or without.
    pub fn set_child(&self, index: Option<u32>) {
        self.child
            .store(index.unwrap_or(NO_CHILD), Ordering::Release);
    }

    /// Removes the child, for a tree that is rebuilt.
    pub fn take_child(&mut self) -> Option<u32> {
        let index = std::mem::replace(self.child.get_mut(), NO_CHILD);
        (index < EXPANDING).then_some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_half_a_cache_line() {
        assert_eq!(size_of::<Edge<[u8; 3]>>(), 32);
    }

    #[test]
    fn q_mixes_mean_and_minimax() {
        let stats = EdgeStats::new(1.0, 0.25, None);
        assert_eq!(stats.q(0.5), 0.25);
        for (q, minimax) in [(1.0, 0.5), (0.5, 0.75)] {
            stats.add_virtual_loss();
            stats.record_visit(q, minimax);
        }
        assert_eq!(stats.q(1.0), 0.75);
        assert_eq!(stats.q(0.0), 0.75);
        stats.add_virtual_loss();
        assert_eq!(stats.q(1.0), 0.5, "a running visit counts as a loss");
        assert_eq!(stats.proven_value(), None);
        stats.set_proven(Value::DRAW);
        assert_eq!(stats.proven_value(), Some(Value::DRAW));
    }

    #[test]
    fn a_child_is_claimed_once() {
        let edge = Edge::new(ExpandedMove::unproven((), 1.0, 0.5));
        assert!(edge.claim());
        assert!(!edge.claim());
        assert_eq!(edge.child(), Child::Expanding);
        edge.set_child(None);
        assert!(edge.claim());
        edge.set_child(Some(7));
        assert_eq!(edge.child(), Child::Node(7));
    }
}
