//! The paper's policy: the leaf that the root's value comes from.

use std::collections::HashSet;

use super::{Policy, Target, beginning};
use crate::graph::Book;
use crate::key::Key;
use crate::node::{Choice, Node};

/// Follows the best moves from the root to the first position that was not searched, and has it searched. Where several searches go on at a time,
/// the others get what would be next if that one were not there.
#[derive(Clone, Copy, Debug)]
pub struct BestFirst;

impl Policy for BestFirst {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        let best_first =
            |book: &Book, _: &Node, choice: &Choice| i64::from(book.value_of(choice).thousandths());
        descend(book, under_way, count, &best_first)
    }

    /// The paper's minimax knows the moves of the book and no others.
    fn looks_outside(&self) -> bool {
        false
    }
}

/// Walks from the root to open leaves, at every node the move that is worth most to `merit` first; the move outside the book by its value.
pub(super) fn descend(
    book: &Book,
    under_way: &HashSet<Key>,
    count: usize,
    merit: &dyn Fn(&Book, &Node, &Choice) -> i64,
) -> Vec<Target> {
    if let Some(root) = beginning(book, under_way) {
        return root;
    }
    let mut walk = Walk {
        book,
        under_way,
        merit,
        count,
        found: Vec::new(),
        visited: HashSet::new(),
    };
    walk.enter(&book.root_key());
    walk.found
}

struct Walk<'a> {
    book: &'a Book,
    under_way: &'a HashSet<Key>,
    merit: &'a dyn Fn(&Book, &Node, &Choice) -> i64,
    count: usize,
    found: Vec<Target>,
    /// Every position once, whichever way it is reached.
    visited: HashSet<Key>,
}

impl Walk<'_> {
    /// As deep as a game is long.
    fn enter(&mut self, key: &Key) {
        let Some(node) = self.book.node(key) else {
            return;
        };
        if !self.visited.insert(*key) || node.value().is_decided() {
            return;
        }
        let mut ways: Vec<(i64, Option<&Choice>)> = node
            .choices()
            .iter()
            .map(|choice| ((self.merit)(self.book, node, choice), Some(choice)))
            .collect();
        if let Some(outside) = node.outside() {
            ways.push((outside.thousandths().into(), None));
        }
        // Of equals the first, as the search ranked them.
        ways.sort_by_key(|&(merit, _)| std::cmp::Reverse(merit));
        for (_, way) in ways {
            if self.found.len() == self.count {
                return;
            }
            match way {
                None if !self.under_way.contains(key) => self.found.push(Target {
                    position: *node.position(),
                    key: *key,
                    widens: true,
                }),
                None => {}
                Some(choice) if self.book.is_searched(choice) => self.enter(&choice.child),
                Some(choice) => {
                    let is_open = !choice.estimate.is_decided()
                        && !self.under_way.contains(&choice.child)
                        && self.visited.insert(choice.child);
                    if is_open && let Ok(position) = node.position().after(choice.mv) {
                        self.found.push(leaf(&position, choice.child));
                    }
                }
            }
        }
    }
}

/// A position to be searched for the first time.
pub(super) fn leaf(position: &amazons::Position, key: Key) -> Target {
    Target {
        position: position.canonical().0,
        key,
        widens: false,
    }
}
