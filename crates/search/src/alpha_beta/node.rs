//! Search of one position: principal variation search with a depth cost per kind of move.

use std::ops::ControlFlow;

use game::Game;

use super::AlphaBetaParameters;
use super::ordering::{History, Killers};
use super::pruning::{is_futile, is_late_move_pruned, is_reverse_futile, late_move_reduction};
use super::pv_table::PvTable;
use super::window::Window;
use crate::move_hash::move_hash;
use crate::transposition_table::{Bound, DEPTH_UNLIMITED, TableEntry, TranspositionTable};
use crate::{Candidates, Depth, Evaluator, SearchBudget, Value};

/// Maximum ply, whatever the costs of moves.
pub(super) const MAX_PLY: usize = 250;

/// State of one search thread.
pub(super) struct SearchThread<'a, G: Game, E> {
    pub parameters: &'a AlphaBetaParameters,
    pub table: &'a TranspositionTable,
    pub budget: &'a SearchBudget<'a>,
    pub evaluator: &'a mut E,
    pub pv_table: PvTable<G::Move>,
    /// Number of subtrees not searched to the end of the game (depth, pruning, table entry of
    /// limited depth). If it does not change during a search, the value is exact.
    pub incomplete_count: u64,
    /// Whether the budget is exhausted; the value being computed is then meaningless.
    pub is_stopped: bool,
    pub killers: Killers<G::Move>,
    pub history: History,
    pub candidate_buffers: Vec<Candidates<G::Move>>,
}

/// A position during its search.
pub(super) struct Node<M> {
    pub depth: Depth,
    pub ply: usize,
    pub window: Window,
    pub best: Value,
    pub best_move: Option<M>,
    /// Moves searched so far, in order.
    pub searched_moves: Vec<M>,
    /// Move to extend by a ply.
    pub singular: Option<M>,
}

impl<M> Node<M> {
    pub fn new(depth: Depth, ply: usize, window: Window) -> Self {
        Self {
            depth,
            ply,
            window,
            best: Value::MIN,
            best_move: None,
            searched_moves: Vec::new(),
            singular: None,
        }
    }
}

impl<'a, G: Game, E: Evaluator<G>> SearchThread<'a, G, E> {
    pub fn new(
        parameters: &'a AlphaBetaParameters,
        table: &'a TranspositionTable,
        budget: &'a SearchBudget<'a>,
        evaluator: &'a mut E,
    ) -> Self {
        Self {
            parameters,
            table,
            budget,
            evaluator,
            pv_table: PvTable::new(),
            incomplete_count: 0,
            is_stopped: false,
            killers: Killers::new(),
            history: History::new(),
            candidate_buffers: Vec::new(),
        }
    }

    /// Value of a position: exact inside the window, a bound outside (fail-soft). Meaningless once
    /// `is_stopped`.
    pub fn search(&mut self, position: &mut G, depth: Depth, ply: usize, window: Window) -> Value {
        self.pv_table.clear(ply);
        if !self.budget.try_count_node() {
            self.is_stopped = true;
            return Value::DRAW;
        }
        if let Some(outcome) = self.evaluator.proven_outcome(position) {
            return Value::from_outcome(outcome, position.to_move());
        }
        if depth <= Depth::ZERO || ply >= MAX_PLY {
            self.incomplete_count += 1;
            return self.evaluator.evaluate(position);
        }
        let key = position.key();
        let entry = self.table.probe(key);
        if let Some(value) = self.probe_table(entry, depth, window) {
            return value;
        }
        if let Some(value) = self.try_reverse_futility(position, depth, window) {
            return value;
        }
        let incomplete_before = self.incomplete_count;
        let mut node = Node::new(depth, ply, window);
        let _ = self.search_all_moves(position, &mut node, entry);
        if !self.is_stopped {
            let is_exact = self.incomplete_count == incomplete_before;
            self.store_entry(key, &node, window, is_exact);
        }
        node.best
    }

    /// The table's value if it allows a cutoff. In an open window only exact values do, since a
    /// table hit cuts the principal variation short.
    fn probe_table(
        &mut self,
        entry: Option<TableEntry>,
        depth: Depth,
        window: Window,
    ) -> Option<Value> {
        let entry = entry.filter(|entry| entry.allows_cutoff(depth, window.alpha, window.beta))?;
        if entry.depth == DEPTH_UNLIMITED {
            return Some(entry.value);
        }
        if window.is_open() {
            return None;
        }
        self.incomplete_count += 1;
        Some(entry.value)
    }

    /// Reverse futility pruning: near the horizon, a position far above beta is assumed to stay
    /// there.
    fn try_reverse_futility(
        &mut self,
        position: &G,
        depth: Depth,
        window: Window,
    ) -> Option<Value> {
        let margin = self.parameters.reverse_futility.as_ref()?;
        if window.is_open() || depth > margin.max_depth {
            return None;
        }
        let value = self.evaluator.evaluate(position);
        is_reverse_futile(margin, depth, value, window.beta).then(|| {
            self.incomplete_count += 1;
            value
        })
    }

    /// Searches one move and updates the best; breaks at a cutoff or when stopped.
    pub fn search_move(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        mv: G::Move,
        static_value: Option<Value>,
    ) -> ControlFlow<()> {
        let mut child_depth = node.depth - self.cost(position, mv);
        if node.singular == Some(mv) {
            child_depth = child_depth + Depth::PLY;
        }
        if let Some(value) = static_value.filter(|&value| self.is_pruned(node, value, child_depth))
        {
            self.incomplete_count += 1;
            // The node's upper bound must cover the pruned move.
            node.best = node.best.max(value.min(node.window.alpha));
            return ControlFlow::Continue(());
        }
        let value = if child_depth <= Depth::ZERO {
            self.leaf_value(position, mv, static_value)
        } else {
            self.search_child(position, node, mv, child_depth)
        };
        if self.is_stopped {
            return ControlFlow::Break(());
        }
        node.searched_moves.push(mv);
        if value > node.best {
            node.best = value;
            node.best_move = Some(mv);
        }
        if value > node.window.alpha {
            node.window.alpha = value;
            self.pv_table
                .update(node.ply, mv, child_depth <= Depth::ZERO);
            if value >= node.window.beta {
                self.update_killers_and_history(position, node, mv);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a move is pruned. Never while all searched moves are proven losses: a pruned move
    /// could be the only defense.
    fn is_pruned(&self, node: &Node<G::Move>, value: Value, child_depth: Depth) -> bool {
        if node.window.is_open() || node.best == Value::MIN || node.best.is_loss() {
            return false;
        }
        let parameters = self.parameters;
        let futile = parameters
            .futility
            .as_ref()
            .is_some_and(|margin| is_futile(margin, child_depth, value, node.window.alpha));
        let late = parameters
            .late_move_pruning
            .as_ref()
            .is_some_and(|pruning| {
                is_late_move_pruned(pruning, node.depth, node.searched_moves.len())
            });
        futile || (late && !value.is_decisive())
    }

    /// Static value of a move without depth left.
    pub fn leaf_value(
        &mut self,
        position: &mut G,
        mv: G::Move,
        static_value: Option<Value>,
    ) -> Value {
        let value = static_value.unwrap_or_else(|| {
            let undo = position.play(mv);
            let value = self.evaluator.value(position);
            position.unplay(mv, undo);
            value.to_parent()
        });
        if !value.is_decisive() {
            self.incomplete_count += 1;
        }
        value
    }

    /// Principal variation search: full window for the first move; for others a null window,
    /// perhaps reduced, and a re-search if they exceed alpha.
    pub fn search_child(
        &mut self,
        position: &mut G,
        node: &Node<G::Move>,
        mv: G::Move,
        depth: Depth,
    ) -> Value {
        let move_number = node.searched_moves.len();
        let (alpha, beta) = (node.window.alpha, node.window.beta);
        let parameters = self.parameters;
        let undo = position.play(mv);
        let mut search_window = |depth, window: Window| {
            self.search(position, depth, node.ply + 1, window.for_child())
                .to_parent()
        };
        let value = if move_number == 0 {
            search_window(depth, node.window)
        } else {
            let reduction = parameters
                .late_move_reduction
                .as_ref()
                .map_or(Depth::ZERO, |by| {
                    late_move_reduction(by, node.depth, move_number)
                });
            let test = Window::null(alpha);
            let mut value = search_window(depth - reduction, test);
            if value > alpha && reduction > Depth::ZERO {
                value = search_window(depth, test);
            }
            if value > alpha && value < beta {
                value = search_window(depth, node.window);
            }
            value
        };
        position.unplay(mv, undo);
        value
    }

    /// Rewards the move that caused a cutoff and penalizes those searched before it.
    fn update_killers_and_history(&mut self, position: &G, node: &Node<G::Move>, mv: G::Move) {
        self.killers.insert(node.ply, mv);
        let plies = node.depth.as_fraction() / Depth::PLY.as_fraction() + 1;
        let weight = 32 * plies * plies;
        let color = position.to_move();
        self.history.update(color, mv, weight);
        for &failed in node.searched_moves.iter().filter(|&&failed| failed != mv) {
            self.history.update(color, failed, -weight);
        }
    }

    fn store_entry(&self, key: u64, node: &Node<G::Move>, window: Window, is_exact: bool) {
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
        // A proven win holds at any depth, even if a shorter one may exist; likewise a loss.
        let (bound, depth) = match bound {
            _ if is_exact => (bound, DEPTH_UNLIMITED),
            Bound::Lower | Bound::Exact if node.best.is_win() => (Bound::Lower, DEPTH_UNLIMITED),
            Bound::Upper | Bound::Exact if node.best.is_loss() => (Bound::Upper, DEPTH_UNLIMITED),
            _ => (bound, node.depth),
        };
        let entry = TableEntry {
            value: node.best,
            bound,
            depth,
            best_move: move_hash(best_move),
        };
        self.table.store(key, entry);
    }

    /// Depth cost of a move.
    pub fn cost(&self, position: &G, mv: G::Move) -> Depth {
        let costs = &self.parameters.move_kind_costs;
        if costs.is_empty() {
            return Depth::PLY;
        }
        let kind = usize::from(position.move_kind(mv).0);
        costs.get(kind).copied().unwrap_or(Depth::PLY)
    }
}
