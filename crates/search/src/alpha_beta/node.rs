//! The search of one position: alpha-beta by principal variation search, with a cost for each kind
//! of move.

use std::ops::ControlFlow;

use game::Game;

use super::Parameters;
use super::ordering::{History, Killers};
use super::principal_variation::PrincipalVariations;
use super::selectivity::{is_futile, is_safe, is_too_late, late_move_reduction};
use super::window::Window;
use crate::fingerprint::fingerprint;
use crate::table::{Bound, COMPLETE, Entry, Table};
use crate::{Budget, Candidates, Depth, Evaluator, Value};

/// The deepest ply that is searched, whatever the costs of moves are.
pub(super) const MAX_PLY: usize = 250;

/// One thread of the search, with what is its own.
pub(super) struct Worker<'a, G: Game, E> {
    pub parameters: &'a Parameters,
    pub table: &'a Table,
    pub budget: &'a Budget<'a>,
    pub evaluator: &'a mut E,
    pub lines: PrincipalVariations<G::Move>,
    /// How often something was not searched to its end: cut off by depth, pruned, or taken from a
    /// table entry of limited depth. A value found while this stood still is final.
    pub left_out: u64,
    /// The budget is spent; what is being computed is of no use.
    pub is_stopped: bool,
    pub killers: Killers<G::Move>,
    pub history: History,
    /// Lists to be reused.
    pub lists: Vec<Candidates<G::Move>>,
}

/// A position being searched.
pub(super) struct Node<M> {
    pub depth: Depth,
    pub ply: usize,
    pub window: Window,
    pub best: Value,
    pub best_move: Option<M>,
    /// The moves searched so far, in order.
    pub searched: Vec<M>,
    /// The move that is searched a ply deeper.
    pub singular: Option<M>,
}

impl<M> Node<M> {
    pub fn new(depth: Depth, ply: usize, window: Window) -> Self {
        Self {
            depth,
            ply,
            window,
            best: Value::WORST,
            best_move: None,
            searched: Vec::new(),
            singular: None,
        }
    }
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub fn new(
        parameters: &'a Parameters,
        table: &'a Table,
        budget: &'a Budget<'a>,
        evaluator: &'a mut E,
    ) -> Self {
        Self {
            parameters,
            table,
            budget,
            evaluator,
            lines: PrincipalVariations::new(),
            left_out: 0,
            is_stopped: false,
            killers: Killers::new(),
            history: History::new(),
            lists: Vec::new(),
        }
    }

    /// The value of a position: exact inside the window, a bound on its side of it. Means nothing
    /// once the search is stopped.
    pub fn search(&mut self, position: &mut G, depth: Depth, ply: usize, window: Window) -> Value {
        self.lines.clear(ply);
        if !self.budget.visit() {
            self.is_stopped = true;
            return Value::DRAW;
        }
        if let Some(outcome) = self.evaluator.proven_outcome(position) {
            return Value::of_outcome(outcome, position.to_move());
        }
        if depth <= Depth::ZERO || ply >= MAX_PLY {
            self.left_out += 1;
            return self.evaluator.evaluate(position);
        }
        let key = position.key();
        let entry = self.table.probe(key);
        if let Some(value) = self.value_from_table(entry, depth, window) {
            return value;
        }
        if let Some(value) = self.value_by_reverse_futility(position, depth, window) {
            return value;
        }
        let left_out_before = self.left_out;
        let mut node = Node::new(depth, ply, window);
        let _ = self.search_moves(position, &mut node, entry);
        if !self.is_stopped {
            let is_final = self.left_out == left_out_before;
            self.remember(key, &node, window, is_final);
        }
        node.best
    }

    /// The table's value, where it settles the search. Lines of play are cut short by it, so inside an
    /// open window only final values are taken.
    fn value_from_table(
        &mut self,
        entry: Option<Entry>,
        depth: Depth,
        window: Window,
    ) -> Option<Value> {
        let entry = entry.filter(|entry| entry.settles(depth, window.alpha, window.beta))?;
        if entry.depth == COMPLETE {
            return Some(entry.value);
        }
        if window.holds_values() {
            return None;
        }
        self.left_out += 1;
        Some(entry.value)
    }

    /// Near the horizon, a position far above the window is taken to stay there.
    fn value_by_reverse_futility(
        &mut self,
        position: &G,
        depth: Depth,
        window: Window,
    ) -> Option<Value> {
        let margin = self.parameters.reverse_futility.as_ref()?;
        if window.holds_values() || depth > margin.most_depth {
            return None;
        }
        let value = self.evaluator.evaluate(position);
        is_safe(margin, depth, value, window.beta).then(|| {
            self.left_out += 1;
            value
        })
    }

    /// Searches one move and keeps it if it is the best; breaks at a cut-off or when stopped.
    pub fn search_move(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        mv: G::Move,
        known: Option<Value>,
    ) -> ControlFlow<()> {
        let mut child_depth = node.depth - self.cost(position, mv);
        if node.singular == Some(mv) {
            child_depth = child_depth + Depth::PLY;
        }
        if let Some(value) = known.filter(|&value| self.is_pruned(node, value, child_depth)) {
            self.left_out += 1;
            // The bound that the node ends with must not be lower than what was left out.
            node.best = node.best.max(value.min(node.window.alpha));
            return ControlFlow::Continue(());
        }
        let value = if child_depth <= Depth::ZERO {
            self.value_at_horizon(position, mv, known)
        } else {
            self.value_by_search(position, node, mv, child_depth)
        };
        if self.is_stopped {
            return ControlFlow::Break(());
        }
        node.searched.push(mv);
        if value > node.best {
            node.best = value;
            node.best_move = Some(mv);
        }
        if value > node.window.alpha {
            node.window.alpha = value;
            self.lines.update(node.ply, mv, child_depth <= Depth::ZERO);
            if value >= node.window.beta {
                self.learn_from_cut(position, node, mv);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a move is left out. Never while everything searched so far is proved to lose: what is
    /// left out could be the rescue.
    fn is_pruned(&self, node: &Node<G::Move>, value: Value, child_depth: Depth) -> bool {
        if node.window.holds_values() || node.best == Value::WORST || node.best.is_loss() {
            return false;
        }
        let parameters = self.parameters;
        let futile = parameters
            .futility
            .as_ref()
            .is_some_and(|margin| is_futile(margin, child_depth, value, node.window.alpha));
        let too_late = parameters
            .late_move_pruning
            .as_ref()
            .is_some_and(|pruning| is_too_late(pruning, node.depth, node.searched.len()));
        futile || (too_late && !value.is_decided())
    }

    /// A move with nothing left to search behind it is worth what the evaluator says.
    pub fn value_at_horizon(
        &mut self,
        position: &mut G,
        mv: G::Move,
        known: Option<Value>,
    ) -> Value {
        let value = known.unwrap_or_else(|| {
            let undo = position.play(mv);
            let value = self.evaluator.value(position);
            position.unplay(mv, undo);
            value.seen_from_parent()
        });
        if !value.is_decided() {
            self.left_out += 1;
        }
        value
    }

    /// Principal variation search: the first move gets the whole window, each other one must first
    /// show, perhaps at reduced depth, that it is better than the best so far.
    pub fn value_by_search(
        &mut self,
        position: &mut G,
        node: &Node<G::Move>,
        mv: G::Move,
        depth: Depth,
    ) -> Value {
        let place = node.searched.len();
        let (alpha, beta) = (node.window.alpha, node.window.beta);
        let parameters = self.parameters;
        let undo = position.play(mv);
        let mut look = |depth, window: Window| {
            self.search(position, depth, node.ply + 1, window.for_child())
                .seen_from_parent()
        };
        let value = if place == 0 {
            look(depth, node.window)
        } else {
            let reduction = parameters
                .late_move_reduction
                .as_ref()
                .map_or(Depth::ZERO, |by| late_move_reduction(by, node.depth, place));
            let test = Window::above(alpha);
            let mut value = look(depth - reduction, test);
            if value > alpha && reduction > Depth::ZERO {
                value = look(depth, test);
            }
            if value > alpha && value < beta {
                value = look(depth, node.window);
            }
            value
        };
        position.unplay(mv, undo);
        value
    }

    /// A move that cut off is tried early elsewhere, those tried in vain before it later.
    fn learn_from_cut(&mut self, position: &G, node: &Node<G::Move>, mv: G::Move) {
        self.killers.add(node.ply, mv);
        let plies = node.depth.in_sixty_fourths() / Depth::PLY.in_sixty_fourths() + 1;
        let weight = 32 * plies * plies;
        let color = position.to_move();
        self.history.count(color, mv, weight);
        for &failed in node.searched.iter().filter(|&&failed| failed != mv) {
            self.history.count(color, failed, -weight);
        }
    }

    fn remember(&self, key: u64, node: &Node<G::Move>, window: Window, is_final: bool) {
        let Some(best_move) = node.best_move else {
            return;
        };
        let bound = if node.best >= window.beta {
            Bound::Lower
        } else if node.best <= window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        // A proved win is one at any depth, even if a shorter one was not looked for; likewise a loss.
        let (bound, depth) = match bound {
            _ if is_final => (bound, COMPLETE),
            Bound::Lower | Bound::Exact if node.best.is_win() => (Bound::Lower, COMPLETE),
            Bound::Upper | Bound::Exact if node.best.is_loss() => (Bound::Upper, COMPLETE),
            _ => (bound, node.depth),
        };
        let entry = Entry {
            value: node.best,
            bound,
            depth,
            best_move: fingerprint(best_move),
        };
        self.table.store(key, entry);
    }

    /// What a move takes off the depth.
    pub fn cost(&self, position: &G, mv: G::Move) -> Depth {
        let costs = &self.parameters.costs;
        if costs.is_empty() {
            return Depth::PLY;
        }
        let kind = usize::from(position.kind(mv).0);
        costs.get(kind).copied().unwrap_or(Depth::PLY)
    }
}
