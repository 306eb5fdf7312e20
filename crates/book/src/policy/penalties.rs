//! Best-first with penalties, after Karapetyan and Lorentz: a book that is neither a line nor a bush.

use std::collections::{HashMap, HashSet};

use super::best_first::descend;
use super::{Policy, Target};
use crate::graph::Book;
use crate::key::Key;

/// As [`BestFirst`](super::BestFirst), but a move counts for less the farther the book already goes below it, and a move that would be another one
/// of a position for less the more of its moves were searched. In thousandths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Penalties {
    /// For every move that the book goes on below.
    pub depth: i32,
    /// For every other move of the position that was searched.
    pub width: i32,
}

impl Default for Penalties {
    fn default() -> Self {
        Self {
            depth: 40,
            width: 60,
        }
    }
}

impl Policy for Penalties {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        let heights = heights(book);
        descend(book, under_way, count, &|book, node, choice| {
            let value = i64::from(book.value_of(choice).thousandths());
            let penalty = match heights.get(&choice.child) {
                Some(&height) => i64::from(self.depth) * i64::from(height),
                None => {
                    let searched = node.choices().iter().filter(|one| book.is_searched(one));
                    i64::from(self.width) * searched.count() as i64
                }
            };
            value - penalty
        })
    }
}

/// How many searched positions the longest line has that begins at each.
fn heights(book: &Book) -> HashMap<Key, u32> {
    let mut layers: Vec<(u32, &Key)> = book
        .nodes()
        .map(|(key, node)| (book.depth(node.position()), key))
        .collect();
    layers.sort_unstable_by(|one, other| other.cmp(one));
    let mut heights = HashMap::with_capacity(layers.len());
    for (_, key) in layers {
        let choices = book.node(key).map_or(&[][..], |node| node.choices());
        let below = choices
            .iter()
            .filter_map(|choice| heights.get(&choice.child));
        let height = 1 + below.max().copied().unwrap_or(0);
        heights.insert(*key, height);
    }
    heights
}
