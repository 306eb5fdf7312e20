//! Alpha-beta: all lines of play to a depth, as far as they matter.
//!
//! | file | what it decides |
//! |---|---|
//! | `root` | iterative deepening, aspiration windows, several lines |
//! | `node` | the search of a position: principal variation search, the table |
//! | `stages` | in which order moves come up, and from where |
//! | `ordering` | killers and history |
//! | `selectivity` | reductions and prunings, one function each |
//! | `singular` | which move is searched deeper because it stands alone |
//! | `parameters` | every number that steers the above |
//!
//! Several threads search the same position at different depths and meet in the transposition table
//! alone; the first one's result counts.

mod node;
mod ordering;
mod parameters;
mod principal_variation;
mod root;
mod selectivity;
mod singular;
mod stages;
mod window;

use std::thread;

use game::Game;

use self::node::Worker;
use self::root::Root;
use crate::budget::FinishOnDrop;
use crate::table::Table;
use crate::{Answer, Budget, Evaluator, Limits, Memory, Report, Searcher, Signal};

pub use self::parameters::{LateMovePruning, LateMoveReduction, Margin, Parameters, Singular};

/// The bytes that the table takes unless said otherwise.
const DEFAULT_MEMORY: usize = 64 << 20;

/// The alpha-beta searcher.
#[derive(Debug)]
pub struct AlphaBeta<E> {
    /// One for each thread.
    evaluators: Vec<E>,
    /// Allocated when a search begins.
    table: Table,
    memory: usize,
    parameters: Parameters,
}

impl<E> AlphaBeta<E> {
    /// A searcher with one thread, a table of 64 MiB and default parameters.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Self {
            evaluators: vec![evaluator],
            table: Table::new(0),
            memory: DEFAULT_MEMORY,
            parameters: Parameters::default(),
        }
    }

    /// Takes at most so many bytes for its table.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self {
            memory: bytes,
            ..self
        }
    }

    /// Searches with other parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self { parameters, ..self }
    }

    /// The bytes that its table takes now.
    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
    }
}

impl<E: Clone> AlphaBeta<E> {
    /// Searches with so many threads; at least one.
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
        limits: &Limits<G::Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move> {
        self.table.resize(self.memory);
        self.table.grow_older();
        let budget = &Budget::new(limits, signal);
        let (table, parameters) = (&self.table, &self.parameters);
        let (main, helpers) = self.evaluators.split_at_mut(1);
        thread::scope(|scope| {
            let helpers = helpers.iter_mut().take(limits.helpers());
            for (evaluator, first_depth) in helpers.zip([2, 1].into_iter().cycle()) {
                scope.spawn(move || {
                    let mut worker = Worker::new(parameters, table, budget, evaluator);
                    let mut root = Root::new(&mut worker, position, limits);
                    root.deepen(first_depth, limits.depth, &mut |_| {});
                });
            }
            let _finish = FinishOnDrop(budget);
            let mut worker = Worker::new(parameters, table, budget, &mut main[0]);
            let mut root = Root::new(&mut worker, position, limits);
            root.deepen(1, limits.depth, listener);
            root.answer()
        })
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn memory(&self) -> Memory {
        Memory {
            bytes: self.bytes(),
            is_full: false,
        }
    }
}
