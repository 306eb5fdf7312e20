//! Which move a visit follows: PUCT among the moves that progressive widening has let in.

use super::Parameters;
use super::edge::{Edge, Statistics};
use super::tree::Node;

/// The place of the move to follow; none if all that may be followed are proved.
///
/// `into` is what is known of the node itself, seen by the opponent. Proved moves are not visited
/// again: nothing is left to find out there.
pub(super) fn select<M>(
    node: &Node<M>,
    into: &Statistics,
    parameters: &Parameters,
    is_allowed: impl Fn(&Edge<M>) -> bool,
) -> Option<usize> {
    let visits_here = into.visits() as f32;
    let root_of_visits = visits_here.sqrt();
    // Roots are exact on every machine, logarithms are not.
    let growth = parameters.exploration_growth * (visits_here / 1_000.0).sqrt().sqrt();
    let exploration = parameters.exploration * (1.0 + growth);
    let own_chance = 1.0 - into.chance(parameters.average_share);
    let unvisited = own_chance - node.first_best - parameters.first_play_reduction;
    let open = |edge: &Edge<M>| edge.statistics.proof().is_none() && is_allowed(edge);
    let mut best: Option<(f32, usize)> = None;
    let candidates = node.edges().enumerate().filter(|(_, edge)| open(edge));
    for (place, edge) in candidates.take(width(root_of_visits, parameters)) {
        let visits = edge.statistics.visits();
        // Before its first visit a move is judged by its distance from the best one: the first
        // values of all moves are too high by the same tempo.
        let chance = if visits == 0 {
            edge.statistics.minimax() + unvisited
        } else {
            edge.statistics.chance(parameters.average_share)
        };
        let curiosity = exploration * edge.statistics.prior * root_of_visits / (1 + visits) as f32;
        let score = chance + curiosity;
        if best.is_none_or(|(best_score, _)| score > best_score) {
            best = Some((score, place));
        }
    }
    best.map(|(_, place)| place)
}

/// Progressive widening: how many moves may be looked at.
fn width(root_of_visits: f32, parameters: &Parameters) -> usize {
    let width = parameters.widening_base + parameters.widening_factor * root_of_visits;
    (width as usize).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;
    use crate::monte_carlo::expansion::Branch;

    fn node(chances: &[f32]) -> Node<usize> {
        let branch = |(mv, &chance)| Branch {
            mv,
            prior: 1.0 / chances.len() as f32,
            chance,
            proof: None,
        };
        Node::new(
            chances
                .iter()
                .enumerate()
                .map(branch)
                .map(Edge::new)
                .collect(),
            true,
        )
    }

    fn into_node(visits: usize) -> Statistics {
        let statistics = Statistics::new(1.0, 0.5, None);
        for _ in 0..visits {
            statistics.begin_visit();
            statistics.finish_visit(0.5, 0.5);
        }
        statistics
    }

    #[test]
    fn the_width_grows_with_visits_past_proved_and_forbidden_moves() {
        let parameters = Parameters {
            widening_base: 1.0,
            widening_factor: 1.0,
            ..Parameters::default()
        };
        // The last move looks best, and is chosen as soon as it is let in.
        let node = node(&[0.1, 0.2, 0.3, 0.4, 0.9]);
        let chosen = |visits| select(&node, &into_node(visits), &parameters, |_| true);
        assert_eq!(chosen(0), Some(0));
        assert_eq!(chosen(1), Some(1));
        assert_eq!(chosen(16), Some(4));
        node.edge(0).statistics.prove(Value::loss(1));
        assert_eq!(chosen(0), Some(1));
        assert_eq!(
            select(&node, &into_node(0), &parameters, |edge| edge.mv == 3),
            Some(3)
        );
        for place in 1..5 {
            node.edge(place).statistics.prove(Value::loss(1));
        }
        assert_eq!(chosen(16), None);
    }

    #[test]
    fn visits_move_on_from_what_disappoints() {
        let node = node(&[0.6, 0.6]);
        let parameters = Parameters::default();
        assert_eq!(select(&node, &into_node(4), &parameters, |_| true), Some(0));
        let first = &node.edge(0).statistics;
        first.begin_visit();
        assert_eq!(select(&node, &into_node(4), &parameters, |_| true), Some(1));
        first.finish_visit(0.99, 0.99);
        assert_eq!(select(&node, &into_node(4), &parameters, |_| true), Some(0));
    }
}
