//! The paper's second expansion: what proved unneeded makes room for what is needed.

use std::collections::HashSet;

use super::{DropOut, Policy, Target};
use crate::graph::Book;
use crate::key::Key;

/// Grows by [drop-out](DropOut); and in a full book, those positions that the dearest lines lead to, by what is known now, can be forgotten. A position
/// was worth its search when a move looked good; after the search, perhaps, it does not any more.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SecondExpansion(pub DropOut);

impl Policy for SecondExpansion {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        self.0.choose(book, under_way, count)
    }

    fn unneeded(&self, book: &Book, count: usize) -> Vec<Key> {
        let (wanted, _) = self.0.cheapest(book, count, &|_| true);
        let Some(&(dearest_wanted, _)) = wanted.last() else {
            return Vec::new();
        };
        let dearest = self.0.dearest(book).into_iter();
        dearest
            // What is cheaper than all that the book has not searched yet has a right to its place.
            .take_while(|&(cost, _)| cost > dearest_wanted)
            .take(count)
            .map(|(_, key)| key)
            .collect()
    }
}
