//! What of the last search's tree serves the next one.

use game::Game;

use super::edge::{Child, Edge, Statistics};
use super::expansion::Expansion;
use super::tree::{Node, Tree};

/// How many plies after the last search's position the next one is looked for: an own move and a
/// reply.
const PLIES: u32 = 2;

/// The part of a tree that belongs to `position`, if the tree's own position leads there.
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
    let (index, statistics) = find(&tree, 0, &mut from.clone(), position.key(), PLIES)?;
    Some(tree.into_subtree(index, statistics, bytes))
}

/// The node of the position with that key, at most so many plies below a node.
fn find<G: Game>(
    tree: &Tree<G::Move>,
    index: u32,
    position: &mut G,
    key: u64,
    plies: u32,
) -> Option<(u32, Statistics)> {
    for edge in tree.node(index).edges() {
        let Child::Node(child) = edge.child() else {
            continue;
        };
        let undo = position.play(edge.mv);
        let found = if position.key() == key {
            Some((child, edge.statistics.copy()))
        } else if plies > 1 {
            find(tree, child, position, key, plies - 1)
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

/// A root with the moves of an expansion, and with all that is known already. New priors replace the
/// old ones, which were shared among fewer moves.
pub(super) fn merged<M: Copy + Eq>(old: Option<Node<M>>, expansion: Expansion<M>) -> Node<M> {
    let (mut known, was_complete) = old.map_or((Vec::new(), false), Node::into_parts);
    let mut edges = Vec::with_capacity(expansion.branches.len());
    for branch in expansion.branches {
        match known.iter().position(|edge| edge.mv == branch.mv) {
            Some(place) => {
                let mut edge = known.swap_remove(place);
                edge.statistics.prior = branch.prior;
                edges.push(edge);
            }
            None => edges.push(Edge::new(branch)),
        }
    }
    edges.extend(known);
    Node::new(edges, was_complete || expansion.is_complete)
}
