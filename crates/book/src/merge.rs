//! Merging of books.

use crate::graph::{Book, BookError};
use crate::key::BookKey;
use crate::node::Node;

impl Book {
    /// Merges all nodes of another book. A node of both keeps the moves of either, each with the
    /// estimate of the longer search, and the smaller of the best deviations. Returns the changed
    /// keys.
    ///
    /// # Errors
    /// If the books have different roots.
    pub fn merge(&mut self, other: &Self) -> Result<Vec<BookKey>, BookError> {
        if self.root_key() != other.root_key() {
            return Err(BookError::DifferentRoots);
        }
        let mut changed = Vec::new();
        for (key, theirs) in other.nodes() {
            let provenance = self.intern_provenance(other.provenance(theirs));
            let theirs = Node {
                provenance,
                ..theirs.clone()
            };
            let merged = match self.node(key) {
                None => theirs,
                Some(ours) if ours.visits >= theirs.visits => merge_nodes(ours, &theirs),
                Some(ours) => merge_nodes(&theirs, ours),
            };
            self.insert_node(*key, merged);
            changed.push(*key);
        }
        // A new node may be the child of any other.
        self.recompute_values();
        Ok(changed)
    }
}

/// Merges two searches of one position; estimates of `preferred` win.
fn merge_nodes(preferred: &Node, other: &Node) -> Node {
    let mut node = preferred.clone();
    let mut other = other.clone();
    other.set_correction(preferred.correction);
    for book_move in &other.moves {
        if !node.has_child(&book_move.child) {
            node.moves.push(*book_move);
        }
    }
    node.best_deviation = match (preferred.best_deviation, other.best_deviation) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    };
    node
}
