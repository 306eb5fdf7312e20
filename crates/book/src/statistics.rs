//! Statistics of a book.

use search::Value;
use serde::Serialize;

use crate::graph::Book;

/// Size and shape of a book.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BookStatistics {
    /// Number of nodes.
    #[serde(rename = "searched")]
    pub nodes: usize,
    /// Number of positions, expanded or not.
    pub positions: usize,
    /// Number of moves over all nodes.
    pub moves: usize,
    /// Number of positions with several parents.
    pub transpositions: usize,
    /// Positions by depth; the root has depth 0.
    pub by_depth: Vec<usize>,
    /// Nodes by depth.
    #[serde(rename = "searched_by_depth")]
    pub nodes_by_depth: Vec<usize>,
    /// Nodes searched over all positions.
    pub visits: u64,
    /// Value of the root in millilogits, if it is expanded.
    pub value: Option<i32>,
    /// See [`Book::search_rmse`].
    #[serde(rename = "error")]
    pub search_rmse: Option<f64>,
}

impl BookStatistics {
    /// Statistics of `book`.
    #[must_use]
    pub fn new(book: &Book) -> Self {
        let mut by_depth = vec![1];
        for (_, depth) in book.positions() {
            count(&mut by_depth, depth);
        }
        let mut nodes_by_depth = Vec::new();
        let (mut moves, mut visits) = (0, 0);
        for (_, node) in book.nodes() {
            count(&mut nodes_by_depth, book.depth(node.position()));
            moves += node.moves().len();
            visits += node.visits();
        }
        Self {
            nodes: book.len(),
            positions: book.position_count(),
            moves,
            transpositions: book.transposition_count(),
            by_depth,
            nodes_by_depth,
            visits,
            value: book.value().map(Value::millilogits),
            search_rmse: book.search_rmse(),
        }
    }

    /// Share of all positions at the three most frequent depths: the paper's measure of balance.
    #[must_use]
    pub fn top_three_depths_share(&self) -> f64 {
        let mut counts = self.by_depth.clone();
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let all: usize = counts.iter().sum();
        counts.iter().take(3).sum::<usize>() as f64 / all as f64
    }

    /// Depth of the deepest position, expanded or not.
    #[must_use]
    pub fn max_depth(&self) -> usize {
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
