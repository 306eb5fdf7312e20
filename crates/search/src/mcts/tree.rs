//! The tree shared by all threads: nodes in bounded memory.
//!
//! A published node changes only in the statistics of its edges and by
//! [`Tree::add_remaining_edges`].

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::edge::{EXPANDING, Edge, EdgeStats};

/// An expanded position.
#[derive(Debug)]
pub(super) struct Node<M> {
    edges: Box<[Edge<M>]>,
    /// Moves not expanded at first, added when needed.
    remaining: OnceLock<Box<[Edge<M>]>>,
    is_complete: bool,
    /// Best win probability of the moves at expansion.
    pub initial_best: f32,
}

impl<M> Node<M> {
    pub fn new(edges: Vec<Edge<M>>, is_complete: bool) -> Self {
        let values = edges.iter().map(|edge| edge.stats.minimax());
        Self {
            initial_best: values.fold(0.0, f32::max),
            edges: edges.into_boxed_slice(),
            remaining: OnceLock::new(),
            is_complete,
        }
    }

    /// All edges, highest prior first.
    pub fn edges(&self) -> impl Iterator<Item = &Edge<M>> + Clone {
        self.edges
            .iter()
            .chain(self.remaining.get().into_iter().flatten())
    }

    /// The edge at an index of [`edges`](Self::edges).
    pub fn edge(&self, edge_index: usize) -> &Edge<M> {
        self.edges.get(edge_index).unwrap_or_else(|| {
            let remaining = self
                .remaining
                .get()
                .expect("indexes beyond the first edges are of the remaining ones");
            &remaining[edge_index - self.edges.len()]
        })
    }

    /// Whether no legal move is missing.
    pub fn is_complete(&self) -> bool {
        self.is_complete || self.remaining.get().is_some()
    }

    fn edges_mut(&mut self) -> impl Iterator<Item = &mut Edge<M>> {
        self.edges
            .iter_mut()
            .chain(self.remaining.get_mut().into_iter().flatten())
    }

    fn bytes(&self) -> usize {
        size_of_val::<[_]>(&self.edges)
            + self
                .remaining
                .get()
                .map_or(0, |remaining| size_of_val::<[_]>(remaining))
    }

    /// The edges, and whether they are complete.
    pub fn into_parts(self) -> (Vec<Edge<M>>, bool) {
        let is_complete = self.is_complete();
        let mut edges = self.edges.into_vec();
        edges.extend(self.remaining.into_inner().into_iter().flatten());
        (edges, is_complete)
    }
}

type Segment<M> = Box<[OnceLock<Node<M>>]>;

const NODES_PER_SEGMENT: usize = 1024;

/// Lower bound of the memory per node, with an edge or two.
const MIN_BYTES_PER_NODE: usize = 128;

/// The tree; node 0 is the root.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// Statistics of the root for the player *not* to move there, like those of any edge into a
    /// node.
    pub root_stats: EdgeStats,
    segments: Box<[OnceLock<Segment<M>>]>,
    used: Mutex<u32>,
    bytes: AtomicUsize,
    max_bytes: usize,
    is_full: AtomicBool,
}

impl<M> Tree<M> {
    /// An empty tree of at most `bytes`.
    pub fn new(bytes: usize) -> Self {
        // Rebuilding a tree moves its nodes but copies the list of their indexes, which takes less
        // than a sixteenth.
        let max_bytes = bytes - bytes / 16;
        let max_nodes =
            (max_bytes / MIN_BYTES_PER_NODE).min(EXPANDING as usize - NODES_PER_SEGMENT);
        let mut segments = Vec::new();
        segments.resize_with(max_nodes.div_ceil(NODES_PER_SEGMENT), OnceLock::new);
        Self {
            root_stats: EdgeStats::new(1.0, 0.5, None),
            bytes: AtomicUsize::new(segments.len() * size_of::<OnceLock<Segment<M>>>()),
            segments: segments.into_boxed_slice(),
            used: Mutex::new(0),
            max_bytes,
            is_full: AtomicBool::new(false),
        }
    }

    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub fn len(&self) -> usize {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) as usize
    }

    /// The root, if expanded.
    pub fn root_node(&self) -> Option<&Node<M>> {
        self.slot(0)?.get()
    }

    pub fn node(&self, index: u32) -> &Node<M> {
        self.slot(index)
            .and_then(OnceLock::get)
            .expect("an index is published after its node")
    }

    /// Whether a node could not be added; from then on playouts only update statistics.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Ordering::Relaxed)
    }

    /// Adds a node; `None` if the memory limit is reached.
    pub fn insert(&self, node: Node<M>) -> Option<u32> {
        let bytes = node.bytes();
        let index = self.reserve(bytes).then(|| self.allocate_index()).flatten();
        match index {
            Some(index) => {
                let _ = self
                    .slot(index)
                    .expect("the index was just allocated")
                    .set(node);
            }
            None => self.is_full.store(true, Ordering::Relaxed),
        }
        index
    }

    /// Completes a node with its remaining moves. Does nothing if the memory limit is reached or
    /// another thread was faster.
    pub fn add_remaining_edges(&self, node: &Node<M>, remaining: Vec<Edge<M>>) {
        let bytes = size_of_val::<[_]>(&remaining);
        if !self.reserve(bytes) {
            self.is_full.store(true, Ordering::Relaxed);
        } else if node.remaining.set(remaining.into_boxed_slice()).is_err() {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// The subtree of a node; the rest is dropped.
    pub fn into_subtree(mut self, root: u32, stats: EdgeStats, bytes: usize) -> Self {
        let mut subtree = Self::new(bytes);
        subtree.root_stats = stats;
        // Breadth-first: a node's new index is its position in this list.
        let mut order = vec![root];
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            let mut node = self.take(index).expect("every node has one parent");
            for edge in node.edges_mut() {
                if let Some(child) = edge.take_child() {
                    edge.set_child(Some(order.len() as u32));
                    order.push(child);
                }
            }
            if subtree.insert(node).is_none() {
                // The memory limit was lowered: start with an empty tree.
                return Self::new(bytes);
            }
            next += 1;
        }
        subtree
    }

    /// Replaces the root node.
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
        let (segment, offset) = segment_of(index);
        self.segments.get_mut(segment)?.get_mut()?[offset].take()
    }

    fn slot(&self, index: u32) -> Option<&OnceLock<Node<M>>> {
        let (segment, offset) = segment_of(index);
        self.segments.get(segment)?.get()?.get(offset)
    }

    /// Allocates the next index, with a slot for its node.
    fn allocate_index(&self) -> Option<u32> {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let index = *used;
        let segment = self.segments.get(segment_of(index).0)?;
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
        let has_room = before + bytes <= self.max_bytes;
        if !has_room {
            self.bytes.fetch_sub(bytes, Ordering::Relaxed);
        }
        has_room
    }
}

/// Segment of a node and the offset in it.
fn segment_of(index: u32) -> (usize, usize) {
    let index = index as usize;
    (index / NODES_PER_SEGMENT, index % NODES_PER_SEGMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::edge::Child;
    use crate::mcts::expansion::ExpandedMove;

    fn node(moves: std::ops::Range<u32>) -> Node<u32> {
        let count = moves.len() as f32;
        let edge = |mv| Edge::new(ExpandedMove::unproven(mv, 1.0 / count, 0.5));
        Node::new(moves.map(edge).collect(), false)
    }

    #[test]
    fn the_memory_limit_is_kept() {
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

    /// 0 → 1 → {2, 3} and 0 → 4: the subtree of 1 has three nodes with all their moves.
    #[test]
    fn a_subtree_keeps_its_nodes_and_edges() {
        let tree = Tree::new(1 << 20);
        for first in 0..5 {
            assert_eq!(tree.insert(node(10 * first..10 * first + 4)), Some(first));
        }
        for (parent, edge_index, child) in [(0, 0, 1), (0, 3, 4), (1, 1, 2), (1, 2, 3)] {
            tree.node(parent).edge(edge_index).set_child(Some(child));
        }
        tree.node(1).edge(3).claim();
        tree.add_remaining_edges(tree.node(3), node(50..52).into_parts().0);
        let subtree = tree.into_subtree(1, EdgeStats::new(1.0, 0.5, None), 1 << 20);
        assert_eq!(subtree.len(), 3);
        let root = subtree.root_node().expect("the subtree has a root");
        assert_eq!(
            root.edges().map(|edge| edge.mv).collect::<Vec<_>>(),
            [10, 11, 12, 13]
        );
        assert_eq!(
            root.edge(3).child(),
            Child::Unexpanded,
            "claims end with their search"
        );
        let Child::Node(last) = root.edge(2).child() else {
            panic!("the third move has a child");
        };
        let moves: Vec<_> = subtree.node(last).edges().map(|edge| edge.mv).collect();
        assert_eq!(moves, [30, 31, 32, 33, 50, 51]);
        assert!(subtree.node(last).is_complete());
    }
}
