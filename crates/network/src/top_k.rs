//! The k most probable moves, without sorting the others.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use amazons::Move;

/// A move with its log-probability, ordered by descending probability, then by ascending move.
#[derive(Clone, Copy, Debug)]
struct ScoredMove {
    mv: Move,
    log_probability: f32,
}

impl Ord for ScoredMove {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .log_probability
            .total_cmp(&self.log_probability)
            .then_with(|| self.mv.cmp(&other.mv))
    }
}

impl PartialOrd for ScoredMove {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ScoredMove {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ScoredMove {}

/// The most probable of the moves pushed so far.
#[derive(Debug)]
pub(crate) struct TopK {
    count: usize,
    /// The least probable move is on top.
    heap: BinaryHeap<ScoredMove>,
}

impl TopK {
    pub fn new(count: usize) -> Self {
        Self {
            count,
            heap: BinaryHeap::new(),
        }
    }

    /// Whether a move with this log-probability could be accepted.
    #[inline(always)]
    pub fn would_accept(&self, log_probability: f32) -> bool {
        self.heap.len() < self.count
            || self
                .heap
                .peek()
                .is_some_and(|last| last.log_probability <= log_probability)
    }

    /// Adds a move if it is among the most probable.
    #[inline(always)]
    pub fn push(&mut self, mv: Move, log_probability: f32) {
        // Cheap test first: nearly all moves are rejected.
        if !self.would_accept(log_probability) {
            return;
        }
        let scored = ScoredMove {
            mv,
            log_probability,
        };
        if self.heap.len() < self.count {
            self.heap.push(scored);
        } else if let Some(mut last) = self.heap.peek_mut()
            && scored < *last
        {
            *last = scored;
        }
    }

    /// The moves, the most probable first.
    pub fn into_moves(self) -> Vec<(Move, f32)> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted
            .map(|scored| (scored.mv, scored.log_probability))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::{Game, Position};

    /// Probabilities with many ties, in several orders.
    #[test]
    fn top_k_matches_sorting() {
        let moves = Position::standard_start().moves();
        for step in [1, 7, 31, 1009] {
            let pushed: Vec<(Move, f32)> = (0..moves.len())
                .map(|index| index * step % moves.len())
                .map(|index| (moves[index], -((index * index % 13) as f32)))
                .collect();
            let mut sorted = pushed.clone();
            sorted.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
            for count in [0, 1, 2, 48, moves.len(), usize::MAX] {
                let mut top = TopK::new(count);
                for &(mv, log_probability) in &pushed {
                    top.push(mv, log_probability);
                }
                let expected = &sorted[..count.min(sorted.len())];
                assert_eq!(top.into_moves(), expected, "{count} by {step}");
            }
        }
    }
}
