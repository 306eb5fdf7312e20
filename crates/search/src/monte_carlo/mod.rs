//! Monte-Carlo tree search: a tree that grows, one leaf at a time, where it looks promising.
//!
//! No games are played out. A leaf is worth what an [`Expander`] says, and its children come sorted,
//! with priors.
//!
//! | file | what it decides |
//! |---|---|
//! | `expansion` | what a leaf is worth and which children it gets; the seam for networks |
//! | `selection` | which move a visit follows: PUCT with progressive widening |
//! | `worker` | a thread: down, expand, back up |
//! | `proof` | when a node is proved, and its minimax value |
//! | `edge` | a move and its numbers, shared by threads |
//! | `tree` | nodes, in bounded memory |
//! | `reuse` | what serves the next search |
//! | `thrift` | when more time would be wasted |
//! | `ranking` | which moves are answered and reported |
//! | `parameters` | every number that steers the above |
//!
//! Several threads grow one tree; a visit under way counts as a loss, so that they spread.

mod edge;
mod expansion;
mod parameters;
mod proof;
mod ranking;
mod reuse;
mod selection;
mod thrift;
mod tree;
mod worker;

use std::thread;

use game::Game;

use self::ranking::{line, ranked};
use self::tree::Tree;
use self::worker::{Shared, Worker};
use crate::budget::FinishOnDrop;
use crate::evaluator::find_move;
use crate::{Answer, Budget, Limits, Line, Memory, Report, Score, Searcher, Signal};

pub use self::expansion::{Branch, Expander, Expansion, Leaf, StaticExpander};
pub use self::parameters::{ExpansionParameters, Parameters};

/// The bytes that the tree takes unless said otherwise.
const DEFAULT_MEMORY: usize = 256 << 20;

/// The Monte-Carlo searcher.
#[derive(Debug)]
pub struct MonteCarlo<G: Game, X> {
    /// One for each thread.
    expanders: Vec<X>,
    parameters: Parameters,
    memory: usize,
    /// The last search's position and its tree.
    last: Option<(G, Tree<G::Move>)>,
}

impl<G: Game, X: Expander<G>> MonteCarlo<G, X> {
    /// A searcher with one thread, a tree of at most 256 MiB and default parameters.
    #[must_use]
    pub fn new(expander: X) -> Self {
        Self {
            expanders: vec![expander],
            parameters: Parameters::default(),
            memory: DEFAULT_MEMORY,
            last: None,
        }
    }

    /// Takes at most so many bytes for its tree; when it is full, it stops growing.
    #[must_use]
    pub fn with_memory(self, bytes: usize) -> Self {
        Self {
            memory: bytes,
            last: None,
            ..self
        }
    }

    /// Searches with other parameters.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self { parameters, ..self }
    }

    /// Searches with so many threads; at least one.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self
    where
        X: Clone,
    {
        let expander = self.expanders[0].clone();
        self.expanders.resize(threads.max(1), expander);
        self
    }

    /// The nodes in the tree of the last search.
    #[must_use]
    pub fn tree_nodes(&self) -> usize {
        self.last.as_ref().map_or(0, |(_, tree)| tree.len())
    }

    /// A tree for the position, with what is left of the last one, its root expanded if the budget
    /// allows.
    fn prepared_tree(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        budget: &Budget<'_>,
    ) -> Tree<G::Move> {
        let reused = self
            .last
            .take()
            .and_then(|(from, tree)| reuse::reuse(tree, &from, position, self.memory));
        let mut tree = reused.unwrap_or_else(|| Tree::new(self.memory));
        let most = if limits.moves.is_empty() {
            self.parameters.kept_at_root.max(limits.lines)
        } else {
            usize::MAX
        };
        let leaf = Leaf { position, most };
        let mut expansions = Vec::new();
        self.expanders[0].expand(&[leaf], budget, &mut expansions);
        if let Some(expansion) = expansions.pop() {
            tree.replace_root(|old| reuse::merged(old, expansion));
        }
        tree
    }
}

impl<G: Game, X: Expander<G> + Send> Searcher<G> for MonteCarlo<G, X> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits<G::Move>,
        signal: &Signal,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) -> Answer<G::Move> {
        let budget = &Budget::new(limits, signal);
        if position.outcome().is_some() {
            return Answer {
                lines: Vec::new(),
                depth: 0,
                nodes: 0,
            };
        }
        let tree = self.prepared_tree(position, limits, budget);
        let shared = &Shared {
            position,
            tree: &tree,
            parameters: &self.parameters,
            budget,
            root_moves: &limits.moves,
            lines: limits.lines.max(1),
        };
        let (main, helpers) = self.expanders.split_at_mut(1);
        thread::scope(|scope| {
            for expander in helpers.iter_mut().take(limits.helpers()) {
                scope.spawn(move || Worker::new(shared, expander).grow(|| false));
            }
            let _finish = FinishOnDrop(budget);
            let mut reporter = Reporter::new(shared, limits);
            Worker::new(shared, &mut main[0])
                .grow(|| reporter.tell_if_due(listener) || thrift::should_stop(shared));
        });
        Reporter::new(shared, limits).tell(listener);
        let answer = shared.answer();
        self.last = Some((position.clone(), tree));
        answer
    }

    fn forget(&mut self) {
        self.last = None;
    }

    fn memory(&self) -> Memory {
        let tree = self.last.as_ref().map(|(_, tree)| tree);
        Memory {
            bytes: tree.map_or(0, Tree::bytes),
            is_full: tree.is_some_and(Tree::is_full),
        }
    }
}

impl<G: Game> Shared<'_, G> {
    /// The best lines, as many as wanted.
    fn best_lines(&self) -> Vec<Line<G::Move>> {
        let share = self.parameters.average_share;
        let is_allowed = |mv| self.root_moves.is_empty() || self.root_moves.contains(&mv);
        let Some(root) = self.tree.root_node() else {
            // Stopped before anything could be found: any move will do.
            let any = find_move(self.position, is_allowed).map(|mv| Line {
                score: Score::Estimate(0),
                moves: vec![mv],
                visits: Some(0),
            });
            return any.into_iter().collect();
        };
        ranked(root, share, |edge| is_allowed(edge.mv))
            .into_iter()
            .take(self.lines)
            .enumerate()
            .map(|(place, edge)| line(self.tree, root, edge, share, place == 0))
            .collect()
    }

    fn answer(&self) -> Answer<G::Move> {
        let lines = self.best_lines();
        Answer {
            depth: lines.first().map_or(0, |line| line.moves.len() as u32),
            lines,
            nodes: self.budget.nodes(),
        }
    }
}

/// Tells the listener now and then what the tree says: at numbers of nodes, not at times, so that it
/// is the same in every run.
struct Reporter<'a, G: Game> {
    shared: &'a Shared<'a, G>,
    due: u64,
    /// The depth at which the search may end.
    enough: Option<u32>,
    is_quiet: bool,
}

impl<'a, G: Game> Reporter<'a, G> {
    fn new(shared: &'a Shared<'a, G>, limits: &Limits<G::Move>) -> Self {
        Self {
            shared,
            due: 1,
            enough: limits.depth,
            is_quiet: limits.quiet && limits.depth.is_none(),
        }
    }

    /// Reports if it is time to; true if the tree is deep enough.
    fn tell_if_due(&mut self, listener: &mut dyn FnMut(Report<G::Move>)) -> bool {
        let nodes = self.shared.budget.nodes();
        if nodes < self.due || self.is_quiet {
            return false;
        }
        self.due = nodes + nodes / 8 + 16;
        let depth = self.tell(listener);
        self.enough.is_some_and(|enough| depth >= enough)
    }

    /// Reports; returns the depth.
    fn tell(&self, listener: &mut dyn FnMut(Report<G::Move>)) -> u32 {
        let answer = self.shared.answer();
        for (index, line) in answer.lines.into_iter().enumerate() {
            listener(Report {
                depth: answer.depth,
                rank: index + 1,
                line,
                nodes: answer.nodes,
                time: self.shared.budget.elapsed(),
            });
        }
        answer.depth
    }
}
