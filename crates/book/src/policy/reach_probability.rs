//! Expansion by the probability that a game reaches a position.

use std::collections::{HashMap, HashSet};

use super::{ExpansionTarget, Policy, root_target};
use crate::graph::Book;
use crate::key::BookKey;
use crate::node::Node;

/// Expands the leaf with the highest probability of being reached, if players choose among the book
/// moves and the best deviation (the best move outside the book) by a softmax of their values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReachProbability {
    /// Softmax temperature in millilogits.
    pub temperature: f64,
}

impl Default for ReachProbability {
    fn default() -> Self {
        Self { temperature: 15.0 }
    }
}

impl ReachProbability {
    /// Probability of each book move of a node and, last, of the best deviation.
    fn move_probabilities(&self, book: &Book, node: &Node) -> Vec<f64> {
        let values = node
            .moves()
            .iter()
            .map(|book_move| book.move_value(book_move));
        let weight = |value: search::Value| {
            let loss = f64::from(node.value().millilogits() - value.millilogits());
            (-loss / self.temperature).exp()
        };
        let mut weights: Vec<f64> = values.map(weight).collect();
        weights.push(node.best_deviation().map_or(0.0, weight));
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            weights.iter_mut().for_each(|weight| *weight /= sum);
        }
        weights
    }

    /// Probability of reaching each node and each leaf.
    pub(crate) fn probabilities(&self, book: &Book) -> HashMap<BookKey, f64> {
        let mut probabilities = HashMap::from([(book.root_key(), 1.0)]);
        for (key, node) in book.nodes_by_layer() {
            let probability = probabilities.get(key).copied().unwrap_or(0.0);
            let move_probabilities = self.move_probabilities(book, node);
            for (book_move, move_probability) in node.moves().iter().zip(move_probabilities) {
                *probabilities.entry(book_move.child).or_insert(0.0) +=
                    probability * move_probability;
            }
        }
        probabilities
    }
}

impl Policy for ReachProbability {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        if let Some(root) = root_target(book, active) {
            return root;
        }
        let probabilities = self.probabilities(book);
        let probability = |key: &BookKey| probabilities.get(key).copied().unwrap_or(0.0);
        let mut targets: Vec<(f64, ExpansionTarget)> = Vec::new();
        let mut visited = HashSet::new();
        for (key, node) in book.nodes().filter(|(_, node)| !node.value().is_decisive()) {
            if node.open_deviation().is_some() && !active.contains(key) {
                let deviation = self.move_probabilities(book, node).last().copied();
                let target = ExpansionTarget::more_moves(node, *key);
                targets.push((probability(key) * deviation.unwrap_or(0.0), target));
            }
            for book_move in node.moves() {
                let is_open = !book.is_expanded(book_move)
                    && !book_move.parent_estimate.is_decisive()
                    && !active.contains(&book_move.child)
                    && visited.insert(book_move.child);
                if is_open && let Ok(position) = node.position().after(book_move.mv) {
                    let leaf = ExpansionTarget::leaf(&position, book_move.child);
                    targets.push((probability(&book_move.child), leaf));
                }
            }
        }
        // Most probable first; ties by key, since the order of `book.nodes()` is arbitrary.
        let order = |(p, a): &(f64, ExpansionTarget), (q, b): &(f64, ExpansionTarget)| {
            q.total_cmp(p)
                .then_with(|| (a.key, a.adds_moves).cmp(&(b.key, b.adds_moves)))
        };
        if targets.len() > count && count > 0 {
            targets.select_nth_unstable_by(count - 1, order);
            targets.truncate(count);
        }
        targets.sort_by(order);
        targets
            .into_iter()
            .take(count)
            .map(|(_, target)| target)
            .collect()
    }
}
