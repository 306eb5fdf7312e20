//! The likeliest few of many moves, without sorting the others.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use amazons::Move;

/// A move and the logarithm of its probability. The greater, the later it comes: it is less likely or, among
/// equals, the higher move.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    log_probability: f32,
}

impl Ord for Candidate {
    #[inline(always)]
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .log_probability
            .total_cmp(&self.log_probability)
            .then_with(|| self.mv.cmp(&other.mv))
    }
}

impl PartialOrd for Candidate {
    #[inline(always)]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

/// The likeliest of the moves offered so far.
#[derive(Debug)]
pub(crate) struct Likeliest {
    count: usize,
    /// The last one kept is on top, where the next better one replaces it.
    kept: BinaryHeap<Candidate>,
}

impl Likeliest {
    /// Will keep at most `count`.
    pub fn new(count: usize) -> Self {
        Self {
            count,
            kept: BinaryHeap::new(),
        }
    }

    /// Whether a move with this probability might be kept.
    #[inline(always)]
    pub fn may_take(&self, log_probability: f32) -> bool {
        self.kept.len() < self.count
            || self
                .kept
                .peek()
                .is_some_and(|last| last.log_probability <= log_probability)
    }

    /// Keeps a move if it is one of the likeliest so far.
    #[inline(always)]
    pub fn offer(&mut self, mv: Move, log_probability: f32) {
        // Nearly all moves are refused, so this comes first and is cheap.
        if !self.may_take(log_probability) {
            return;
        }
        let candidate = Candidate {
            mv,
            log_probability,
        };
        if self.kept.len() < self.count {
            self.kept.push(candidate);
        } else if let Some(mut last) = self.kept.peek_mut()
            && candidate < *last
        {
            *last = candidate;
        }
    }

    /// The moves that were kept, the likeliest first.
    pub fn into_moves(self) -> Vec<(Move, f32)> {
        let sorted = self.kept.into_sorted_vec().into_iter();
        sorted
            .map(|candidate| (candidate.mv, candidate.log_probability))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::{Game, Position};

    /// Probabilities with many ties, offered in several orders.
    #[test]
    fn it_keeps_what_sorting_would() {
        let moves = Position::standard_start().moves();
        for step in [1, 7, 31, 1009] {
            let offered: Vec<(Move, f32)> = (0..moves.len())
                .map(|index| index * step % moves.len())
                .map(|index| (moves[index], -((index * index % 13) as f32)))
                .collect();
            let mut sorted = offered.clone();
            sorted.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
            for count in [0, 1, 2, 48, moves.len(), usize::MAX] {
                let mut likeliest = Likeliest::new(count);
                for &(mv, log_probability) in &offered {
                    likeliest.offer(mv, log_probability);
                }
                let expected = &sorted[..count.min(sorted.len())];
                assert_eq!(likeliest.into_moves(), expected, "{count} by {step}");
            }
        }
    }
}
