//! A thread of the search: descends to a leaf, expands it and backs up the result.

use std::thread;

use game::Game;

use super::MctsParameters;
use super::edge::{Child, Edge, EdgeStats};
use super::expansion::{Expander, Expansion};
use super::selection::select;
use super::solver::ChildSummary;
use super::tree::{Node, Tree};
use crate::win_probability::win_probability;
use crate::{SearchBudget, SearchLimits, Value};

/// State shared by all threads of a search.
pub(super) struct SearchContext<'a, G: Game> {
    pub position: &'a G,
    pub tree: &'a Tree<G::Move>,
    pub parameters: &'a MctsParameters,
    pub budget: &'a SearchBudget<'a>,
    pub limits: &'a SearchLimits<G::Move>,
}

pub(super) struct TreeWorker<'a, G: Game, X> {
    context: &'a SearchContext<'a, G>,
    expander: &'a mut X,
}

/// Index of a node and of the edge that leaves it.
type PathEdge = (u32, usize);

/// One descent through the tree, with the position at its end.
struct Playout<G> {
    path: Vec<PathEdge>,
    position: G,
}

enum PlayoutEnd {
    /// A leaf that this thread has claimed.
    Leaf,
    /// A node that needs no expansion: win probability and proven value for the player to move.
    Known(f32, Option<Value>),
    /// All expanded moves are proven, but some legal moves are not expanded.
    NeedsRemainingMoves(f32),
    /// A leaf that another playout is expanding.
    Collision,
}

impl<'a, G: Game, X: Expander<G>> TreeWorker<'a, G, X> {
    pub fn new(context: &'a SearchContext<'a, G>, expander: &'a mut X) -> Self {
        Self { context, expander }
    }

    /// Runs playouts until the budget is exhausted, the root is solved or `after_playout` returns
    /// true.
    pub fn run(&mut self, mut after_playout: impl FnMut() -> bool) {
        while !self.is_root_solved() && self.context.budget.try_count_node() {
            self.playout();
            if after_playout() {
                break;
            }
        }
        self.context.budget.stop();
    }

    /// Whether further visits cannot change the result.
    fn is_root_solved(&self) -> bool {
        let context = self.context;
        let Some(root) = context.tree.root_node() else {
            return true;
        };
        // Must be read before the edges: another thread may add the remaining moves in between. In
        // a full tree they can never be added.
        let is_complete = root.is_complete() || context.tree.is_full();
        let mut proven = root
            .edges()
            .filter(|edge| context.limits.allows(edge.mv))
            .map(|edge| edge.stats.proven_value());
        // With several lines, a winning move does not end the search.
        if context.limits.multipv <= 1 && proven.clone().flatten().any(Value::is_win) {
            return true;
        }
        is_complete && proven.all(|proven| proven.is_some())
    }

    fn playout(&mut self) {
        let mut playout = Playout {
            path: Vec::new(),
            position: self.context.position.clone(),
        };
        match self.descend(&mut playout) {
            PlayoutEnd::Leaf => {
                let max_moves = self.context.parameters.max_moves;
                let budget = self.context.budget;
                match self.expander.expand(&playout.position, max_moves, budget) {
                    Some(expansion) => self.attach_leaf(&playout.path, expansion),
                    None => self.cancel_playout(&playout.path),
                }
            }
            PlayoutEnd::Known(q, proven) => self.backup(&playout.path, q, proven),
            PlayoutEnd::NeedsRemainingMoves(q) => {
                self.backup(&playout.path, q, None);
                self.add_remaining_moves(&playout.path);
            }
            PlayoutEnd::Collision => {
                // Counting it would add visits without information.
                self.remove_virtual_losses(&playout.path);
                self.context.budget.uncount_node();
                thread::yield_now();
            }
        }
    }

    fn descend(&self, playout: &mut Playout<G>) -> PlayoutEnd {
        let tree = self.context.tree;
        let mut index = 0;
        let mut node_stats = &tree.root_stats;
        node_stats.add_virtual_loss();
        loop {
            let node = tree.node(index);
            let is_root = playout.path.is_empty();
            let chosen = select(node, node_stats, self.context.parameters, |edge| {
                !is_root || self.context.limits.allows(edge.mv)
            });
            let Some(edge_index) = chosen else {
                let summary = ChildSummary::new(node);
                let minimax = summary.minimax.unwrap_or(0.5);
                return match summary.proven_value() {
                    None if summary.needs_remaining_moves() => {
                        PlayoutEnd::NeedsRemainingMoves(minimax)
                    }
                    proven => PlayoutEnd::Known(minimax, proven),
                };
            };
            let edge = node.edge(edge_index);
            node_stats = &edge.stats;
            node_stats.add_virtual_loss();
            playout.path.push((index, edge_index));
            playout.position.play(edge.mv);
            match edge.child() {
                Child::Node(child) => index = child,
                Child::Unexpanded => return self.classify_leaf(edge, &playout.position),
                Child::Expanding => return PlayoutEnd::Collision,
            }
        }
    }

    /// End of the tree: a proven position, or a leaf to expand.
    fn classify_leaf(&self, edge: &Edge<G::Move>, position: &G) -> PlayoutEnd {
        if let Some(outcome) = self.expander.proven_outcome(position) {
            let value = Value::from_outcome(outcome, position.to_move());
            return PlayoutEnd::Known(win_probability(value), Some(value));
        }
        if self.context.tree.is_full() {
            return PlayoutEnd::Known(1.0 - edge.stats.minimax(), None);
        }
        if edge.claim() {
            PlayoutEnd::Leaf
        } else {
            PlayoutEnd::Collision
        }
    }

    /// Adds an expanded leaf to the tree and backs up its value.
    fn attach_leaf(&mut self, path: &[PathEdge], expansion: Expansion<G::Move>) {
        let tree = self.context.tree;
        let &(parent, edge_index) = path.last().expect("a leaf has a parent");
        let edges = expansion.moves.into_iter().map(Edge::new).collect();
        let node = Node::new(edges, expansion.is_complete);
        let summary = ChildSummary::new(&node);
        tree.node(parent)
            .edge(edge_index)
            .set_child(tree.insert(node));
        let proven = summary.proven_value();
        let q = proven.map_or(expansion.win_probability, win_probability);
        self.backup(path, q, proven);
        if summary.needs_remaining_moves() {
            self.add_remaining_moves(path);
        }
    }

    fn remove_virtual_losses(&self, path: &[PathEdge]) {
        let tree = self.context.tree;
        tree.root_stats.remove_virtual_loss();
        for &(index, edge_index) in path {
            tree.node(index)
                .edge(edge_index)
                .stats
                .remove_virtual_loss();
        }
    }

    /// Undoes a playout, including its claim to the leaf.
    fn cancel_playout(&self, path: &[PathEdge]) {
        let tree = self.context.tree;
        self.remove_virtual_losses(path);
        if let Some(&(index, edge_index)) = path.last() {
            tree.node(index).edge(edge_index).set_child(None);
        }
    }

    /// Records a playout. `q` and `proven` are those of its last position, for the player to move
    /// there.
    fn backup(&mut self, path: &[PathEdge], mut q: f32, mut proven: Option<Value>) {
        let tree = self.context.tree;
        let mut minimax = q;
        let mut incomplete = None;
        for (length, &(index, edge_index)) in path.iter().enumerate().rev() {
            let node = tree.node(index);
            backup_edge(&node.edge(edge_index).stats, q, minimax, proven);
            let summary = ChildSummary::new(node);
            proven = summary.proven_value();
            q = summary.at_least_proven(1.0 - q);
            minimax = summary.minimax.unwrap_or(q);
            if summary.needs_remaining_moves() {
                incomplete = Some(length);
            }
        }
        backup_edge(&tree.root_stats, q, minimax, proven);
        if let Some(length) = incomplete {
            self.add_remaining_moves(&path[..length]);
        }
    }

    /// Adds the legal moves that were not expanded to a node whose expanded moves all lose.
    fn add_remaining_moves(&mut self, path: &[PathEdge]) {
        let tree = self.context.tree;
        let mut position = self.context.position.clone();
        let mut index = 0;
        for &(parent, edge_index) in path {
            let edge = tree.node(parent).edge(edge_index);
            position.play(edge.mv);
            let Child::Node(child) = edge.child() else {
                return;
            };
            index = child;
        }
        let node = tree.node(index);
        let budget = self.context.budget;
        let Some(expansion) = self.expander.expand(&position, usize::MAX, budget) else {
            return;
        };
        let is_new = |mv| node.edges().all(|edge| edge.mv != mv);
        let remaining = expansion.moves.into_iter();
        let remaining = remaining.filter(|expanded| is_new(expanded.mv));
        tree.add_remaining_edges(node, remaining.map(Edge::new).collect());
    }
}

/// Records a visit of an edge; the numbers are those of the opponent, who moves next.
fn backup_edge(stats: &EdgeStats, q: f32, minimax: f32, proven: Option<Value>) {
    stats.record_visit(1.0 - q, 1.0 - minimax);
    if let Some(value) = proven {
        stats.set_proven(value.to_parent());
    }
}

#[cfg(test)]
mod tests {
    use toys::TicTacToe;

    use super::*;
    use crate::StopSignal;
    use crate::mcts::expansion::ExpandedMove;

    /// Expands nothing, as if the budget were exhausted.
    struct NoExpansion;

    impl Expander<TicTacToe> for NoExpansion {
        fn expand(
            &mut self,
            _: &TicTacToe,
            _: usize,
            _: &SearchBudget<'_>,
        ) -> Option<Expansion<<TicTacToe as Game>::Move>> {
            None
        }
    }

    /// The tree is reused after a stop, so a stop must not leave virtual losses or claims behind.
    #[test]
    fn cancelled_playouts_leave_no_trace() {
        let position = TicTacToe::start();
        let edge = |mv| Edge::new(ExpandedMove::unproven(mv, 1.0 / 9.0, 0.5));
        let edges = position.moves().into_iter().map(edge).collect();
        let tree = Tree::new(1 << 20);
        tree.insert(Node::new(edges, true));
        let (limits, signal) = (SearchLimits::nodes(5), StopSignal::new());
        let context = SearchContext {
            position: &position,
            tree: &tree,
            parameters: &MctsParameters::default(),
            budget: &SearchBudget::new(&limits, &signal),
            limits: &limits,
        };
        TreeWorker::new(&context, &mut NoExpansion).run(|| false);
        assert_eq!(context.budget.nodes(), 5);
        assert_eq!(tree.root_stats.visits(), 0);
        for edge in tree.node(0).edges() {
            assert_eq!((edge.stats.visits(), edge.child()), (0, Child::Unexpanded));
        }
    }
}
