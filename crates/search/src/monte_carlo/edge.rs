//! A move in the tree, with everything that selection looks at: choosing among sixty moves reads one
//! stretch of memory.
//!
//! Numbers are atomic and each is right by itself; two of them read together may come from different
//! moments, which a search bears.

use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering};

use super::expansion::Branch;
use crate::Value;

/// Chances are added up in these units.
const UNITS_PER_CHANCE: f32 = (1_u32 << 30) as f32;

const NO_PROOF: u16 = Value::BEST.bits();

/// What is known of a move, seen by the player who makes it.
#[derive(Debug)]
pub(super) struct Statistics {
    /// The sum of the chances found in all finished visits.
    sum: AtomicU64,
    /// Visits begun. One that is not finished counts as a loss meanwhile, which keeps other threads
    /// off its path.
    visits: AtomicU32,
    /// The chance by minimax over what is below.
    minimax: AtomicU32,
    /// How likely the move was thought to be the best one. It is kept here because it fits in.
    pub prior: f32,
    proof: AtomicU16,
}

impl Statistics {
    pub fn new(prior: f32, chance: f32, proof: Option<Value>) -> Self {
        Self {
            prior,
            sum: AtomicU64::new(0),
            visits: AtomicU32::new(0),
            minimax: AtomicU32::new((chance * UNITS_PER_CHANCE) as u32),
            proof: AtomicU16::new(proof.map_or(NO_PROOF, Value::bits)),
        }
    }

    /// The same numbers for a tree that begins here.
    pub fn copy(&self) -> Self {
        Self {
            prior: self.prior,
            sum: AtomicU64::new(self.sum.load(Ordering::Relaxed)),
            visits: AtomicU32::new(self.visits()),
            minimax: AtomicU32::new(self.minimax.load(Ordering::Relaxed)),
            proof: AtomicU16::new(self.proof.load(Ordering::Relaxed)),
        }
    }

    pub fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub fn begin_visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes back a visit that came to nothing.
    pub fn cancel_visit(&self) {
        self.visits.fetch_sub(1, Ordering::Relaxed);
    }

    pub fn finish_visit(&self, chance: f32, minimax: f32) {
        let units = (chance * UNITS_PER_CHANCE) as u64;
        self.sum.fetch_add(units, Ordering::Relaxed);
        let minimax = (minimax * UNITS_PER_CHANCE) as u32;
        self.minimax.store(minimax, Ordering::Relaxed);
    }

    pub fn minimax(&self) -> f32 {
        self.minimax.load(Ordering::Relaxed) as f32 / UNITS_PER_CHANCE
    }

    pub fn proof(&self) -> Option<Value> {
        let bits = self.proof.load(Ordering::Relaxed);
        (bits != NO_PROOF).then(|| Value::from_bits(bits))
    }

    pub fn prove(&self, value: Value) {
        self.proof.store(value.bits(), Ordering::Relaxed);
    }

    /// The mixture of average and minimax; minimax alone before the first visit.
    pub fn chance(&self, average_share: f32) -> f32 {
        let visits = self.visits();
        let minimax = self.minimax();
        if visits == 0 {
            return minimax;
        }
        let sum = self.sum.load(Ordering::Relaxed) as f64 / f64::from(UNITS_PER_CHANCE);
        let average = (sum / f64::from(visits)) as f32;
        average_share * average + (1.0 - average_share) * minimax
    }
}

/// A move and what it leads to.
#[derive(Debug)]
pub(super) struct Edge<M> {
    pub statistics: Statistics,
    child: AtomicU32,
    pub mv: M,
}

/// What is behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Child {
    /// Nothing yet.
    None,
    /// Some thread is about to grow it.
    Claimed,
    /// A node.
    Node(u32),
}

const NO_CHILD: u32 = u32::MAX;
/// No index is as large as this.
pub(super) const CLAIMED: u32 = u32::MAX - 1;

impl<M> Edge<M> {
    pub fn new(branch: Branch<M>) -> Self {
        Self {
            statistics: Statistics::new(branch.prior, branch.chance, branch.proof),
            child: AtomicU32::new(NO_CHILD),
            mv: branch.mv,
        }
    }

    pub fn child(&self) -> Child {
        match self.child.load(Ordering::Acquire) {
            NO_CHILD => Child::None,
            CLAIMED => Child::Claimed,
            index => Child::Node(index),
        }
    }

    /// Takes on to grow the child; false if another thread was faster.
    pub fn claim(&self) -> bool {
        self.child
            .compare_exchange(NO_CHILD, CLAIMED, Ordering::Relaxed, Ordering::Relaxed)
            .is_ok()
    }

    /// Ends a claim, with the node grown or none.
    pub fn settle(&self, index: Option<u32>) {
        self.child
            .store(index.unwrap_or(NO_CHILD), Ordering::Release);
    }

    /// Takes the child away, for a tree that is rebuilt.
    pub fn take_child(&mut self) -> Option<u32> {
        let index = std::mem::replace(self.child.get_mut(), NO_CHILD);
        (index < CLAIMED).then_some(index)
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
    fn chances_mix_average_and_minimax() {
        let statistics = Statistics::new(1.0, 0.25, None);
        assert_eq!(statistics.chance(0.5), 0.25);
        for (chance, minimax) in [(1.0, 0.5), (0.5, 0.75)] {
            statistics.begin_visit();
            statistics.finish_visit(chance, minimax);
        }
        assert_eq!(statistics.chance(1.0), 0.75);
        assert_eq!(statistics.chance(0.0), 0.75);
        statistics.begin_visit();
        assert_eq!(
            statistics.chance(1.0),
            0.5,
            "an unfinished visit counts as a loss"
        );
        assert_eq!(statistics.proof(), None);
        statistics.prove(Value::DRAW);
        assert_eq!(statistics.proof(), Some(Value::DRAW));
    }

    #[test]
    fn only_one_claims_a_child() {
        let edge = Edge::new(Branch {
            mv: (),
            prior: 1.0,
            chance: 0.5,
            proof: None,
        });
        assert!(edge.claim());
        assert!(!edge.claim());
        assert_eq!(edge.child(), Child::Claimed);
        edge.settle(None);
        assert!(edge.claim());
        edge.settle(Some(7));
        assert_eq!(edge.child(), Child::Node(7));
    }
}
