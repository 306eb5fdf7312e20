//! Pruning. Removed values are kept as the estimate of a move or as the best deviation, so no
//! backed-up value changes.

use std::collections::HashSet;

use search::Value;

use crate::graph::Book;
use crate::key::BookKey;

impl Book {
    /// Removes a node; moves to it keep its value as estimate. Returns all removed nodes, including
    /// those no longer reachable.
    pub fn prune_node(&mut self, key: &BookKey) -> Vec<BookKey> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let value = node.value().to_parent();
        for parent in self.parents(key).to_vec() {
            let Some(parent) = self.node_mut(&parent) else {
                continue;
            };
            for book_move in &mut parent.moves {
                if book_move.child == *key {
                    book_move.parent_estimate = value;
                }
            }
        }
        let children = self.children(key);
        self.remove_node(key);
        let mut removed = vec![*key];
        removed.extend(self.remove_unreachable(children));
        self.back_up([*key]);
        removed
    }

    /// Removes the moves of a node that are worse than its value by more than `max_loss`
    /// millilogits; the best of them may become the best deviation. Returns the removed nodes.
    pub fn prune_moves(&mut self, key: &BookKey, max_loss: i32) -> Vec<BookKey> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let min_value = node.value().millilogits() - max_loss;
        let (kept, dropped): (Vec<_>, Vec<_>) = node
            .moves()
            .iter()
            .partition(|book_move| self.move_value(book_move).millilogits() >= min_value);
        let dropped_values = dropped.iter().map(|book_move| self.move_value(book_move));
        let Some(best): Option<Value> = dropped_values.max() else {
            return Vec::new();
        };
        let mut node = node.clone();
        node.moves = kept;
        node.best_deviation = node.best_deviation.max(Some(best));
        self.insert_node(*key, node);
        let children = dropped.iter().map(|book_move| book_move.child).collect();
        let removed = self.remove_unreachable(children);
        self.back_up([*key]);
        removed
    }

    /// Removes those candidates that are no longer reachable, and what only they reach.
    fn remove_unreachable(&mut self, mut candidates: Vec<BookKey>) -> Vec<BookKey> {
        let mut removed = Vec::new();
        let mut visited = HashSet::new();
        while let Some(key) = candidates.pop() {
            if self.is_reachable(&key) || self.node(&key).is_none() || !visited.insert(key) {
                continue;
            }
            candidates.extend(self.children(&key));
            self.remove_node(&key);
            removed.push(key);
        }
        removed
    }

    fn children(&self, key: &BookKey) -> Vec<BookKey> {
        let moves = self.node(key).map_or(&[][..], |node| node.moves());
        moves.iter().map(|book_move| book_move.child).collect()
    }
}
