//! Configuration of a training run.

use serde::{Deserialize, Serialize};

use crate::feature_set::FeatureSet;
use crate::learner::LearningMethod;
use crate::self_play::SelfPlayConfig;
use crate::td_lambda::TdLambda;

/// Everything that determines the result of a training run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingConfig {
    /// Weights to learn.
    #[serde(rename = "form")]
    pub features: FeatureSet,
    /// Learning method.
    pub method: LearningMethod,
    /// Parameters of TD(λ).
    #[serde(rename = "differences")]
    pub td: TdLambda,
    /// Initial learning rate (the paper's α). With 0 nothing is learned, and the run only produces
    /// games.
    #[serde(rename = "rate")]
    pub learning_rate: f64,
    /// Games after which the learning rate has halved (hyperbolic decay); `None` decays linearly to
    /// 0. The paper only says that it decays.
    #[serde(rename = "half_after")]
    pub rate_decay_games: Option<u32>,
    /// Initial parameters in the order of [`FeatureSet::param_names`]; `None` for the defaults of
    /// the feature set.
    #[serde(rename = "start", default, skip_serializing_if = "Option::is_none")]
    pub initial_params: Option<Vec<f64>>,
    /// Number of games.
    pub games: u32,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Policy lag: game n is played with the weights after game n − lag. The paper uses 1.
    #[serde(rename = "lag")]
    pub policy_lag: u32,
    /// Self-play.
    pub play: SelfPlayConfig,
}

impl Default for TrainingConfig {
    /// The paper's configuration, except for the search and the policy lag.
    fn default() -> Self {
        Self {
            features: FeatureSet::Paper,
            method: LearningMethod::Td,
            td: TdLambda::default(),
            learning_rate: 0.1,
            rate_decay_games: None,
            initial_params: None,
            games: 10_000,
            seed: 1,
            policy_lag: 16,
            play: SelfPlayConfig::default(),
        }
    }
}

impl TrainingConfig {
    /// Learning rate for a game.
    pub(crate) fn learning_rate_at(&self, game: u32) -> f64 {
        let game = f64::from(game);
        match self.rate_decay_games {
            Some(games) => self.learning_rate / (1.0 + game / f64::from(games.max(1))),
            None => self.learning_rate * (1.0 - game / f64::from(self.games.max(1))),
        }
    }

    /// Provenance of the weights after that many games.
    pub(crate) fn provenance(&self, games: u32) -> String {
        let limit = match (self.play.nodes, self.play.depth) {
            (Some(nodes), None) => format!("{nodes} nodes"),
            (None, Some(depth)) => format!("depth {depth}"),
            (nodes, depth) => format!("nodes {nodes:?}, depth {depth:?}"),
        };
        let Self {
            features, method, ..
        } = self;
        format!(
            "{method} on {games} of {} games of self-play from {} at {limit} a move, form {features}, seed {}",
            self.games, self.play.position, self.seed
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Game files store the config; its JSON must not change.
    #[test]
    fn the_stored_form_is_stable() {
        assert_eq!(
            serde_json::to_string(&TrainingConfig::default()).unwrap(),
            r#"{"form":"paper","method":"td","differences":{"lambda":0.95,"omega":1.0,"last":"result"},"rate":0.1,"half_after":null,"games":10000,"seed":1,"lag":16,"play":{"position":"startpos","nodes":50,"depth":null,"noise":50,"random_plies":0,"to_the_end":false,"keep_lines":false}}"#
        );
    }
}
