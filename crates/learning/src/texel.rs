//! Texel tuning: logistic regression of weights on the positions of many games.

use amazons::Position;
use serde::{Deserialize, Serialize};

use crate::feature_set::{FeatureExtractor, FeatureSet};
use crate::game_record::SelfPlayGame;
use crate::learner::search_win_probability;
use crate::regression::{Dataset, Example, fit, log_loss};

/// Target of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TexelTarget {
    /// The result of the game.
    Result,
    /// Win probability according to the search.
    Search,
    /// The mean of both.
    Both,
}

named_enum!(TexelTarget, "tuning target", {
    Result => "result",
    Search => "search",
    Both => "both",
});

/// Collects positions and tunes the weights of a feature set.
#[derive(Clone, Debug)]
pub struct TexelTuner {
    extractor: FeatureExtractor,
    target: TexelTarget,
    /// One in `stride` positions of a game is used.
    stride: usize,
    positions: Vec<(Position, f64)>,
    games: usize,
}

/// Result of tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct TexelResult {
    /// Parameters in the order of [`FeatureSet::param_names`].
    pub params: Vec<f64>,
    /// Mean log loss of the start parameters.
    pub loss_before: f64,
    /// Mean log loss of the tuned parameters.
    pub loss_after: f64,
}

/// Ridge penalty towards the start values; keeps weights with little data in place.
const RIDGE: f64 = 100.0;

impl TexelTuner {
    /// Creates a tuner without positions. One in `stride` positions of each game is used, since
    /// adjacent ones are correlated.
    #[must_use]
    pub fn new(features: FeatureSet, target: TexelTarget, stride: usize) -> Self {
        Self {
            extractor: FeatureExtractor::new(features),
            target,
            stride: stride.max(1),
            positions: Vec::new(),
            games: 0,
        }
    }

    /// Adds the positions of a game.
    pub fn add(&mut self, game: &SelfPlayGame) {
        let positions = game.positions();
        // A different offset for each game.
        let first = self.games % self.stride;
        let moves = positions.iter().zip(&game.moves);
        for (position, mv) in moves.skip(first).step_by(self.stride) {
            let result = if position.to_move() == game.winner {
                1.0
            } else {
                0.0
            };
            let target = match self.target {
                TexelTarget::Result => result,
                TexelTarget::Search => search_win_probability(mv),
                TexelTarget::Both => (result + search_win_probability(mv)) / 2.0,
            };
            self.positions.push((*position, target));
        }
        self.games += 1;
    }

    /// Numbers of games and positions.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        (self.games, self.positions.len())
    }

    /// Finds the best parameters, regularized towards `start`.
    #[must_use]
    pub fn tune(&self, start: &[f64]) -> TexelResult {
        let params = fit(start, self, RIDGE);
        TexelResult {
            loss_before: log_loss(start, self),
            loss_after: log_loss(&params, self),
            params,
        }
    }
}

impl Dataset for TexelTuner {
    fn iter(&self) -> impl Iterator<Item = Example> {
        self.positions.iter().map(|(position, target)| Example {
            features: self.extractor.extract(position, position.to_move()),
            target: *target,
        })
    }
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;
    use crate::game_record::tests::random_game;

    #[test]
    fn tuning_reduces_the_loss() {
        let mut rng = SplitMix64::from_seed(3);
        for target in TexelTarget::ALL {
            let mut tuner = TexelTuner::new(FeatureSet::Paper, target, 2);
            for number in 0..200 {
                tuner.add(&random_game(number, &mut rng));
            }
            let (games, positions) = tuner.counts();
            assert!(games == 200 && positions > 1_000, "{games} {positions}");
            let start = FeatureSet::Paper.initial_params();
            let tuned = tuner.tune(&start);
            assert!(tuned.loss_after < tuned.loss_before, "{target}: {tuned:?}");
            assert_eq!(target.name().parse(), Ok(target));
        }
    }
}
