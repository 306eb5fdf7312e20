//! Expands MCTS leaves with the network.

use std::sync::Arc;

use amazons::{Game, Move, Outcome, Position};
use network::{Network, Workspace, exp};
use search::SearchBudget;
use search::mcts::{ExpandedMove, Expander, Expansion};

use crate::endgames::EndgameKnowledge;

/// Default softmax temperature of the policy. Above 1, since the policy was trained on a shallower
/// search.
pub(crate) const POLICY_TEMPERATURE: f32 = 1.5;

/// Expands leaves by the network's value and policy. Each thread has its own.
#[derive(Clone)]
pub(crate) struct NetworkExpander {
    network: Arc<Network>,
    workspace: Workspace,
    policy_temperature: f32,
    endgame_knowledge: EndgameKnowledge,
}

impl NetworkExpander {
    pub(crate) fn new(
        network: Arc<Network>,
        policy_temperature: f32,
        endgame_knowledge: EndgameKnowledge,
    ) -> Self {
        Self {
            workspace: network.workspace(),
            network,
            policy_temperature,
            endgame_knowledge,
        }
    }
}

impl Expander<Position> for NetworkExpander {
    fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        self.endgame_knowledge.proven_outcome(position)
    }

    fn expand(
        &mut self,
        position: &Position,
        max_moves: usize,
        budget: &SearchBudget<'_>,
    ) -> Option<Expansion<Move>> {
        if budget.is_exhausted() {
            return None;
        }
        let evaluation = self.network.evaluate(&mut self.workspace, position);
        let chance = evaluation.win_probability();
        let policy = self.network.policy(position, &evaluation);
        let moves = policy.top_moves(max_moves);
        let weights: Vec<f32> = moves
            .iter()
            .map(|&(_, log_probability)| exp(log_probability / self.policy_temperature))
            .collect();
        let total: f32 = weights.iter().sum();
        let branch = |(&(mv, _), weight): (&(Move, f32), f32)| ExpandedMove {
            mv,
            prior: weight / total,
            // An unvisited move has the value of its parent.
            win_probability: chance,
            proven_value: None,
        };
        Some(Expansion {
            win_probability: chance,
            moves: moves.iter().zip(weights).map(branch).collect(),
            is_complete: moves.len() < max_moves || position.move_count() == max_moves as u64,
        })
    }
}
