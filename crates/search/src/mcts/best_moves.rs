//! Ranking of moves for the result and reports.

use std::cmp::Reverse;

use super::edge::{Child, Edge};
use super::solver::ChildSummary;
use super::tree::{Node, Tree};
use crate::win_probability::{value_of_probability, win_probability};
use crate::{Score, Value};

const MAX_PV_LENGTH: usize = 250;

/// Edges of a node, best first: proven wins, shortest first; then by visits; then proven losses,
/// longest first.
pub(super) fn ranked_edges<M>(
    node: &Node<M>,
    mean_weight: f32,
    is_allowed: impl Fn(&Edge<M>) -> bool,
) -> Vec<&Edge<M>> {
    let mut edges: Vec<_> = node.edges().filter(|edge| is_allowed(edge)).collect();
    let draw_visits = draw_visits(edges.iter().copied(), mean_weight);
    // Other threads change the statistics, so each key must be computed once.
    edges.sort_by_cached_key(|edge| Reverse(sort_key(edge, draw_visits, mean_weight)));
    edges
}

/// The first of the [`ranked_edges`], without sorting the others.
fn best_edge<M>(node: &Node<M>, mean_weight: f32) -> Option<&Edge<M>> {
    let draw_visits = draw_visits(node.edges(), mean_weight);
    node.edges()
        .min_by_key(|edge| Reverse(sort_key(edge, draw_visits, mean_weight)))
}

/// Sort key of an edge; larger is better.
fn sort_key<M>(edge: &Edge<M>, draw_visits: u32, mean_weight: f32) -> (Value, u32, Value) {
    let stats = &edge.stats;
    let (class, visits) = match stats.proven_value() {
        Some(value) if value.is_decisive() => (value, 0),
        Some(_) => (Value::DRAW, draw_visits),
        None => (Value::DRAW, stats.visits()),
    };
    let q = value_of_probability(stats.q(mean_weight));
    (class, visits, q)
}

/// Visits that a proven draw counts as: it is best unless the most visited move promises more.
fn draw_visits<'a, M: 'a>(edges: impl Iterator<Item = &'a Edge<M>>, mean_weight: f32) -> u32 {
    let most_visited = edges
        .filter(|edge| edge.stats.proven_value().is_none())
        .max_by_key(|edge| edge.stats.visits());
    let q = most_visited.map_or(0.0, |edge| edge.stats.q(mean_weight));
    if q > win_probability(Value::DRAW) {
        0
    } else {
        u32::MAX
    }
}

/// Score of a root move. If it `is_best`, its score is the position's, and no loss or draw is
/// claimed while another move could be better.
pub(super) fn score<M>(root: &Node<M>, edge: &Edge<M>, mean_weight: f32, is_best: bool) -> Score {
    let stats = &edge.stats;
    match stats.proven_value() {
        Some(value)
            if !is_best || value.is_win() || ChildSummary::new(root).proven_value().is_some() =>
        {
            Score::from_value(value, true)
        }
        Some(value) => Score::from(value_of_probability(win_probability(value))),
        None => Score::from(value_of_probability(stats.q(mean_weight))),
    }
}

/// Principal variation that starts with a root move.
pub(super) fn principal_variation<M: Copy>(
    tree: &Tree<M>,
    first: &Edge<M>,
    mean_weight: f32,
) -> Vec<M> {
    let mut moves = vec![first.mv];
    let mut edge = first;
    while let Child::Node(index) = edge.child()
        && moves.len() < MAX_PV_LENGTH
    {
        let node = tree.node(index);
        let Some(next) = best_edge(node, mean_weight) else {
            break;
        };
        // Unvisited moves are ordered by static values only.
        if next.stats.visits() == 0 && next.stats.proven_value().is_none() {
            break;
        }
        // The proof may rest on a move other than the most visited.
        let proven = ChildSummary::new(node).proven_value();
        if proven.is_some() && next.stats.proven_value().is_none() {
            break;
        }
        moves.push(next.mv);
        edge = next;
    }
    moves
}
