//! The tree that all threads grow: its nodes, and the memory they may take.
//!
//! Nodes are never changed after they are published, apart from the numbers of their edges and the
//! moves added by [`Tree::add_rest`].

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::edge::{CLAIMED, Edge, Statistics};

/// An expanded position.
#[derive(Debug)]
pub(super) struct Node<M> {
    kept: Box<[Edge<M>]>,
    /// The moves left out at first, once they were needed.
    rest: OnceLock<Box<[Edge<M>]>>,
    is_complete: bool,
    /// The best chance among the moves when the node was new.
    pub first_best: f32,
}

impl<M> Node<M> {
    pub fn new(edges: Vec<Edge<M>>, is_complete: bool) -> Self {
        let chances = edges.iter().map(|edge| edge.statistics.minimax());
        Self {
            first_best: chances.fold(0.0, f32::max),
            kept: edges.into_boxed_slice(),
            rest: OnceLock::new(),
            is_complete,
        }
    }

    /// All moves, those thought best first.
    pub fn edges(&self) -> impl Iterator<Item = &Edge<M>> + Clone {
        self.kept
            .iter()
            .chain(self.rest.get().into_iter().flatten())
    }

    /// The move at a place of [`edges`](Self::edges).
    pub fn edge(&self, place: usize) -> &Edge<M> {
        self.kept.get(place).unwrap_or_else(|| {
            let rest = self
                .rest
                .get()
                .expect("only the rest lies behind what was kept");
            &rest[place - self.kept.len()]
        })
    }

    /// Whether no legal move is missing.
    pub fn is_complete(&self) -> bool {
        self.is_complete || self.rest.get().is_some()
    }

    fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge<M>> {
        self.kept
            .iter_mut()
            .chain(self.rest.get_mut().into_iter().flatten())
    }

    fn bytes(&self) -> usize {
        size_of_val::<[_]>(&self.kept) + self.rest.get().map_or(0, |rest| size_of_val::<[_]>(rest))
    }

    /// Takes the node apart: its moves, and whether they are all.
    pub fn into_parts(self) -> (Vec<Edge<M>>, bool) {
        let is_complete = self.is_complete();
        let mut edges = self.kept.into_vec();
        edges.extend(self.rest.into_inner().into_iter().flatten());
        (edges, is_complete)
    }
}

type Segment<M> = Box<[OnceLock<Node<M>>]>;

const NODES_PER_SEGMENT: usize = 1024;

/// What each node needs at the very least, with an edge or two.
const LEAST_BYTES_PER_NODE: usize = 128;

/// The tree. Its root is node 0 once it is there.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// What is known of the position at the root, seen by the player who is *not* to move there, like
    /// any edge into a node.
    pub root: Statistics,
    segments: Box<[OnceLock<Segment<M>>]>,
    used: Mutex<u32>,
    bytes: AtomicUsize,
    most_bytes: usize,
    is_full: AtomicBool,
}

impl<M> Tree<M> {
    /// An empty tree that never takes more than so many bytes.
    pub fn new(bytes: usize) -> Self {
        // What a tree keeps when it is rebuilt is moved, not copied, but for the list of nodes: a
        // sixteenth is more than that takes.
        let most_bytes = bytes - bytes / 16;
        let most_nodes =
            (most_bytes / LEAST_BYTES_PER_NODE).min(CLAIMED as usize - NODES_PER_SEGMENT);
        let mut segments = Vec::new();
        segments.resize_with(most_nodes.div_ceil(NODES_PER_SEGMENT), OnceLock::new);
        Self {
            root: Statistics::new(1.0, 0.5, None),
            bytes: AtomicUsize::new(segments.len() * size_of::<OnceLock<Segment<M>>>()),
            segments: segments.into_boxed_slice(),
            used: Mutex::new(0),
            most_bytes,
            is_full: AtomicBool::new(false),
        }
    }

    /// The bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) as usize
    }

    /// The root, if it is expanded.
    pub fn root_node(&self) -> Option<&Node<M>> {
        self.slot(0)?.get()
    }

    /// A node by its index.
    pub fn node(&self, index: u32) -> &Node<M> {
        self.slot(index)
            .and_then(OnceLock::get)
            .expect("an index is known only once its node is there")
    }

    /// Whether a node found no room; from then on the tree only gathers visits.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Adds a node; none if there is no room.
    pub fn insert(&self, node: Node<M>) -> Option<u32> {
        let bytes = node.bytes();
        let index = self.reserve(bytes).then(|| self.take_index()).flatten();
        match index {
            Some(index) => {
                let _ = self
                    .slot(index)
                    .expect("the index was just taken")
                    .set(node);
            }
            None => self.is_full.store(true, Ordering::Relaxed),
        }
        index
    }

    /// Adds the moves that a node had left out; the node is then complete. Does nothing if there is no
    /// room, or if another thread was faster.
    pub fn add_rest(&self, node: &Node<M>, rest: Vec<Edge<M>>) {
        let bytes = size_of_val::<[_]>(&rest);
        if !self.reserve(bytes) {
            self.is_full.store(true, Ordering::Relaxed);
        } else if node.rest.set(rest.into_boxed_slice()).is_err() {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// What is below a node, as a tree of its own; the rest is dropped.
    pub fn into_subtree(mut self, root: u32, statistics: Statistics, bytes: usize) -> Self {
        let mut subtree = Self::new(bytes);
        subtree.root = statistics;
        // Breadth first: a node's new index is its place in this list.
        let mut order = vec![root];
        let mut place = 0;
        while let Some(&index) = order.get(place) {
            let mut node = self.take(index).expect("every node has one parent");
            for edge in node.edges_mut() {
                if let Some(child) = edge.take_child() {
                    edge.settle(Some(order.len() as u32));
                    order.push(child);
                }
            }
            if subtree.insert(node).is_none() {
                // Only with less memory than before: begin anew.
                return Self::new(bytes);
            }
            place += 1;
        }
        subtree
    }

    /// Replaces the root's moves.
    pub fn replace_root(&mut self, change: impl FnOnce(Option<Node<M>>) -> Node<M>) {
        let old = self.take(0);
        let had_root = old.is_some();
        let before = old.as_ref().map_or(0, Node::bytes);
        let node = change(old);
        *self.bytes.get_mut() -= before;
        if had_root {
            *self.bytes.get_mut() += node.bytes();
            let slot = self.slot(0).expect("there was a root");
            let _ = slot.set(node);
        } else {
            self.insert(node);
        }
    }

    fn take(&mut self, index: u32) -> Option<Node<M>> {
        let (segment, place) = place_of(index);
        self.segments.get_mut(segment)?.get_mut()?[place].take()
    }

    fn slot(&self, index: u32) -> Option<&OnceLock<Node<M>>> {
        let (segment, place) = place_of(index);
        self.segments.get(segment)?.get()?.get(place)
    }

    /// The next free index, with a slot for its node.
    fn take_index(&self) -> Option<u32> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let index = *used;
        let segment = self.segments.get(place_of(index).0)?;
        if segment.get().is_none() {
            if !self.reserve(NODES_PER_SEGMENT * size_of::<OnceLock<Node<M>>>()) {
                return None;
            }
            segment.get_or_init(|| (0..NODES_PER_SEGMENT).map(|_| OnceLock::new()).collect());
        }
        *used += 1;
        Some(index)
    }

    fn reserve(&self, bytes: usize) -> bool {
        let before = self.bytes.fetch_add(bytes, Ordering::Relaxed);
        let has_room = before + bytes <= self.most_bytes;
        if !has_room {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        has_room
    }
}

fn place_of(index: u32) -> (usize, usize) {
    let index = index as usize;
    (index / NODES_PER_SEGMENT, index % NODES_PER_SEGMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monte_carlo::edge::Child;
    use crate::monte_carlo::expansion::Branch;

    fn node(moves: std::ops::Range<u32>) -> Node<u32> {
        let count = moves.len() as f32;
        let branch = |mv| Branch {
            mv,
            prior: 1.0 / count,
            chance: 0.5,
            proof: None,
        };
        Node::new(moves.map(branch).map(Edge::new).collect(), false)
    }

    #[test]
    fn the_tree_takes_no_more_than_it_may() {
        for bytes in [1_000, 200_000, 1_000_000] {
            let tree = Tree::new(bytes);
            let mut inserted = 0;
            while tree.insert(node(0..20)).is_some() {
                inserted += 1;
            }
            assert!(tree.is_full());
            assert!(tree.bytes() <= bytes, "{} of {bytes}", tree.bytes());
            assert_eq!(tree.len(), inserted);
            assert!(
                bytes < 200_000 || tree.bytes() > bytes / 2,
                "{} of {bytes}",
                tree.bytes()
            );
        }
    }

    /// 0 → 1 → {2, 3}, and 0 → 4: the subtree of 1 keeps three nodes, and every move.
    #[test]
    fn a_subtree_keeps_what_is_below_and_nothing_else() {
        let tree = Tree::new(1 << 20);
        for first in 0..5 {
            assert_eq!(tree.insert(node(10 * first..10 * first + 4)), Some(first));
        }
        for (parent, place, child) in [(0, 0, 1), (0, 3, 4), (1, 1, 2), (1, 2, 3)] {
            tree.node(parent).edge(place).settle(Some(child));
        }
        tree.node(1).edge(3).claim();
        tree.add_rest(tree.node(3), node(50..52).into_parts().0);
        let subtree = tree.into_subtree(1, Statistics::new(1.0, 0.5, None), 1 << 20);
        assert_eq!(subtree.len(), 3);
        let root = subtree.root_node().expect("there is a root");
        assert_eq!(
            root.edges().map(|edge| edge.mv).collect::<Vec<_>>(),
            [10, 11, 12, 13]
        );
        assert_eq!(
            root.edge(3).child(),
            Child::None,
            "a claim ends with its search"
        );
        let Child::Node(last) = root.edge(2).child() else {
            panic!("the third move has a child");
        };
        let moves: Vec<_> = subtree.node(last).edges().map(|edge| edge.mv).collect();
        assert_eq!(moves, [30, 31, 32, 33, 50, 51]);
        assert!(subtree.node(last).is_complete());
    }
}
