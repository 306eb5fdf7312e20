//! Drop-out expansion (Lincke 2000): grows the book so that an opponent who leaves it early must
//! have made a bad move.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use amazons::Position;
use search::Value;

use super::{ExpansionTarget, Policy};
use crate::graph::Book;
use crate::key::BookKey;

/// Drop-out expansion: expands the target with the cheapest path from the root. A move costs one
/// ply plus its loss against the best move, whichever player makes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DropOut {
    /// Loss that costs as much as one more ply, in millilogits.
    pub loss_per_ply: f64,
}

impl Default for DropOut {
    fn default() -> Self {
        Self { loss_per_ply: 12.0 }
    }
}

/// Cost units per ply. Costs are integers because a heap needs a total order.
const COST_SCALE: f64 = 1_000.0;

/// Cost of a move with value `value` in a position with value `best`, in units of 1/1000 ply.
pub(super) fn cost(best: Value, value: Value, loss_per_ply: f64) -> u64 {
    let loss = f64::from((best.millilogits() - value.millilogits()).max(0));
    (COST_SCALE * (1.0 + loss / loss_per_ply)).round() as u64
}

impl Policy for DropOut {
    fn select(&self, book: &Book, active: &HashSet<BookKey>, count: usize) -> Vec<ExpansionTarget> {
        let is_allowed = |key: &BookKey| !active.contains(key);
        let (targets, _) = self.cheapest_targets(book, count, &is_allowed);
        targets.into_iter().map(|(_, target)| target).collect()
    }
}

impl DropOut {
    /// All nodes except the root with their path costs in units of 1/1000 ply, most expensive
    /// first.
    #[must_use]
    pub fn nodes_by_cost(&self, book: &Book) -> Vec<(u64, BookKey)> {
        let (_, costs) = self.cheapest_targets(book, usize::MAX, &|_| true);
        // Nodes that are only reachable through a proven position have no cost.
        let cost = |key: &BookKey| costs.get(key).copied().unwrap_or(u64::MAX);
        let mut nodes: Vec<(u64, BookKey)> = book
            .nodes()
            .map(|(key, _)| (cost(key), *key))
            .filter(|(_, key)| *key != book.root_key())
            .collect();
        nodes.sort_unstable_by(|a, b| b.cmp(a));
        nodes
    }

    /// [`cheapest_targets`] with the move costs of this policy.
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

/// The paper's second expansion: [`DropOut`] that in a full book replaces the nodes with the most
/// expensive paths. A move that looked good when it was expanded may look bad now.
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

/// Vertex of the graph searched by Dijkstra's algorithm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Vertex {
    /// A position: a node of the book or an unexpanded child.
    Position(BookKey),
    /// The best move outside the book from a node.
    Deviation(BookKey),
}

/// Finds the `count` cheapest allowed targets with their path costs (Dijkstra). Also returns the
/// path costs of all nodes visited until then.
///
/// `cost_of` is called with the depth of a node, its value and the value of a move there.
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
            // An unexpanded child with a proven value needs no search.
            let is_open = book.is_expanded(book_move) || !book_move.parent_estimate.is_decisive();
            if is_open && !closed.contains(&book_move.child) {
                let child_cost = cost + cost_of(depth, node.value(), value);
                frontier.push(Reverse((
                    child_cost,
                    Vertex::Position(book_move.child),
                    Some(key),
                )));
            }
        }
        if let Some(deviation) = node.open_deviation() {
            let deviation_cost = cost + cost_of(depth, node.value(), deviation);
            frontier.push(Reverse((deviation_cost, Vertex::Deviation(key), None)));
        }
    }
    (targets, costs)
}

/// Position after the move of `parent` that leads to `child`, or the root, which has no parent,
/// unless the game is over there.
fn child_position(book: &Book, parent: Option<BookKey>, child: &BookKey) -> Option<Position> {
    let Some(parent) = parent else {
        return Some(*book.root()).filter(Position::has_legal_move);
    };
    let node = book.node(&parent)?;
    let mut moves = node.moves().iter();
    let book_move = moves.find(|book_move| book_move.child == *child)?;
    node.position().after(book_move.mv).ok()
}
