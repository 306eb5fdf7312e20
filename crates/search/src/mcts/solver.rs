//! MCTS-Solver (Winands, Björnsson and Saito 2008): proven values, and minimax of win
//! probabilities.

use super::tree::Node;
use crate::Value;
use crate::win_probability::win_probability;

/// What the edges of a node say about it, for the player to move there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ChildSummary {
    /// Best win probability of the visited or proven moves; `None` without any.
    pub minimax: Option<f32>,
    /// Best proven value of a move.
    pub best_proven: Option<Value>,
    /// Whether every move is proven.
    pub all_proven: bool,
    /// Whether no legal move is missing.
    is_complete: bool,
}

impl ChildSummary {
    pub fn new<M>(node: &Node<M>) -> Self {
        let mut summary = Self {
            minimax: None,
            best_proven: None,
            all_proven: true,
            is_complete: node.is_complete(),
        };
        for edge in node.edges() {
            let proven = edge.stats.proven_value();
            if proven.is_none() {
                summary.all_proven = false;
                if edge.stats.visits() == 0 {
                    continue;
                }
            }
            summary.best_proven = summary.best_proven.max(proven);
            let q = proven.map_or_else(|| edge.stats.minimax(), win_probability);
            summary.minimax = Some(summary.minimax.map_or(q, |best| best.max(q)));
        }
        summary
    }

    /// Value of the node if it is proven: by one winning move, or by all legal moves.
    pub fn proven_value(&self) -> Option<Value> {
        self.best_proven
            .filter(|best| best.is_win() || (self.all_proven && self.is_complete))
    }

    /// Whether only moves not yet expanded prevent a proof.
    pub fn needs_remaining_moves(&self) -> bool {
        self.all_proven && !self.is_complete && self.proven_value().is_none()
    }

    /// Raises `q` to the value of the best proven move.
    pub fn at_least_proven(&self, q: f32) -> f32 {
        self.best_proven
            .map_or(q, |best| q.max(win_probability(best)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::edge::Edge;
    use crate::mcts::expansion::ExpandedMove;

    fn summary(proven: &[Option<Value>], is_complete: bool) -> ChildSummary {
        let expanded_move = |&proven_value| ExpandedMove {
            proven_value,
            ..ExpandedMove::unproven((), 0.5, 0.5)
        };
        let edges = proven.iter().map(expanded_move).map(Edge::new).collect();
        ChildSummary::new(&Node::new(edges, is_complete))
    }

    #[test]
    fn a_win_needs_one_move_and_a_loss_all() {
        let (win, slow, loss) = (Value::win(3), Value::win(9), Value::loss(4));
        assert_eq!(
            summary(&[None, Some(win), Some(slow)], false).proven_value(),
            Some(win)
        );
        assert_eq!(summary(&[Some(loss), None], true).proven_value(), None);
        assert_eq!(
            summary(&[Some(loss), Some(Value::loss(6))], true).proven_value(),
            Some(Value::loss(6))
        );
        let incomplete = summary(&[Some(loss), Some(loss)], false);
        assert_eq!(incomplete.proven_value(), None);
        assert!(incomplete.needs_remaining_moves());
        assert!(!summary(&[Some(loss), None], false).needs_remaining_moves());
        assert_eq!(
            summary(&[Some(loss), Some(Value::DRAW)], true).proven_value(),
            Some(Value::DRAW)
        );
    }

    #[test]
    fn unvisited_moves_are_ignored() {
        assert_eq!(summary(&[None, None], true).minimax, None);
        let drawn = summary(&[None, Some(Value::DRAW)], true);
        assert_eq!(drawn.minimax, Some(0.5));
        assert_eq!(drawn.at_least_proven(0.25), 0.5);
        assert_eq!(drawn.at_least_proven(0.75), 0.75);
    }
}
