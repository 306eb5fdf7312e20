//! Monte-Carlo tree search: PUCT with progressive widening and a solver, without rollouts.
//!
//! An [`Expander`] supplies the value of a leaf, its moves and their priors.
//!
//! | file | contents |
//! |---|---|
//! | `expansion` | value, moves and priors of a leaf; the interface for networks |
//! | `selection` | which edge a playout follows |
//! | `worker` | a thread: descent, expansion, backup |
//! | `solver` | proven values and minimax |
//! | `edge` | a move with its statistics, shared between threads |
//! | `tree` | nodes, in bounded memory |
//! | `tree_reuse` | reuse of the tree by the next search |
//! | `smart_pruning` | early stop when no move can overtake the best |
//! | `best_moves` | ranking of the root moves and their lines |
//! | `parameters` | all constants of the above |
//!
//! Threads share one tree; a running playout counts as a loss (virtual loss), which spreads them.

mod best_moves;
mod edge;
mod expansion;
mod parameters;
mod selection;
mod smart_pruning;
mod solver;
mod tree;
mod tree_reuse;
mod worker;

use std::thread;

use game::Game;

use self::best_moves::{pv_line, ranked_edges};
use self::tree::Tree;
use self::worker::{SearchContext, TreeWorker};
use crate::budget::StopOnDrop;
use crate::evaluator::find_move;
use crate::{
    MemoryUsage, PvLine, Score, SearchBudget, SearchInfo, SearchLimits, SearchResult, Searcher,
    StopSignal,
};

pub use self::expansion::{EvaluatorExpander, ExpandedMove, Expander, Expansion, Leaf};
pub use self::parameters::{ExpansionParameters, MctsParameters};

const DEFAULT_TREE_BYTES: usize = 256 << 20;

/// Monte-Carlo tree searcher for game `G` with expander `X`.
#[derive(Debug)]
pub struct Mcts<G: Game, X> {
    /// One per thread.
    expanders: Vec<X>,
    parameters: MctsParameters,
    tree_bytes: usize,
    /// Position and tree of the previous search.
    previous_tree: Option<(G, Tree<G::Move>)>,
}

impl<G: Game, X: Expander<G>> Mcts<G, X> {
    /// A searcher with one thread, a tree of at most 256 MiB and default parameters.
    #[must_use]
    pub fn new(expander: X) -> Self {
        Self {
            expanders: vec![expander],
            parameters: MctsParameters::default(),
            tree_bytes: DEFAULT_TREE_BYTES,
            previous_tree: None,
        }
    }

    /// Limits the memory of the tree, in bytes; a full tree stops growing. Drops the current tree.
    #[must_use]
    pub fn with_memory_limit(self, bytes: usize) -> Self {
        Self {
            tree_bytes: bytes,
            previous_tree: None,
            ..self
        }
    }

    /// Sets the parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: MctsParameters) -> Self {
        Self { parameters, ..self }
    }

    /// Sets the number of threads, at least 1.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self
    where
        X: Clone,
    {
        let expander = self.expanders[0].clone();
        self.expanders.resize(threads.max(1), expander);
        self
    }

    /// Number of nodes in the tree of the previous search.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.previous_tree
            .as_ref()
            .map_or(0, |(_, tree)| tree.len())
    }

    /// Tree for a position: reuses the previous one if possible, and expands the root within the
    /// budget.
    fn root_tree(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        budget: &SearchBudget<'_>,
    ) -> Tree<G::Move> {
        let reused = self
            .previous_tree
            .take()
            .and_then(|(from, tree)| tree_reuse::reuse(tree, &from, position, self.tree_bytes));
        let mut tree = reused.unwrap_or_else(|| Tree::new(self.tree_bytes));
        let max_moves = if limits.search_moves.is_empty() {
            self.parameters.max_root_moves.max(limits.multipv)
        } else {
            usize::MAX
        };
        let leaf = Leaf {
            position,
            max_moves,
        };
        let mut expansions = Vec::new();
        self.expanders[0].expand(&[leaf], budget, &mut expansions);
        if let Some(expansion) = expansions.pop() {
            tree.replace_root(|old| tree_reuse::merge_root(old, expansion));
        }
        tree
    }
}

impl<G: Game, X: Expander<G> + Send> Searcher<G> for Mcts<G, X> {
    fn search(
        &mut self,
        position: &G,
        limits: &SearchLimits<G::Move>,
        signal: &StopSignal,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> SearchResult<G::Move> {
        let budget = &SearchBudget::new(limits, signal);
        if position.outcome().is_some() {
            return SearchResult {
                lines: Vec::new(),
                depth: 0,
                nodes: 0,
            };
        }
        let tree = self.root_tree(position, limits, budget);
        let context = &SearchContext {
            position,
            tree: &tree,
            parameters: &self.parameters,
            budget,
            root_moves: &limits.search_moves,
            multipv: limits.multipv.max(1),
        };
        let (main, helpers) = self.expanders.split_at_mut(1);
        thread::scope(|scope| {
            for expander in helpers.iter_mut().take(limits.helper_threads()) {
                scope.spawn(move || TreeWorker::new(context, expander).run(|| false));
            }
            let _stop_helpers = StopOnDrop(budget);
            let mut reporter = Reporter::new(context, limits);
            TreeWorker::new(context, &mut main[0])
                .run(|| reporter.report_if_due(listener) || smart_pruning::should_stop(context));
        });
        Reporter::new(context, limits).report(listener);
        let result = context.result();
        self.previous_tree = Some((position.clone(), tree));
        result
    }

    fn clear(&mut self) {
        self.previous_tree = None;
    }

    fn memory_usage(&self) -> MemoryUsage {
        let tree = self.previous_tree.as_ref().map(|(_, tree)| tree);
        MemoryUsage {
            bytes: tree.map_or(0, Tree::bytes),
            is_full: tree.is_some_and(Tree::is_full),
        }
    }
}

impl<G: Game> SearchContext<'_, G> {
    fn best_lines(&self) -> Vec<PvLine<G::Move>> {
        let mean_weight = self.parameters.mean_weight;
        let Some(root) = self.tree.root_node() else {
            // Stopped before the root was expanded: any move.
            let fallback = find_move(self.position, |mv| self.is_allowed(mv)).map(|mv| PvLine {
                score: Score::Estimate(0),
                moves: vec![mv],
                visits: Some(0),
            });
            return fallback.into_iter().collect();
        };
        ranked_edges(root, mean_weight, |edge| self.is_allowed(edge.mv))
            .into_iter()
            .take(self.multipv)
            .enumerate()
            .map(|(rank, edge)| pv_line(self.tree, root, edge, mean_weight, rank == 0))
            .collect()
    }

    fn result(&self) -> SearchResult<G::Move> {
        let lines = self.best_lines();
        SearchResult {
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            lines,
            nodes: self.budget.nodes(),
        }
    }
}

/// Reports the best lines at intervals of nodes, not of time, for reproducibility.
struct Reporter<'a, G: Game> {
    context: &'a SearchContext<'a, G>,
    next_report_nodes: u64,
    depth_limit: Option<u32>,
    final_report_only: bool,
}

impl<'a, G: Game> Reporter<'a, G> {
    fn new(context: &'a SearchContext<'a, G>, limits: &SearchLimits<G::Move>) -> Self {
        Self {
            context,
            next_report_nodes: 1,
            depth_limit: limits.depth,
            final_report_only: limits.final_report_only && limits.depth.is_none(),
        }
    }

    /// Reports if due; true if the depth limit is reached.
    fn report_if_due(&mut self, listener: &mut dyn FnMut(SearchInfo<G::Move>)) -> bool {
        let nodes = self.context.budget.nodes();
        if nodes < self.next_report_nodes || self.final_report_only {
            return false;
        }
        self.next_report_nodes = nodes + nodes / 8 + 16;
        let depth = self.report(listener);
        self.depth_limit.is_some_and(|limit| depth >= limit)
    }

    /// Reports all lines and returns the depth.
    fn report(&self, listener: &mut dyn FnMut(SearchInfo<G::Move>)) -> u32 {
        let result = self.context.result();
        for (index, line) in result.lines.into_iter().enumerate() {
            listener(SearchInfo {
                depth: result.depth,
                multipv: index + 1,
                line,
                nodes: result.nodes,
                time: self.context.budget.elapsed(),
            });
        }
        result.depth
    }
}
