//! Drop-out expansion (Lincke): a book that no opponent can leave cheaply.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use amazons::Position;
use search::Value;

use super::{ExpansionTarget, Policy, root_target};
use crate::graph::Book;
use crate::key::BookKey;

/// Drop-out expansion: the cost of a path is 1 per ply plus the value lost by either player;
/// expands the leaf with the lowest cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DropOut {
    /// Loss that costs as much as a ply, in millilogits.
    pub loss_per_ply: f64,
}

impl Default for DropOut {
    fn default() -> Self {
        Self { loss_per_ply: 12.0 }
    }
}

/// Cost units per ply; integers have a total order.
const COST_SCALE: f64 = 1_000.0;

/// Cost of a move with a value where the best value is `best`.
pub(super) fn cost(best: Value, value: Value, loss_per_ply: f64) -> u64 {
    let loss = f64::from((best.millilogits() - value.millilogits()).max(0));
    (COST_SCALE * (1.0 + loss / loss_per_ply)).round() as u64
}

impl Policy for DropOut {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        if let Some(root) = root_target(book, active) {
            return root;
        }
        let is_allowed = |key: &BookKey| !active.contains(key);
        let (targets, _) = self.cheapest_targets(book, count, &is_allowed);
        targets.into_iter().map(|(_, target)| target).collect()
    }
}

impl DropOut {
    /// All nodes but the root with their path costs, most expensive first.
    #[must_use]
    pub fn nodes_by_cost(&self, book: &Book) -> Vec<(u64, BookKey)> {
        let (_, costs) = self.cheapest_targets(book, usize::MAX, &|_| true);
        // Nodes below a proven position are never reached.
        let cost = |key: &BookKey| costs.get(key).copied().unwrap_or(u64::MAX);
        let mut nodes: Vec<(u64, BookKey)> = book
            .nodes()
            .map(|(key, _)| (cost(key), *key))
            .filter(|(_, key)| *key != book.root_key())
            .collect();
        nodes.sort_unstable_by(|one, other| other.cmp(one));
        nodes
    }

    pub(super) fn cheapest_targets(
        &self,
        book: &Book,
        count: usize,
        is_allowed: &dyn Fn(&BookKey) -> bool,
    ) -> (Vec<(u64, ExpansionTarget)>, HashMap<BookKey, u64>) {
        let cost = |_, best, value| cost(best, value, self.loss_per_ply);
        cheapest_targets(book, count, is_allowed, &cost)
    }
}

/// Vertex of Dijkstra's algorithm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Vertex {
    /// A position, expanded or not.
    Position(BookKey),
    /// The best deviation of a node.
    Deviation(BookKey),
}

/// The allowed targets with the lowest path costs, and the costs of all nodes closed on the way.
///
/// `cost_of` gets the depth of a move, the best value there and the value of the move.
pub(super) fn cheapest_targets(
    book: &Book,
    count: usize,
    is_allowed: &dyn Fn(&BookKey) -> bool,
    cost_of: &dyn Fn(u32, Value, Value) -> u64,
) -> (Vec<(u64, ExpansionTarget)>, HashMap<BookKey, u64>) {
    let mut targets = Vec::new();
    let mut costs = HashMap::new();
    let root = Vertex::Position(book.root_key());
    let mut frontier = BinaryHeap::from([Reverse((0_u64, root, None))]);
    let mut closed = HashSet::new();
    while let Some(Reverse((cost, vertex, parent))) = frontier.pop() {
        if targets.len() >= count {
            break;
        }
        let key = match vertex {
            Vertex::Deviation(key) => {
                if is_allowed(&key)
                    && let Some(node) = book.node(&key)
                {
                    targets.push((cost, ExpansionTarget::more_moves(node, key)));
                }
                continue;
            }
            Vertex::Position(key) => key,
        };
        if !closed.insert(key) {
            continue;
        }
        let Some(node) = book.node(&key) else {
            if is_allowed(&key)
                && let Some(position) = child_position(book, parent, &key)
            {
                targets.push((cost, ExpansionTarget::leaf(&position, key)));
            }
            continue;
        };
        costs.insert(key, cost);
        if node.value().is_decisive() {
            continue;
        }
        let depth = book.depth(node.position());
        for book_move in node.moves() {
            let value = book.move_value(book_move);
            let is_open = book.is_expanded(book_move) || !book_move.parent_estimate.is_decisive();
            if is_open && !closed.contains(&book_move.child) {
                let next = cost + cost_of(depth, node.value(), value);
                frontier.push(Reverse((
                    next,
                    Vertex::Position(book_move.child),
                    Some(key),
                )));
            }
        }
        if let Some(deviation) = node.open_deviation() {
            let next = cost + cost_of(depth, node.value(), deviation);
            frontier.push(Reverse((next, Vertex::Deviation(key), None)));
        }
    }
    (targets, costs)
}

/// Position of an unexpanded child.
fn child_position(book: &Book, parent: Option<BookKey>, child: &BookKey) -> Option<Position> {
    let node = book.node(&parent?)?;
    let mut moves = node.moves().iter();
    let book_move = moves.find(|book_move| book_move.child == *child)?;
    node.position().after(book_move.mv).ok()
}
