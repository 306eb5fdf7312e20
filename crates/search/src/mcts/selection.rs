//! Selection: PUCT among the moves admitted by progressive widening.

use super::MctsParameters;
use super::edge::{Edge, EdgeStats};
use super::tree::Node;

/// Index of the edge to follow; `None` if all allowed moves are proven.
///
/// `node_stats` are those of the edge into the node, for the opponent. Proven moves are not visited
/// again.
pub(super) fn select<M>(
    node: &Node<M>,
    node_stats: &EdgeStats,
    parameters: &MctsParameters,
    is_allowed: impl Fn(&Edge<M>) -> bool,
) -> Option<usize> {
    let sqrt_visits = (node_stats.visits() as f32).sqrt();
    let node_q = 1.0 - node_stats.q(parameters.mean_weight);
    let first_play_offset = node_q - node.initial_best;
    let is_open = |edge: &Edge<M>| edge.stats.proven_value().is_none() && is_allowed(edge);
    let mut best: Option<(f32, usize)> = None;
    let candidates = node.edges().enumerate().filter(|(_, edge)| is_open(edge));
    for (edge_index, edge) in candidates.take(widened_count(sqrt_visits, parameters)) {
        let visits = edge.stats.visits();
        // First-play urgency: static values of all moves are too high by the same tempo, so an
        // unvisited move counts by its distance from the best one.
        let q = if visits == 0 {
            edge.stats.minimax() + first_play_offset
        } else {
            edge.stats.q(parameters.mean_weight)
        };
        let exploration_bonus =
            parameters.cpuct * edge.stats.prior * sqrt_visits / (1 + visits) as f32;
        let score = q + exploration_bonus;
        if best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, edge_index));
        }
    }
    best.map(|(_, edge_index)| edge_index)
}

/// Progressive widening: number of moves considered.
fn widened_count(sqrt_visits: f32, parameters: &MctsParameters) -> usize {
    let count = parameters.widening_base + parameters.widening_factor * sqrt_visits;
    (count as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::mcts::expansion::ExpandedMove;

    fn node(values: &[f32]) -> Node<usize> {
        let prior = 1.0 / values.len() as f32;
        let edge = |(mv, &value)| Edge::new(ExpandedMove::unproven(mv, prior, value));
        Node::new(values.iter().enumerate().map(edge).collect(), true)
    }

    fn stats_after(visits: usize) -> EdgeStats {
        let stats = EdgeStats::new(1.0, 0.5, None);
        for _ in 0..visits {
            stats.add_virtual_loss();
            stats.record_visit(0.5, 0.5);
        }
        stats
    }

    #[test]
    fn widening_skips_proven_and_disallowed_moves() {
        let parameters = MctsParameters {
            widening_base: 1.0,
            widening_factor: 1.0,
            ..MctsParameters::default()
        };
        // The last move is best, and is selected as soon as it is admitted.
        let node = node(&[0.1, 0.2, 0.3, 0.4, 0.9]);
        let chosen = |visits| select(&node, &stats_after(visits), &parameters, |_| true);
        assert_eq!(chosen(0), Some(0));
        assert_eq!(chosen(1), Some(1));
        assert_eq!(chosen(16), Some(4));
        node.edge(0).stats.set_proven(Value::loss(1));
        assert_eq!(chosen(0), Some(1));
        assert_eq!(
            select(&node, &stats_after(0), &parameters, |edge| edge.mv == 3),
            Some(3)
        );
        for edge_index in 1..5 {
            node.edge(edge_index).stats.set_proven(Value::loss(1));
        }
        assert_eq!(chosen(16), None);
    }

    #[test]
    fn virtual_loss_diverts_and_a_good_value_attracts() {
        let node = node(&[0.6, 0.6]);
        let parameters = MctsParameters::default();
        assert_eq!(
            select(&node, &stats_after(4), &parameters, |_| true),
            Some(0)
        );
        let first = &node.edge(0).stats;
        first.add_virtual_loss();
        assert_eq!(
            select(&node, &stats_after(4), &parameters, |_| true),
            Some(1)
        );
        first.record_visit(0.99, 0.99);
        assert_eq!(
            select(&node, &stats_after(4), &parameters, |_| true),
            Some(0)
        );
    }
}
