//! The interface of all evaluations.

use game::Color;

use crate::eval_board::EvalBoard;
use crate::features::Features;
use crate::log_odds::LogOdds;
use crate::simd::SimdBackend;

/// Maps [`Features`] to log-odds for the player to move.
///
/// Does not detect the end of the game. The same features give the same result on every machine.
pub trait EvaluationFunction: Send + Sync {
    /// Evaluates features for the player to move.
    fn evaluate_features(&self, features: &Features, to_move: Color) -> LogOdds;

    /// Like [`evaluate_features`](Self::evaluate_features), with the given SIMD backend.
    #[inline]
    fn evaluate_features_with(
        &self,
        backend: SimdBackend,
        features: &Features,
        to_move: Color,
    ) -> LogOdds {
        let _ = backend;
        self.evaluate_features(features, to_move)
    }

    /// Computes the features of a board and evaluates them.
    #[inline]
    fn evaluate(&self, board: &EvalBoard) -> LogOdds
    where
        Self: Sized,
    {
        SimdBackend::best().evaluate(self, board)
    }
}
