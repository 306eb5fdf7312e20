//! Expansion of a given list of positions.

use std::collections::HashSet;

use amazons::Position;

use super::{ExpansionTarget, Policy};
use crate::graph::Book;
use crate::key::BookKey;

/// Expands the positions of a list in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionList(pub Vec<Position>);

impl Policy for PositionList {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        let keyed = self
            .0
            .iter()
            .map(|position| (position, BookKey::new(position).0));
        let mut visited = HashSet::new();
        keyed
            .filter(|(position, key)| {
                let is_open = book.node(key).is_none() && !active.contains(key);
                is_open && position.has_legal_move() && visited.insert(*key)
            })
            .take(count)
            .map(|(position, key)| ExpansionTarget::leaf(position, key))
            .collect()
    }
}
