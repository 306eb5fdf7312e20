//! Best-first expansion, the policy of Ohta, "Building an Opening Book for Amazons".

use std::collections::HashSet;

use super::{ExpansionTarget, Policy, root_target};
use crate::graph::Book;
use crate::key::BookKey;
use crate::node::{BookMove, Node};

/// Expands the leaf of the principal variation. Each further target is the one that would be first
/// if all before it were excluded.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst;

impl Policy for BestFirst {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        let value = |book: &Book, _: &Node, book_move: &BookMove| {
            i64::from(book.move_value(book_move).millilogits())
        };
        best_first_targets(book, active, count, &value)
    }

    /// The paper backs up values of book moves only.
    fn needs_deviation(&self) -> bool {
        false
    }
}

/// Depth-first walk from the root to leaves that are neither proven nor active, at each node by
/// descending `score`. The best deviation is scored by its value.
pub(super) fn best_first_targets(
    book: &Book,
    active: &HashSet<BookKey>,
    count: usize,
    score: &dyn Fn(&Book, &Node, &BookMove) -> i64,
) -> Vec<ExpansionTarget> {
    if let Some(root) = root_target(book, active) {
        return root;
    }
    let mut walk = BestFirstWalk {
        book,
        active,
        score,
        count,
        targets: Vec::new(),
        visited: HashSet::new(),
    };
    walk.visit(&book.root_key());
    walk.targets
}

struct BestFirstWalk<'a> {
    book: &'a Book,
    active: &'a HashSet<BookKey>,
    score: &'a dyn Fn(&Book, &Node, &BookMove) -> i64,
    count: usize,
    targets: Vec<ExpansionTarget>,
    visited: HashSet<BookKey>,
}

impl BestFirstWalk<'_> {
    /// Recursion is at most as deep as a game is long.
    fn visit(&mut self, key: &BookKey) {
        let Some(node) = self.book.node(key) else {
            return;
        };
        if !self.visited.insert(*key) || node.value().is_decisive() {
            return;
        }
        // `None` is the best deviation.
        let mut options: Vec<(i64, Option<&BookMove>)> = node
            .moves()
            .iter()
            .map(|book_move| ((self.score)(self.book, node, book_move), Some(book_move)))
            .collect();
        if let Some(deviation) = node.best_deviation() {
            options.push((deviation.millilogits().into(), None));
        }
        // A stable sort: ties keep the order of the search.
        options.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        for (_, option) in options {
            if self.targets.len() == self.count {
                return;
            }
            match option {
                None if !self.active.contains(key) => {
                    self.targets.push(ExpansionTarget::more_moves(node, *key));
                }
                None => {}
                Some(book_move) if self.book.is_expanded(book_move) => {
                    self.visit(&book_move.child);
                }
                Some(book_move) => {
                    let is_open = !book_move.parent_estimate.is_decisive()
                        && !self.active.contains(&book_move.child)
                        && self.visited.insert(book_move.child);
                    if is_open && let Ok(position) = node.position().after(book_move.mv) {
                        let leaf = ExpansionTarget::leaf(&position, book_move.child);
                        self.targets.push(leaf);
                    }
                }
            }
        }
    }
}
