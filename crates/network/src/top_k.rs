//! The k most probable moves, without sorting the others.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use amazons::Move;

/// Maps the bits of a float to an integer with the same order, and back.
#[inline(always)]
fn swap_order(bits: i32) -> i32 {
    bits ^ ((bits >> 31).cast_unsigned() >> 1).cast_signed()
}

#[inline(always)]
fn order_key(number: f32) -> i32 {
    swap_order(number.to_bits().cast_signed())
}

/// The most probable of the moves pushed so far.
#[derive(Debug)]
pub(crate) struct TopK {
    count: usize,
    /// Order keys of the log-probabilities, and the moves. The least probable move is on top.
    heap: BinaryHeap<(Reverse<i32>, Move)>,
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
        let least = self.heap.peek().map(|(Reverse(key), _)| *key);
        self.heap.len() < self.count || least.is_some_and(|key| key <= order_key(log_probability))
    }

    /// Adds a move if it is among the most probable.
    #[inline(always)]
    pub fn push(&mut self, mv: Move, log_probability: f32) {
        // Cheap test first: nearly all moves are rejected.
        if !self.would_accept(log_probability) {
            return;
        }
        let scored = (Reverse(order_key(log_probability)), mv);
        if self.heap.len() < self.count {
            self.heap.push(scored);
        } else if let Some(mut last) = self.heap.peek_mut()
            && scored < *last
        {
            *last = scored;
        }
    }

    /// The moves, the most probable first; ties in move order.
    pub fn into_moves(self) -> Vec<(Move, f32)> {
        let sorted = self.heap.into_sorted_vec().into_iter();
        sorted
            .map(|(Reverse(key), mv)| (mv, f32::from_bits(swap_order(key).cast_unsigned())))
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
