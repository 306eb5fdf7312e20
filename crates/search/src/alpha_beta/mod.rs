//! Alpha-beta search: principal variation search with iterative deepening.
//!
//! | file | contents |
//! |---|---|
//! | `root` | iterative deepening, aspiration windows, multi-PV |
//! | `node` | search of one position, transposition table |
//! | `move_picker` | stages of move generation |
//! | `ordering` | killers and history |
//! | `pruning` | reductions and pruning rules, one function each |
//! | `singular_extension` | extension of a move without alternative |
//! | `parameters` | all constants of the above |
//!
//! Lazy SMP: helper threads search the same position at staggered depths and share only the
//! transposition table; the main thread's result counts.

mod move_picker;
mod node;
mod ordering;
mod parameters;
mod pruning;
mod pv_table;
mod root;
mod singular_extension;
mod window;

use std::thread;

use game::Game;

use self::node::SearchThread;
use self::root::RootSearch;
use crate::budget::StopOnDrop;
use crate::transposition_table::TranspositionTable;
use crate::{
    Evaluator, MemoryUsage, SearchBudget, SearchInfo, SearchLimits, SearchResult, Searcher,
    StopSignal,
};

pub use self::parameters::{
    AlphaBetaParameters, DepthMargin, LateMovePruning, LateMoveReduction, SingularExtension,
};

const DEFAULT_TABLE_BYTES: usize = 64 << 20;

/// Alpha-beta searcher with evaluator `E`.
#[derive(Debug)]
pub struct AlphaBeta<E> {
    /// One per thread.
    evaluators: Vec<E>,
    /// Allocated by the first search.
    table: TranspositionTable,
    table_bytes: usize,
    parameters: AlphaBetaParameters,
}

impl<E> AlphaBeta<E> {
    /// A searcher with one thread, a transposition table of 64 MiB and default parameters.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluators: vec![evaluator],
            table: TranspositionTable::new(0),
            table_bytes: DEFAULT_TABLE_BYTES,
            parameters: AlphaBetaParameters::default(),
        }
    }

    /// Sets the size of the transposition table in bytes.
    #[must_use]
    pub fn with_memory_limit(self, bytes: usize) -> Self {
        Self {
            table_bytes: bytes,
            ..self
        }
    }

    /// Sets the parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: AlphaBetaParameters) -> Self {
        Self { parameters, ..self }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.size_bytes()
    }
}

impl<E: Clone> AlphaBeta<E> {
    /// Sets the number of threads, at least 1.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        let evaluator = self.evaluators[0].clone();
        self.evaluators.resize(threads.max(1), evaluator);
        self
    }
}

impl<G: Game, E: Evaluator<G> + Send> Searcher<G> for AlphaBeta<E> {
    fn search(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        signal: &StopSignal,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> SearchResult<G::Move> {
        self.table.resize(self.table_bytes);
        self.table.new_search();
        let budget = &SearchBudget::new(limits, signal);
        let (table, parameters) = (&self.table, &self.parameters);
        let (main, helpers) = self.evaluators.split_at_mut(1);
        thread::scope(|scope| {
            let helpers = helpers.iter_mut().take(limits.helper_threads());
            for (evaluator, first_depth) in helpers.zip([2, 1].into_iter().cycle()) {
                scope.spawn(move || {
                    let mut thread = SearchThread::new(parameters, table, budget, evaluator);
                    let mut root = RootSearch::new(&mut thread, position, limits);
                    root.iterative_deepening(first_depth, limits.depth, &mut |_| {});
                });
            }
            let _stop_helpers = StopOnDrop(budget);
            let mut thread = SearchThread::new(parameters, table, budget, &mut main[0]);
            let mut root = RootSearch::new(&mut thread, position, limits);
            root.iterative_deepening(1, limits.depth, listener);
            root.result()
        })
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn memory_usage(&self) -> MemoryUsage {
        MemoryUsage {
            bytes: self.bytes(),
            is_full: false,
        }
    }
}
