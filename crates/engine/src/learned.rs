//! The network as Monte-Carlo search wants it: a chance of winning and likely moves for each leaf.

use std::sync::Arc;

use amazons::{Game, Move, Outcome, Position};
use network::{Network, Workspace, exp};
use search::Budget;
use search::monte_carlo::{Branch, Expander, Expansion, Leaf};

use crate::endings::Endings;

/// Expands leaves by the network's verdict and policy. Each thread has its own.
#[derive(Clone)]
pub(crate) struct Learned {
    network: Arc<Network>,
    workspace: Workspace,
    /// Above 1, the policy's opinions are taken less seriously.
    temperature: f32,
    endings: Endings,
}

/// The policy was taught by a shallow search, and a deeper one does better to doubt it a little.
pub(crate) const POLICY_TEMPERATURE: f32 = 1.5;

impl Learned {
    /// Expands by that network, and knows those endings.
    pub(crate) fn new(network: Arc<Network>, temperature: f32, endings: Endings) -> Self {
        Self {
            workspace: network.workspace(),
            network,
            temperature,
            endings,
        }
    }

    fn expansion(&mut self, position: &Position, most: usize) -> Expansion<Move> {
        let evaluation = self.network.evaluate(&mut self.workspace, position);
        let chance = evaluation.win_probability();
        let likeliest = self.network.policy(position, &evaluation).likeliest(most);
        let weights: Vec<f32> = likeliest
            .iter()
            .map(|&(_, log_probability)| exp(log_probability / self.temperature))
            .collect();
        let total: f32 = weights.iter().sum();
        let branch = |(&(mv, _), weight): (&(Move, f32), f32)| Branch {
            mv,
            prior: weight / total,
            // Before its first visit a move is taken to be worth what the position is.
            chance,
            proof: None,
        };
        Expansion {
            chance,
            branches: likeliest.iter().zip(weights).map(branch).collect(),
            is_complete: likeliest.len() < most || position.move_count() == most as u64,
        }
    }
}

impl Expander<Position> for Learned {
    fn proven_outcome(&self, position: &Position) -> Option<Outcome> {
        self.endings.proven_outcome(position)
    }

    fn expand(
        &mut self,
        leaves: &[Leaf<'_, Position>],
        budget: &Budget<'_>,
        expansions: &mut Vec<Expansion<Move>>,
    ) {
        expansions.clear();
        for leaf in leaves {
            if budget.is_spent() {
                return;
            }
            expansions.push(self.expansion(leaf.position, leaf.most));
        }
    }
}
