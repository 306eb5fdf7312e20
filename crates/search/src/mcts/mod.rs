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

use self::best_moves::{principal_variation, ranked_edges, score};
use self::tree::Tree;
use self::worker::{SearchContext, TreeWorker};
use crate::budget::StopOnDrop;
use crate::evaluator::find_move;
use crate::{
    MemoryUsage, Score, SearchBudget, SearchInfo, SearchLimits, SearchResult, Searcher, StopSignal,
};

pub use self::expansion::{EvaluatorExpander, ExpandedMove, Expander, Expansion};
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
        let max_moves = limits.max_root_moves(self.parameters.max_root_moves);
        if let Some(expansion) = self.expanders[0].expand(position, max_moves, budget) {
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
            limits,
        };
        let (main, helpers) = self.expanders.split_at_mut(1);
        thread::scope(|scope| {
            for expander in helpers.iter_mut().take(limits.helper_threads()) {
                scope.spawn(move || TreeWorker::new(context, expander).run(|| false));
            }
            let _stop_helpers = StopOnDrop(budget);
            let mut next_report_nodes = 1;
            TreeWorker::new(context, &mut main[0]).run(|| {
                context.report_if_due(&mut next_report_nodes, listener)
                    || smart_pruning::should_stop(context)
            });
        });
        let result = context.result();
        result.lines.iter().cloned().for_each(listener);
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
    fn best_lines(&self) -> Vec<SearchInfo<G::Move>> {
        let mean_weight = self.parameters.mean_weight;
        let (nodes, time) = (self.budget.nodes(), self.budget.elapsed());
        let Some(root) = self.tree.root_node() else {
            // Stopped before the root was expanded: any move.
            let fallback = find_move(self.position, |mv| self.limits.allows(mv));
            let score = Some(Score::Estimate(0));
            let line = fallback.map(|mv| SearchInfo {
                nodes,
                visits: Some(0),
                ..SearchInfo::single_move(mv, score, time)
            });
            return line.into_iter().collect();
        };
        let mut lines: Vec<_> = ranked_edges(root, mean_weight, |edge| self.limits.allows(edge.mv))
            .into_iter()
            .take(self.limits.multipv.max(1))
            .zip(1..)
            .map(|(edge, multipv)| SearchInfo {
                depth: 0,
                multipv,
                score: Some(score(root, edge, mean_weight, multipv == 1)),
                nodes,
                time,
                pv: principal_variation(self.tree, edge, mean_weight),
                visits: Some(edge.stats.visits().into()),
            })
            .collect();
        let depth = lines.first().map_or(0, |line| line.pv.len() as u32);
        lines.iter_mut().for_each(|line| line.depth = depth);
        lines
    }

    fn result(&self) -> SearchResult<G::Move> {
        let lines = self.best_lines();
        SearchResult {
            depth: lines.first().map_or(0, |line| line.depth),
            lines,
            nodes: self.budget.nodes(),
        }
    }

    /// Reports the best lines if due, at intervals of nodes, not of time, for reproducibility; true
    /// if the depth limit is reached.
    fn report_if_due(
        &self,
        next_report_nodes: &mut u64,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) -> bool {
        let nodes = self.budget.nodes();
        let is_silent = self.limits.final_report_only && self.limits.depth.is_none();
        if nodes < *next_report_nodes || is_silent {
            return false;
        }
        *next_report_nodes = nodes + nodes / 8 + 16;
        let result = self.result();
        result.lines.into_iter().for_each(listener);
        self.limits.depth.is_some_and(|limit| result.depth >= limit)
    }
}
