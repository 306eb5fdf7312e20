//! No policy of the book's own: somebody has a list.

use std::collections::HashSet;

use amazons::Position;

use super::best_first::leaf;
use super::{Policy, Target};
use crate::graph::Book;
use crate::key::Key;

/// Those positions of a list that were not searched yet, in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted(pub Vec<Position>);

impl Policy for Wanted {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        let keyed = self
            .0
            .iter()
            .map(|position| (position, Key::of(position).0));
        let mut met = HashSet::new();
        keyed
            .filter(|(position, key)| {
                let is_open = book.node(key).is_none() && !under_way.contains(key);
                is_open && position.has_move() && met.insert(*key)
            })
            .take(count)
            .map(|(position, key)| leaf(position, key))
            .collect()
    }
}
