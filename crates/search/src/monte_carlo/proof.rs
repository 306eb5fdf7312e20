//! What a node's moves say about it: its chance by minimax, and whether it is proved.

use super::tree::Node;
use crate::Value;
use crate::chance::chance_of;

/// What is known of a node from its moves, seen by the player to move there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Summary {
    /// The best chance among the moves that were visited or proved; none if there are none.
    pub minimax: Option<f32>,
    /// The best value among the proved moves.
    pub best_proof: Option<Value>,
    /// Whether every move is proved.
    pub all_proved: bool,
    /// Whether no legal move is missing.
    is_complete: bool,
}

impl Summary {
    pub fn of<M>(node: &Node<M>) -> Self {
        let mut summary = Self {
            minimax: None,
            best_proof: None,
            all_proved: true,
            is_complete: node.is_complete(),
        };
        for edge in node.edges() {
            let proof = edge.statistics.proof();
            if proof.is_none() {
                summary.all_proved = false;
                if edge.statistics.visits() == 0 {
                    continue;
                }
            }
            summary.best_proof = summary.best_proof.max(proof);
            let chance = proof.map_or_else(|| edge.statistics.minimax(), chance_of);
            summary.minimax = Some(summary.minimax.map_or(chance, |best| best.max(chance)));
        }
        summary
    }

    /// The node's own value, if it is proved: one winning move is enough; anything else takes all
    /// moves, and none left out.
    pub fn proof(&self) -> Option<Value> {
        self.best_proof
            .filter(|best| best.is_win() || (self.all_proved && self.is_complete))
    }

    /// Whether the moves left out are all that stands between the node and a proof.
    pub fn needs_rest(&self) -> bool {
        self.all_proved && !self.is_complete && self.proof().is_none()
    }

    /// The chance that a visit found below, unless a proved move is sure to do better.
    pub fn at_least_proved(&self, chance: f32) -> f32 {
        self.best_proof
            .map_or(chance, |best| chance.max(chance_of(best)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monte_carlo::edge::Edge;
    use crate::monte_carlo::expansion::Branch;

    fn summary(proofs: &[Option<Value>], is_complete: bool) -> Summary {
        let branch = |&proof| Branch {
            mv: (),
            prior: 0.5,
            chance: 0.5,
            proof,
        };
        let edges = proofs.iter().map(branch).map(Edge::new).collect();
        Summary::of(&Node::new(edges, is_complete))
    }

    #[test]
    fn a_win_needs_one_move_and_a_loss_all() {
        let (win, slow, loss) = (Value::win(3), Value::win(9), Value::loss(4));
        assert_eq!(
            summary(&[None, Some(win), Some(slow)], false).proof(),
            Some(win)
        );
        assert_eq!(summary(&[Some(loss), None], true).proof(), None);
        assert_eq!(
            summary(&[Some(loss), Some(Value::loss(6))], true).proof(),
            Some(Value::loss(6))
        );
        let incomplete = summary(&[Some(loss), Some(loss)], false);
        assert_eq!(incomplete.proof(), None);
        assert!(incomplete.needs_rest());
        assert!(!summary(&[Some(loss), None], false).needs_rest());
        assert_eq!(
            summary(&[Some(loss), Some(Value::DRAW)], true).proof(),
            Some(Value::DRAW)
        );
    }

    #[test]
    fn unvisited_moves_count_for_nothing() {
        assert_eq!(summary(&[None, None], true).minimax, None);
        let drawn = summary(&[None, Some(Value::DRAW)], true);
        assert_eq!(drawn.minimax, Some(0.5));
        assert_eq!(drawn.at_least_proved(0.25), 0.5);
        assert_eq!(drawn.at_least_proved(0.75), 0.75);
    }
}
