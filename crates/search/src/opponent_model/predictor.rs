//! Interface of opponent models.

use game::Game;

use crate::{SearchLimits, Searcher, StopSignal};

/// Predicts the opponent's moves.
pub trait Predictor<G: Game> {
    /// Predicts the reply of the player to move; `None` if there is no move. `plies_left` is the
    /// remaining depth of the calling search. Deterministic, but meaningless once `signal` is set.
    fn predict(
        &mut self,
        position: &G,
        plies_left: u32,
        signal: &StopSignal,
    ) -> Option<Prediction<G::Move>>;

    /// Whether the prediction depends on `plies_left`.
    fn depends_on_depth(&self) -> bool {
        false
    }
}

/// A predicted move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prediction<M> {
    /// The move.
    pub mv: M,
    /// Nodes searched for it.
    pub nodes: u64,
}

/// Predicts the move that a freshly cleared searcher finds within fixed limits (depth or nodes, not
/// time).
pub struct SearcherPredictor<G: Game> {
    searcher: Box<dyn Searcher<G> + Send>,
    limits: SearchLimits<G::Move>,
}

impl<G: Game> SearcherPredictor<G> {
    /// A predictor from a searcher and its limits.
    #[must_use]
    pub fn new(searcher: Box<dyn Searcher<G> + Send>, limits: SearchLimits<G::Move>) -> Self {
        Self { searcher, limits }
    }
}

impl<G: Game> Predictor<G> for SearcherPredictor<G> {
    fn predict(
        &mut self,
        position: &G,
        _: u32,
        signal: &StopSignal,
    ) -> Option<Prediction<G::Move>> {
        self.searcher.clear();
        let result = self
            .searcher
            .search(position, &self.limits, signal, &mut |_| {});
        Some(Prediction {
            mv: result.best_move()?,
            nodes: result.nodes,
        })
    }
}
