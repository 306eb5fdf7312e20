//! Taking out of a book what it does not need. What a position or a move was worth stays known where it is left, so that no value changes.

use std::collections::HashSet;

use search::Value;

use crate::graph::Book;
use crate::key::Key;

impl Book {
    /// Forgets what lies below a position; moves that lead to it keep the value that it has now. Returns all positions that are searched
    /// no more: what only it led to goes with it.
    pub fn forget(&mut self, key: &Key) -> Vec<Key> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let seen = node.value().seen_from_parent();
        for parent in self.parents(key).to_vec() {
            let Some(parent) = self.node_mut(&parent) else {
                continue;
            };
            for choice in &mut parent.choices {
                if choice.child == *key {
                    choice.estimate = seen;
                }
            }
        }
        let children: Vec<Key> = node_children(self, key);
        self.take(key);
        let mut gone = vec![*key];
        gone.extend(self.take_unreached(children));
        self.back_up([*key]);
        gone
    }

    /// Takes those moves out of a position that are worse than its value by more than a number of thousandths; the best of them is
    /// remembered as the best move outside. Returns the positions that are searched no more.
    pub fn narrow(&mut self, key: &Key, most_lost: i32) -> Vec<Key> {
        let Some(node) = self.node(key) else {
            return Vec::new();
        };
        let least = node.value().thousandths() - most_lost;
        let (kept, dropped): (Vec<_>, Vec<_>) = node
            .choices()
            .iter()
            .partition(|choice| self.value_of(choice).thousandths() >= least);
        let Some(best): Option<Value> = dropped.iter().map(|choice| self.value_of(choice)).max()
        else {
            return Vec::new();
        };
        let mut node = node.clone();
        node.choices = kept;
        node.outside = node.outside.max(Some(best));
        self.put(*key, node);
        let gone = self.take_unreached(dropped.iter().map(|choice| choice.child).collect());
        self.back_up([*key]);
        gone
    }

    /// Takes out what nothing leads to any more, and what only that led to.
    fn take_unreached(&mut self, mut suspects: Vec<Key>) -> Vec<Key> {
        let mut gone = Vec::new();
        let mut seen = HashSet::new();
        while let Some(key) = suspects.pop() {
            if self.is_reached(&key) || self.node(&key).is_none() || !seen.insert(key) {
                continue;
            }
            suspects.extend(node_children(self, &key));
            self.take(&key);
            gone.push(key);
        }
        gone
    }
}

fn node_children(book: &Book, key: &Key) -> Vec<Key> {
    let choices = book.node(key).map_or(&[][..], |node| node.choices());
    choices.iter().map(|choice| choice.child).collect()
}
