//! The order of a node's moves when it comes to playing: what the search answers and reports.

use std::cmp::Reverse;

use super::edge::{Child, Edge};
use super::proof::Summary;
use super::tree::{Node, Tree};
use crate::chance::{chance_of, estimate_of};
use crate::{Line, Score, Value};

/// No line is longer than this.
const LONGEST_LINE: usize = 250;

/// The moves of a node, the one to play first: proved wins, the shortest first; then by visits;
/// proved losses, the longest last resort first.
pub(super) fn ranked<M>(
    node: &Node<M>,
    average_share: f32,
    is_allowed: impl Fn(&Edge<M>) -> bool,
) -> Vec<&Edge<M>> {
    let mut edges: Vec<_> = node.edges().filter(|edge| is_allowed(edge)).collect();
    let draw_visits = draw_visits(edges.iter().copied(), average_share);
    // Other threads go on counting: each move must be looked at once only.
    edges.sort_by_cached_key(|edge| Reverse(rank(edge, draw_visits, average_share)));
    edges
}

/// The move of a node to play: the first of those [ranked], without the order of the others.
fn favourite<M>(node: &Node<M>, average_share: f32) -> Option<&Edge<M>> {
    let draw_visits = draw_visits(node.edges(), average_share);
    node.edges()
        .min_by_key(|edge| Reverse(rank(edge, draw_visits, average_share)))
}

/// What a move is ordered by, the more the better.
fn rank<M>(edge: &Edge<M>, draw_visits: u32, average_share: f32) -> (Value, u32, Value) {
    let statistics = &edge.statistics;
    let (class, visits) = match statistics.proof() {
        Some(value) if value.is_decided() => (value, 0),
        Some(_) => (Value::DRAW, draw_visits),
        None => (Value::DRAW, statistics.visits()),
    };
    let chance = estimate_of(statistics.chance(average_share));
    (class, visits, chance)
}

/// How many visits a sure draw is worth: it is played unless the favourite promises more.
fn draw_visits<'a, M: 'a>(edges: impl Iterator<Item = &'a Edge<M>>, average_share: f32) -> u32 {
    let most_visited = edges
        .filter(|edge| edge.statistics.proof().is_none())
        .max_by_key(|edge| edge.statistics.visits());
    let chance = most_visited.map_or(0.0, |edge| edge.statistics.chance(average_share));
    if chance > chance_of(Value::DRAW) {
        0
    } else {
        u32::MAX
    }
}

/// What a move is worth. `is_best` of all moves: then its score is the position's as well, and no
/// loss or draw is claimed while another move could be better.
fn score<M>(root: &Node<M>, edge: &Edge<M>, average_share: f32, is_best: bool) -> Score {
    let statistics = &edge.statistics;
    match statistics.proof() {
        Some(value) if !is_best || value.is_win() || Summary::of(root).proof().is_some() => {
            Score::of(value, true)
        }
        Some(value) => Score::of(estimate_of(chance_of(value)), false),
        None => Score::of(estimate_of(statistics.chance(average_share)), false),
    }
}

/// The line that begins with a move of the root, and what it is worth.
pub(super) fn line<M: Copy>(
    tree: &Tree<M>,
    root: &Node<M>,
    first: &Edge<M>,
    average_share: f32,
    is_best: bool,
) -> Line<M> {
    let score = score(root, first, average_share, is_best);
    let mut moves = vec![first.mv];
    let mut edge = first;
    while let Child::Node(index) = edge.child()
        && moves.len() < LONGEST_LINE
    {
        let node = tree.node(index);
        let Some(next) = favourite(node, average_share) else {
            break;
        };
        // Below, nobody has looked: the order is only that of first values.
        if next.statistics.visits() == 0 && next.statistics.proof().is_none() {
            break;
        }
        // A proof may rest on a move that is not the one most visited.
        let proof = Summary::of(node).proof();
        if proof.is_some() && next.statistics.proof().is_none() {
            break;
        }
        moves.push(next.mv);
        edge = next;
    }
    Line {
        score,
        moves,
        visits: Some(first.statistics.visits().into()),
    }
}
