//! What a book is like, in numbers.

use search::Value;
use serde::Serialize;

use crate::graph::Book;

/// The shape of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Statistics {
    /// Positions that were searched.
    pub searched: usize,
    /// All positions, with those that moves lead to but nobody searched.
    pub positions: usize,
    /// Moves, counted once for each position in which they can be played.
    pub moves: usize,
    /// Positions that several moves lead to.
    pub transpositions: usize,
    /// All positions by depth, the root first.
    pub by_depth: Vec<usize>,
    /// Those that were searched, by depth.
    pub searched_by_depth: Vec<usize>,
    /// The positions that searches looked at.
    pub visits: u64,
    /// The root's value in thousandths, if it was searched.
    pub value: Option<i32>,
    /// How far a search's word on a move is from that of the position after it, in thousandths.
    pub error: Option<f64>,
}

impl Statistics {
    /// Those of a book.
    #[must_use]
    pub fn of(book: &Book) -> Self {
        let mut by_depth = vec![1];
        for (_, depth) in book.positions() {
            count(&mut by_depth, depth);
        }
        let mut searched_by_depth = Vec::new();
        let (mut moves, mut visits) = (0, 0);
        for (_, node) in book.nodes() {
            count(&mut searched_by_depth, book.depth(node.position()));
            moves += node.choices().len();
            visits += node.visits();
        }
        Self {
            searched: book.len(),
            positions: book.position_count(),
            moves,
            transpositions: book.transposition_count(),
            by_depth,
            searched_by_depth,
            visits,
            value: book.value().map(Value::thousandths),
            error: book.error(),
        }
    }

    /// The share of all positions that the three fullest depths hold: the paper's measure of balance.
    #[must_use]
    pub fn fullest_three(&self) -> f64 {
        let mut counts = self.by_depth.clone();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let all: usize = counts.iter().sum();
        counts.iter().take(3).sum::<usize>() as f64 / all as f64
    }

    /// The deepest position, searched or not.
    #[must_use]
    pub fn deepest(&self) -> usize {
        self.by_depth.len() - 1
    }
}

fn count(counts: &mut Vec<usize>, depth: u32) {
    let depth = depth as usize;
    if counts.len() <= depth {
        counts.resize(depth + 1, 0);
    }
    counts[depth] += 1;
}
