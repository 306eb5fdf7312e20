//! What a model of the opponent is to a player: somebody who foretells a move.

use game::Game;

use crate::{Limits, Searcher, Signal};

/// Foretells what the opponent plays.
pub trait Predictor<G: Game> {
    /// The move that they will play in a position where they are to move; `None` if there is none. `plies_left` is how far the
    /// search that asks still looks from there. The same question has the same answer every time, unless the signal
    /// was given, when the answer is of no use.
    fn predict(
        &mut self,
        position: &G,
        plies_left: u32,
        signal: &Signal,
    ) -> Option<Foreseen<G::Move>>;

    /// Whether the answer depends on `plies_left`.
    fn looks_to_the_horizon(&self) -> bool {
        false
    }
}

/// A move that was foretold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Foreseen<M> {
    /// The move.
    pub mv: M,
    /// How many positions were looked at to know it.
    pub nodes: u64,
}

/// The opponent is known to play what a searcher answers within limits that do not depend on time, each time as if it had
/// never searched before.
#[derive(Clone, Debug)]
pub struct Habit<S, M> {
    searcher: S,
    limits: Limits<M>,
}

impl<S, M> Habit<S, M> {
    /// Foretells by that searcher within those limits.
    #[must_use]
    pub fn new(searcher: S, limits: Limits<M>) -> Self {
        Self { searcher, limits }
    }
}

impl<G: Game, S: Searcher<G>> Predictor<G> for Habit<S, G::Move> {
    fn predict(&mut self, position: &G, _: u32, signal: &Signal) -> Option<Foreseen<G::Move>> {
        self.searcher.forget();
        let answer = self
            .searcher
            .search(position, &self.limits, signal, &mut |_| {});
        Some(Foreseen {
            mv: answer.best_move()?,
            nodes: answer.nodes,
        })
    }
}
