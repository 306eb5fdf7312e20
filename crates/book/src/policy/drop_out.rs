//! Lincke's drop-out expansion: a book that no opponent can leave cheaply.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use search::Value;

use super::best_first::leaf;
use super::{Policy, Target, beginning};
use crate::graph::Book;
use crate::key::Key;

/// Every move costs one, and more the more it gives away; both sides may err. The target to which the cheapest line leads comes first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DropOut {
    /// How many thousandths given away cost as much as a move.
    pub loss_per_move: f64,
}

impl Default for DropOut {
    fn default() -> Self {
        Self {
            loss_per_move: 12.0,
        }
    }
}

/// Costs are compared in thousandths of a move, so that they have an order.
const UNIT: f64 = 1_000.0;

/// What a move costs that is worth so much where the best is worth that, if so much given away costs as much as a move.
pub(super) fn cost(best: Value, value: Value, loss_per_move: f64) -> u64 {
    let loss = f64::from((best.thousandths() - value.thousandths()).max(0));
    (UNIT * (1.0 + loss / loss_per_move)).round() as u64
}

impl Policy for DropOut {
    fn choose(&self, book: &Book, under_way: &HashSet<Key>, count: usize) -> Vec<Target> {
        if let Some(root) = beginning(book, under_way) {
            return root;
        }
        let (found, _) = self.cheapest(book, count, &|key| !under_way.contains(key));
        found.into_iter().map(|(_, target)| target).collect()
    }
}

impl DropOut {
    /// All searched positions but the root with what it costs to get there, the dearest first.
    #[must_use]
    pub fn dearest(&self, book: &Book) -> Vec<(u64, Key)> {
        let (_, costs) = self.cheapest(book, usize::MAX, &|_| true);
        // What lies below a proof costs more than anything: nobody goes there.
        let cost = |key: &Key| costs.get(key).copied().unwrap_or(u64::MAX);
        let mut nodes: Vec<(u64, Key)> = book
            .nodes()
            .map(|(key, _)| (cost(key), *key))
            .filter(|(_, key)| *key != book.root_key())
            .collect();
        nodes.sort_unstable_by(|one, other| other.cmp(one));
        nodes
    }

    pub(super) fn cheapest(
        &self,
        book: &Book,
        count: usize,
        is_allowed: &dyn Fn(&Key) -> bool,
    ) -> (Vec<(u64, Target)>, HashMap<Key, u64>) {
        let cost = |_, best, value| cost(best, value, self.loss_per_move);
        cheapest(book, count, is_allowed, &cost)
    }
}

/// Where a line can go from a node, in the order of Dijkstra's method.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    /// A position, searched or not.
    At(Key),
    /// A move outside the book there.
    Outside(Key),
}

/// The cheapest targets that are allowed with their costs, and the cost of every searched position on the way there.
///
/// What a move costs is asked with the depth at which it is played, the best value there and its own.
pub(super) fn cheapest(
    book: &Book,
    count: usize,
    is_allowed: &dyn Fn(&Key) -> bool,
    cost_of: &dyn Fn(u32, Value, Value) -> u64,
) -> (Vec<(u64, Target)>, HashMap<Key, u64>) {
    let mut found = Vec::new();
    let mut costs = HashMap::new();
    let mut ahead = BinaryHeap::from([Reverse((0_u64, Place::At(book.root_key()), None))]);
    let mut settled = HashSet::new();
    while let Some(Reverse((cost, place, parent))) = ahead.pop() {
        if found.len() >= count {
            break;
        }
        let key = match place {
            Place::Outside(key) => {
                if is_allowed(&key)
                    && let Some(node) = book.node(&key)
                {
                    let target = Target {
                        position: *node.position(),
                        key,
                        widens: true,
                    };
                    found.push((cost, target));
                }
                continue;
            }
            Place::At(key) => key,
        };
        if !settled.insert(key) {
            continue;
        }
        let Some(node) = book.node(&key) else {
            if is_allowed(&key)
                && let Some(position) = position_below(book, parent, &key)
            {
                found.push((cost, leaf(&position, key)));
            }
            continue;
        };
        costs.insert(key, cost);
        if node.value().is_decided() {
            continue;
        }
        let depth = book.depth(node.position());
        for choice in node.choices() {
            let value = book.value_of(choice);
            let is_open = book.is_searched(choice) || !choice.estimate.is_decided();
            if is_open && !settled.contains(&choice.child) {
                let next = cost + cost_of(depth, node.value(), value);
                ahead.push(Reverse((next, Place::At(choice.child), Some(key))));
            }
        }
        if let Some(outside) = node.outside().filter(|outside| !outside.is_decided()) {
            let next = cost + cost_of(depth, node.value(), outside);
            ahead.push(Reverse((next, Place::Outside(key), None)));
        }
    }
    (found, costs)
}

/// The position of a leaf, by the move that leads there.
fn position_below(book: &Book, parent: Option<Key>, child: &Key) -> Option<amazons::Position> {
    let node = book.node(&parent?)?;
    let choice = node
        .choices()
        .iter()
        .find(|choice| choice.child == *child)?;
    node.position().after(choice.mv).ok()
}
