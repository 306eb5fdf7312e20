//! Weight updates from one game.

use amazons::{Game, Position};
use evaluation::TermWeights;
use game::Color;
use serde::{Deserialize, Serialize};

use crate::feature_set::{FeatureExtractor, FeatureSet};
use crate::game_record::{RecordedMove, SelfPlayGame};
use crate::td_lambda::{SparseFeatures, TdLambda, sigmoid};

/// Method of learning from a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearningMethod {
    /// TD(λ) over the positions of the game, as in the paper.
    Td,
    /// TDLeaf(λ): TD(λ) over the leaves of the principal variations.
    TdLeaf,
    /// Supervised learning of each position's search value.
    Search,
}

named_enum!(LearningMethod, "learning method", {
    Td => "td",
    TdLeaf => "td-leaf",
    Search => "search",
});

/// Learns the parameters of a feature set.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    features: FeatureSet,
    method: LearningMethod,
    td: TdLambda,
    extractor: FeatureExtractor,
    params: Vec<f64>,
}

/// All values are from Black's point of view, so that successive ones are comparable.
const PERSPECTIVE: Color = Color::Black;

impl Learner {
    pub fn new(features: FeatureSet, method: LearningMethod, td: TdLambda) -> Self {
        Self {
            features,
            method,
            td,
            extractor: FeatureExtractor::new(features),
            params: features.initial_params(),
        }
    }

    /// Replaces the parameters, one for each of [`FeatureSet::param_names`].
    pub fn with_params(self, params: &[f64]) -> Self {
        Self {
            params: params.to_vec(),
            ..self
        }
    }

    /// The parameters in the order of [`FeatureSet::param_names`].
    pub fn params(&self) -> &[f64] {
        &self.params
    }

    pub fn weights(&self, provenance: &str) -> TermWeights {
        self.features
            .weights(&self.params, self.td.omega, provenance)
    }

    /// Learns from a game.
    pub fn learn(&mut self, game: &SelfPlayGame, learning_rate: f64) {
        let update = match self.method {
            LearningMethod::Td => self.td_update(game, &game_positions(game)),
            LearningMethod::TdLeaf => self.td_update(game, &pv_leaves(game)),
            LearningMethod::Search => self.search_value_update(game),
        };
        for (param, update) in self.params.iter_mut().zip(update) {
            *param += learning_rate * update;
        }
    }

    fn td_update(&self, game: &SelfPlayGame, positions: &[Position]) -> Vec<f64> {
        let result = if game.winner == PERSPECTIVE { 1.0 } else { 0.0 };
        let features = self.extract_all(positions);
        self.td.update(&self.params, &features, result)
    }

    fn search_value_update(&self, game: &SelfPlayGame) -> Vec<f64> {
        let positions = game_positions(game);
        let target = |(position, mv): (&Position, &RecordedMove)| {
            let probability = search_win_probability(mv);
            match position.to_move() == PERSPECTIVE {
                true => probability,
                false => 1.0 - probability,
            }
        };
        let targets: Vec<f64> = positions.iter().zip(&game.moves).map(target).collect();
        let features = self.extract_all(&positions);
        self.td.supervised_update(&self.params, &features, &targets)
    }

    fn extract_all(&self, positions: &[Position]) -> Vec<SparseFeatures> {
        let extract = |position| self.extractor.extract(position, PERSPECTIVE);
        positions.iter().map(extract).collect()
    }
}

/// Positions in which a move was chosen; the final one is represented by the result.
fn game_positions(game: &SelfPlayGame) -> Vec<Position> {
    let mut positions = game.positions();
    positions.pop();
    positions
}

/// Leaves of the principal variations up to the first proven score, whose value does not depend on
/// the weights.
fn pv_leaves(game: &SelfPlayGame) -> Vec<Position> {
    let moves = game.moves.iter();
    game.positions()
        .iter()
        .zip(moves.take_while(|mv| mv.score.abs() != RecordedMove::PROVEN_SCORE))
        .map(|(position, mv)| {
            let mut leaf = *position;
            for &mv in std::iter::once(&mv.mv).chain(&mv.pv) {
                leaf.play(mv);
            }
            leaf
        })
        .collect()
}

/// Win probability of the player who moved, according to the search.
pub(crate) fn search_win_probability(mv: &RecordedMove) -> f64 {
    match mv.score {
        RecordedMove::PROVEN_SCORE => 1.0,
        score if score == -RecordedMove::PROVEN_SCORE => 0.0,
        score => sigmoid(f64::from(score) / 1000.0),
    }
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;
    use crate::game_record::tests::random_game;

    /// Repeated learning from a game makes its result more probable.
    #[test]
    fn every_method_reduces_the_loss() {
        let mut game = random_game(0, &mut SplitMix64::from_seed(5));
        for (ply, mv) in game.moves.iter_mut().enumerate() {
            let by_winner = (ply % 2 == 0) == (game.start.to_move() == game.winner);
            mv.score = if by_winner { 4_000 } else { -4_000 };
        }
        for method in LearningMethod::ALL {
            let mut learner = Learner::new(FeatureSet::Paper, method, TdLambda::default());
            let positions = match method {
                LearningMethod::TdLeaf => pv_leaves(&game),
                _ => game_positions(&game),
            };
            let loss = |learner: &Learner| -> f64 {
                positions
                    .iter()
                    .map(|position| learner.extractor.extract(position, game.winner))
                    .map(|features| learner.td.win_probability(&learner.params, &features))
                    .map(|probability| -probability.ln())
                    .sum()
            };
            let before = loss(&learner);
            for _ in 0..50 {
                learner.learn(&game, 0.1);
            }
            let after = loss(&learner);
            assert!(after < before, "{method}: {after}, not less than {before}");
            assert_eq!(method.name().parse(), Ok(method));
        }
    }

    #[test]
    fn leaves_end_before_the_first_proven_score() {
        let mut game = random_game(0, &mut SplitMix64::from_seed(6));
        for mv in &mut game.moves {
            mv.score = 0;
        }
        game.moves[4].score = -RecordedMove::PROVEN_SCORE;
        assert_eq!(pv_leaves(&game).len(), 4);
        assert_eq!(search_win_probability(&game.moves[4]), 0.0);
        assert_eq!(search_win_probability(&game.moves[3]), 0.5);
    }
}
