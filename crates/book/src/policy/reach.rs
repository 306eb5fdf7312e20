//! By the chance that a game comes there.

use std::collections::{HashMap, HashSet};

use super::best_first::leaf;
use super::{Policy, Target, beginning};
use crate::graph::Book;
use crate::key::Key;
use crate::node::Node;

/// Players choose among moves by their values, the better the likelier, and the move outside the book is one of them. What is reached with the
/// greatest probability comes first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reach {
    /// A move so many thousandths worse than another is chosen e times as seldom.
    pub temperature: f64,
}

impl Default for Reach {
    fn default() -> Self {
        Self { temperature: 15.0 }
    }
}

impl Reach {
    /// With what probability each move of a node is chosen, and, last, the move outside.
    fn shares(&self, book: &Book, node: &Node) -> Vec<f64> {
        let values = node.choices().iter().map(|choice| book.value_of(choice));
        let weight = |value: search::Value| {
            let loss = f64::from(node.value().thousandths() - value.thousandths());
            (-loss / self.temperature).exp()
        };
        let mut weights: Vec<f64> = values.map(weight).collect();
        weights.push(node.outside().map_or(0.0, weight));
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        weights
    }

    /// With what probability a game comes to each position, searched or not.
    pub(crate) fn probabilities(&self, book: &Book) -> HashMap<Key, f64> {
        let mut layers: Vec<(u32, &Key)> = book
            .nodes()
            .map(|(key, node)| (book.depth(node.position()), key))
            .collect();
        layers.sort_unstable();
        let mut probabilities = HashMap::from([(book.root_key(), 1.0)]);
        for (_, key) in layers {
            let Some(node) = book.node(key) else { continue };
            let here = probabilities.get(key).copied().unwrap_or(0.0);
            for (choice, share) in node.choices().iter().zip(self.shares(book, node)) {
                *probabilities.entry(choice.child).or_insert(0.0) += here * share;
            }
        }
        probabilities
    }
}

impl Policy for Reach {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        if let Some(root) = beginning(book, under_way) {
            return root;
        }
        let probabilities = self.probabilities(book);
        let here = |key: &Key| probabilities.get(key).copied().unwrap_or(0.0);
        let mut wanted: Vec<(f64, Target)> = Vec::new();
        let mut met = HashSet::new();
        for (key, node) in book.nodes().filter(|(_, node)| !node.value().is_decided()) {
            let outside = node.outside().filter(|outside| !outside.is_decided());
            if outside.is_some() && !under_way.contains(key) {
                let share = self.shares(book, node).last().copied().unwrap_or(0.0);
                let target = Target {
                    position: *node.position(),
                    key: *key,
                    widens: true,
                };
                wanted.push((here(key) * share, target));
            }
            for choice in node.choices() {
                let is_open = !book.is_searched(choice)
                    && !choice.estimate.is_decided()
                    && !under_way.contains(&choice.child)
                    && met.insert(choice.child);
                if is_open && let Ok(position) = node.position().after(choice.mv) {
                    wanted.push((here(&choice.child), leaf(&position, choice.child)));
                }
            }
        }
        // Equal ones by their keys, for the book itself has no order.
        let order = |(one, this): &(f64, Target), (two, that): &(f64, Target)| {
            two.total_cmp(one)
                .then_with(|| (this.key, this.widens).cmp(&(that.key, that.widens)))
        };
        if wanted.len() > count && count > 0 {
            wanted.select_nth_unstable_by(count - 1, order);
            wanted.truncate(count);
        }
        wanted.sort_by(order);
        wanted
            .into_iter()
            .take(count)
            .map(|(_, target)| target)
            .collect()
    }
}
