//! The paper's second expansion: a full book replaces nodes that turned out to be unneeded.

use std::collections::HashSet;

use super::{DropOut, ExpansionTarget, Policy};
use crate::graph::Book;
use crate::key::BookKey;

/// [`DropOut`] expansion; in a full book, the nodes with the most expensive paths can be replaced.
/// A move that looked good when it was expanded may look bad now.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SecondExpansion(pub DropOut);

impl Policy for SecondExpansion {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        self.0.select(book, active, count)
    }

    fn least_needed(&self, book: &Book, count: usize) -> Vec<BookKey> {
        let (targets, _) = self.0.cheapest_targets(book, count, &|_| true);
        let Some(&(max_target_cost, _)) = targets.last() else {
            return Vec::new();
        };
        let nodes = self.0.nodes_by_cost(book).into_iter();
        nodes
            // Nodes cheaper than all targets stay.
            .take_while(|&(cost, _)| cost > max_target_cost)
            .take(count)
            .map(|(_, key)| key)
            .collect()
    }
}
