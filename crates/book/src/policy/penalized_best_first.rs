//! Best-first expansion with penalties (Karapetyan and Lorentz), for a book neither too deep nor
//! too wide.

use std::collections::HashSet;

use super::best_first::best_first_targets;
use super::{ExpansionTarget, Policy};
use crate::graph::Book;
use crate::key::BookKey;

/// [`BestFirst`](super::BestFirst) with a penalty per level of depth below a move and per expanded
/// sibling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PenalizedBestFirst {
    /// Penalty per level of nodes below the move, in millilogits.
    pub depth: i32,
    /// Penalty per expanded sibling of an unexpanded move, in millilogits.
    pub width: i32,
}

impl Default for PenalizedBestFirst {
    fn default() -> Self {
        Self {
            depth: 40,
            width: 60,
        }
    }
}

impl Policy for PenalizedBestFirst {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        let heights = book.heights();
        best_first_targets(book, active, count, &|book, node, book_move| {
            let value = i64::from(book.move_value(book_move).millilogits());
            let penalty = match heights.get(&book_move.child) {
                Some(&height) => i64::from(self.depth) * i64::from(height),
                None => {
                    let siblings = node.moves().iter().filter(|one| book.is_expanded(one));
                    i64::from(self.width) * siblings.count() as i64
                }
            };
            value - penalty
        })
    }
}
