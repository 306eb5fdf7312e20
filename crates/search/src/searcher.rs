//! What all searchers have in common.

use game::Game;

use crate::{Answer, Limits, Report, Signal};

/// Somebody who looks ahead and chooses a move.
pub trait Searcher<G: Game> {
    /// Searches a position until a limit is reached, the signal is given or nothing is left to find.
    ///
    /// Reports come from the thread that calls, while it waits. What was found is kept for the next
    /// search. With one thread and a limit on nodes or depth, a new searcher gives the same answer
    /// every time.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move>;

    /// Forgets what earlier searches found.
    fn forget(&mut self);

    /// What earlier searches found, in bytes.
    fn memory(&self) -> Memory;
}

impl<G: Game, S: Searcher<G> + ?Sized> Searcher<G> for Box<S> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move> {
        (**self).search(position, limits, signal, listener)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn memory(&self) -> Memory {
        (**self).memory()
    }
}

/// How much a searcher remembers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The bytes that it takes.
    pub bytes: usize,
    /// Whether there was no room for more, so that searching on finds next to nothing. A searcher that
    /// replaces what is old by what is new is never full.
    pub is_full: bool,
}
