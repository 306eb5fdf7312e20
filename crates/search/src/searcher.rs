//! The interface of all searchers.

use game::Game;

use crate::{SearchInfo, SearchLimits, SearchResult, StopSignal};

/// A search algorithm for game `G`.
pub trait Searcher<G: Game> {
    /// Searches until a limit is reached, `signal` stops it or the position is solved.
    ///
    /// Reports progress to `listener` on the calling thread. The tree or transposition table is
    /// kept for the next search. With one thread and a limit on nodes or depth, the result of a new
    /// searcher is deterministic.
    fn search(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        signal: &StopSignal,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> SearchResult<G::Move>;

    /// Drops everything kept from earlier searches.
    fn clear(&mut self);

    /// Memory used by what is kept from earlier searches.
    fn memory_usage(&self) -> MemoryUsage;
}

/// Memory used by a searcher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryUsage {
    /// Bytes used.
    pub bytes: usize,
    /// Whether the memory limit is reached and the tree cannot grow. Always `false` for a
    /// transposition table.
    pub is_full: bool,
}
