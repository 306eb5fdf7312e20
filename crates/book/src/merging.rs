//! Two books about the same start become one.

use crate::graph::{Book, BookError};
use crate::key::Key;
use crate::node::Node;

impl Book {
    /// Takes in all that another book knows. Where both searched a position, moves of either are kept, each with what the longer search says
    /// of it; a move outside both is worth no more than either thinks of moves outside.
    ///
    /// # Errors
    /// If the other book begins elsewhere.
    pub fn merge(&mut self, other: &Self) -> Result<Vec<Key>, BookError> {
        if self.root_key() != other.root_key() {
            return Err(BookError::DifferentRoots);
        }
        let mut changed = Vec::new();
        for (key, theirs) in other.nodes() {
            let provenance = self.provenance_number(other.provenance(theirs));
            let theirs = Node {
                provenance,
                ..theirs.clone()
            };
            let merged = match self.node(key) {
                None => theirs,
                Some(ours) if ours.visits >= theirs.visits => united(ours, &theirs),
                Some(ours) => united(&theirs, ours),
            };
            self.put(*key, merged);
            changed.push(*key);
        }
        // A node that is new in one place is seen from all others.
        self.back_up_all();
        Ok(changed)
    }
}

/// What two searches of one position say together; the first one's word counts more.
fn united(trusted: &Node, other: &Node) -> Node {
    let mut node = trusted.clone();
    let mut other = other.clone();
    other.set_correction(trusted.correction);
    for choice in &other.choices {
        if node.choices.iter().all(|known| known.child != choice.child) {
            node.choices.push(*choice);
        }
    }
    node.outside = match (trusted.outside, other.outside) {
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) => one.or(two),
    };
    node
}
