//! One thread that grows the tree: down to a leaf, expansion, and back up.

use std::thread;

use game::Game;

use super::Parameters;
use super::edge::{Child, Edge, Statistics};
use super::expansion::{Expander, Expansion, Leaf};
use super::proof::Summary;
use super::selection::select;
use super::tree::{Node, Tree};
use crate::chance::chance_of;
use crate::{Budget, Value};

/// What all threads of a search share.
pub(super) struct Shared<'a, G: Game> {
    pub position: &'a G,
    pub tree: &'a Tree<G::Move>,
    pub parameters: &'a Parameters,
    pub budget: &'a Budget<'a>,
    /// The only moves that the first position may go on with; all if empty.
    pub root_moves: &'a [G::Move],
    /// How many lines are wanted; with more than one, a winning move does not end the search.
    pub lines: usize,
}

/// One thread of the search.
pub(super) struct Worker<'a, G: Game, X> {
    shared: &'a Shared<'a, G>,
    expander: &'a mut X,
    waiting: Vec<Visit<G>>,
    expansions: Vec<Expansion<G::Move>>,
}

/// A node and the place of the move that was followed there.
type Step = (u32, usize);

/// A way down the tree, with the position at its end.
struct Visit<G> {
    path: Vec<Step>,
    position: G,
}

/// How a way down ended.
enum End {
    /// At a leaf that this thread has claimed.
    Leaf,
    /// At something that needs no expansion: what it is worth to the player to move there.
    Known(f32, Option<Value>),
    /// At a node whose moves are all proved, though not all moves are there.
    Stuck(f32),
    /// At a leaf that another visit has claimed, and that nobody knows yet.
    Collision,
}

impl<'a, G: Game, X: Expander<G>> Worker<'a, G, X> {
    pub fn new(shared: &'a Shared<'a, G>, expander: &'a mut X) -> Self {
        Self {
            shared,
            expander,
            waiting: Vec::new(),
            expansions: Vec::new(),
        }
    }

    /// Grows the tree until the budget is spent or the root is settled; calls `after_round` after each
    /// batch of leaves, and ends if it says so.
    pub fn grow(&mut self, mut after_round: impl FnMut() -> bool) {
        let mut has_budget = true;
        while has_budget && !self.is_settled() {
            while has_budget && self.waiting.len() < self.expander.batch_size() {
                has_budget = self.shared.budget.visit();
                if has_budget && !self.visit() {
                    break;
                }
            }
            self.expand_waiting();
            if after_round() {
                break;
            }
        }
        self.shared.budget.finish();
    }

    /// Whether more visits to the root find nothing new.
    fn is_settled(&self) -> bool {
        let shared = self.shared;
        let Some(root) = shared.tree.root_node() else {
            return true;
        };
        // Moves may be missing that a thread is just adding, or that there is no room for. Asked before the
        // moves are, lest the last ones come in between.
        let is_complete = root.is_complete() || shared.tree.is_full();
        let mut proofs = root
            .edges()
            .filter(|edge| self.is_allowed(edge))
            .map(|edge| edge.statistics.proof());
        if shared.lines <= 1 && proofs.clone().flatten().any(Value::is_win) {
            return true;
        }
        is_complete && proofs.all(|proof| proof.is_some())
    }

    fn is_allowed(&self, edge: &Edge<G::Move>) -> bool {
        let moves = self.shared.root_moves;
        moves.is_empty() || moves.contains(&edge.mv)
    }

    /// One way down the tree. True if there is a leaf at its end, which now waits for its expansion.
    fn visit(&mut self) -> bool {
        let mut visit = Visit {
            path: Vec::new(),
            position: self.shared.position.clone(),
        };
        match self.descend(&mut visit) {
            End::Leaf => {
                self.waiting.push(visit);
                return true;
            }
            End::Known(chance, proof) => self.back_up(&visit.path, chance, proof),
            End::Stuck(chance) => {
                self.back_up(&visit.path, chance, None);
                self.complete(&visit.path);
            }
            End::Collision => {
                // Counting it would fill the tree with visits that found nothing out.
                self.abandon(&visit.path);
                self.shared.budget.take_back();
                thread::yield_now();
            }
        }
        false
    }

    fn descend(&self, visit: &mut Visit<G>) -> End {
        let tree = self.shared.tree;
        let mut index = 0;
        let mut into = &tree.root;
        into.begin_visit();
        loop {
            let node = tree.node(index);
            let at_root = visit.path.is_empty();
            let chosen = select(node, into, self.shared.parameters, |edge| {
                !at_root || self.is_allowed(edge)
            });
            let Some(place) = chosen else {
                let summary = Summary::of(node);
                let minimax = summary.minimax.unwrap_or(0.5);
                return match summary.proof() {
                    None if summary.needs_rest() => End::Stuck(minimax),
                    proof => End::Known(minimax, proof),
                };
            };
            let edge = node.edge(place);
            into = &edge.statistics;
            into.begin_visit();
            visit.path.push((index, place));
            visit.position.play(edge.mv);
            match edge.child() {
                Child::Node(child) => index = child,
                Child::None => return self.arrive(edge, &visit.position),
                Child::Claimed => return End::Collision,
            }
        }
    }

    /// The end of the tree: a position that the rules decide, or a leaf to be expanded.
    fn arrive(&self, edge: &Edge<G::Move>, position: &G) -> End {
        if let Some(outcome) = self.expander.proven_outcome(position) {
            let value = Value::of_outcome(outcome, position.to_move());
            return End::Known(chance_of(value), Some(value));
        }
        if self.shared.tree.is_full() {
            return End::Known(1.0 - edge.statistics.minimax(), None);
        }
        if edge.claim() {
            End::Leaf
        } else {
            End::Collision
        }
    }

    /// Expands all leaves that wait, and backs up what was found.
    fn expand_waiting(&mut self) {
        let most = self.shared.parameters.kept;
        let mut waiting = std::mem::take(&mut self.waiting);
        let mut expansions = std::mem::take(&mut self.expansions);
        expansions.clear();
        if !waiting.is_empty() {
            let positions = waiting.iter().map(|visit| &visit.position);
            let leaves: Vec<_> = positions.map(|position| Leaf { position, most }).collect();
            self.expander
                .expand(&leaves, self.shared.budget, &mut expansions);
        }
        let mut found = expansions.drain(..);
        for visit in waiting.drain(..) {
            match found.next() {
                Some(expansion) => self.graft(&visit, expansion),
                None => self.cancel(&visit.path),
            }
        }
        drop(found);
        (self.waiting, self.expansions) = (waiting, expansions);
    }

    /// Adds an expanded leaf to the tree.
    fn graft(&mut self, visit: &Visit<G>, expansion: Expansion<G::Move>) {
        let tree = self.shared.tree;
        let &(parent, place) = visit.path.last().expect("a leaf has a parent");
        let edges = expansion.branches.into_iter().map(Edge::new).collect();
        let node = Node::new(edges, expansion.is_complete);
        let summary = Summary::of(&node);
        tree.node(parent).edge(place).settle(tree.insert(node));
        let proof = summary.proof();
        let chance = proof.map_or(expansion.chance, chance_of);
        self.back_up(&visit.path, chance, proof);
        if summary.needs_rest() {
            self.complete(&visit.path);
        }
    }

    /// Takes back that a visit came along its path.
    fn abandon(&self, path: &[Step]) {
        let tree = self.shared.tree;
        tree.root.cancel_visit();
        for &(index, place) in path {
            tree.node(index).edge(place).statistics.cancel_visit();
        }
    }

    /// Takes back all that a visit left on its path, its claim to the leaf included.
    fn cancel(&self, path: &[Step]) {
        let tree = self.shared.tree;
        self.abandon(path);
        if let Some(&(index, place)) = path.last() {
            tree.node(index).edge(place).settle(None);
        }
    }

    /// Finishes a visit: `chance` and `proof` are those of its last position, to the player to move
    /// there.
    fn back_up(&mut self, path: &[Step], mut chance: f32, mut proof: Option<Value>) {
        let tree = self.shared.tree;
        let mut minimax = chance;
        let mut incomplete = None;
        for (length, &(index, place)) in path.iter().enumerate().rev() {
            let node = tree.node(index);
            finish(&node.edge(place).statistics, chance, minimax, proof);
            let summary = Summary::of(node);
            proof = summary.proof();
            chance = summary.at_least_proved(1.0 - chance);
            minimax = summary.minimax.unwrap_or(chance);
            if summary.needs_rest() {
                incomplete = Some(length);
            }
        }
        finish(&tree.root, chance, minimax, proof);
        if let Some(length) = incomplete {
            self.complete(&path[..length]);
        }
    }

    /// All moves of a node lose, but not all moves are there: adds the others.
    fn complete(&mut self, path: &[Step]) {
        let tree = self.shared.tree;
        let mut position = self.shared.position.clone();
        let mut index = 0;
        for &(parent, place) in path {
            let edge = tree.node(parent).edge(place);
            position.play(edge.mv);
            let Child::Node(child) = edge.child() else {
                return;
            };
            index = child;
        }
        let node = tree.node(index);
        let leaf = Leaf {
            position: &position,
            most: usize::MAX,
        };
        let mut expansions = Vec::new();
        self.expander
            .expand(&[leaf], self.shared.budget, &mut expansions);
        let Some(expansion) = expansions.pop() else {
            return;
        };
        let is_new = |mv| node.edges().all(|edge| edge.mv != mv);
        let rest = expansion
            .branches
            .into_iter()
            .filter(|branch| is_new(branch.mv));
        tree.add_rest(node, rest.map(Edge::new).collect());
    }
}

/// Finishes a visit to a move, with what the opponent thinks of the position behind it.
fn finish(statistics: &Statistics, chance: f32, minimax: f32, proof: Option<Value>) {
    statistics.finish_visit(1.0 - chance, 1.0 - minimax);
    if let Some(value) = proof {
        statistics.prove(value.seen_from_parent());
    }
}

#[cfg(test)]
mod tests {
    use toys::TicTacToe;

    use super::*;
    use crate::monte_carlo::expansion::Branch;
    use crate::{Limits, Signal};

    /// As if the budget were spent during every expansion.
    struct Refusing;

    impl Expander<TicTacToe> for Refusing {
        fn expand(
            &mut self,
            _: &[Leaf<'_, TicTacToe>],
            _: &Budget<'_>,
            expansions: &mut Vec<Expansion<<TicTacToe as Game>::Move>>,
        ) {
            expansions.clear();
        }
    }

    /// A tree is reused after a stop, so a stop must leave nothing half-done in it.
    #[test]
    fn a_visit_without_expansion_leaves_no_trace() {
        let position = TicTacToe::start();
        let branch = |mv| Branch {
            mv,
            prior: 1.0 / 9.0,
            chance: 0.5,
            proof: None,
        };
        let edges = position
            .moves()
            .into_iter()
            .map(branch)
            .map(Edge::new)
            .collect();
        let tree = Tree::new(1 << 20);
        tree.insert(Node::new(edges, true));
        let signal = Signal::new();
        let shared = Shared {
            position: &position,
            tree: &tree,
            parameters: &Parameters::default(),
            budget: &Budget::new(&Limits::<()>::nodes(5), &signal),
            root_moves: &[],
            lines: 1,
        };
        Worker::new(&shared, &mut Refusing).grow(|| false);
        assert_eq!(shared.budget.nodes(), 5);
        assert_eq!(tree.root.visits(), 0);
        for edge in tree.node(0).edges() {
            assert_eq!((edge.statistics.visits(), edge.child()), (0, Child::None));
        }
    }
}
