//! Reuse of the previous tree.

use game::Game;

use super::edge::{Child, Edge, EdgeStats};
use super::expansion::Expansion;
use super::tree::{Node, Tree};

/// Maximum distance of the new root from the previous one: a move and a reply.
const MAX_REUSE_PLIES: u32 = 2;

/// Subtree of `position`, if it is within [`MAX_REUSE_PLIES`] of the previous root `from`.
pub(super) fn reuse<G: Game>(
    tree: Tree<G::Move>,
    from: &G,
    position: &G,
    bytes: usize,
) -> Option<Tree<G::Move>> {
    tree.root_node()?;
    if from.key() == position.key() {
        return Some(tree);
    }
    let (index, stats) = find_node(&tree, 0, &mut from.clone(), position.key(), MAX_REUSE_PLIES)?;
    Some(tree.into_subtree(index, stats, bytes))
}

/// The node with key `key` at most `plies` below a node, with the statistics of the edge into it.
fn find_node<G: Game>(
    tree: &Tree<G::Move>,
    index: u32,
    position: &mut G,
    key: u64,
    plies: u32,
) -> Option<(u32, EdgeStats)> {
    for edge in tree.node(index).edges() {
        let Child::Node(child) = edge.child() else {
            continue;
        };
        let undo = position.play(edge.mv);
        let found = if position.key() == key {
            Some((child, edge.stats.copy()))
        } else if plies > 1 {
            find_node(tree, child, position, key, plies - 1)
        } else {
            None
        };
        position.unplay(edge.mv, undo);
        if found.is_some() {
            return found;
        }
    }
    None
}

/// Root with the moves of a new expansion and all statistics of the old root. New priors replace
/// the old ones, which were computed for fewer moves.
pub(super) fn merge_root<M: Copy + Eq>(old: Option<Node<M>>, expansion: Expansion<M>) -> Node<M> {
    let (mut old_edges, was_complete) = old.map_or((Vec::new(), false), Node::into_parts);
    let mut edges = Vec::with_capacity(expansion.moves.len());
    for expanded in expansion.moves {
        match old_edges.iter().position(|edge| edge.mv == expanded.mv) {
            Some(index) => {
                let mut edge = old_edges.swap_remove(index);
                edge.stats.prior = expanded.prior;
                edges.push(edge);
            }
            None => edges.push(Edge::new(expanded)),
        }
    }
    edges.extend(old_edges);
    Node::new(edges, was_complete || expansion.is_complete)
}
