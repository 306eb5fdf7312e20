//! Iterative deepening at the root.
//!
//! A move that beats all before it goes to the front of the list, so the first moves are the result
//! at any time, even in the middle of an iteration.

use game::Game;

use super::node::{MAX_PLY, Node, SearchThread};
use super::window::Window;
use crate::evaluator::find_move;
use crate::{
    CandidateRequest, Candidates, Depth, Evaluator, Score, SearchInfo, SearchLimits, SearchResult,
    Value,
};

/// No iteration starts once the elapsed time exceeds this multiple of the remaining time.
const MAX_ELAPSED_TO_REMAINING: f64 = 1.5;

struct RootMove<M> {
    mv: M,
    static_value: Value,
    /// Value by search, if the move was ever best; otherwise the static value.
    value: Value,
    /// Whether no deeper search can change the value.
    is_exact: bool,
    line: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    fn new(mv: M, static_value: Value) -> Self {
        Self {
            mv,
            static_value,
            value: static_value,
            is_exact: static_value.is_win(),
            line: vec![mv],
        }
    }

    /// A loss counts as proven only if no other move could be better.
    fn score(&self) -> Score {
        let value = if self.value.is_loss() && !self.is_exact {
            Value::from_millilogits(-Value::MAX_ESTIMATE)
        } else {
            self.value
        };
        Score::from_value(value, self.is_exact)
    }
}

/// Search of the root by one thread.
pub(super) struct RootSearch<'w, 'a, G: Game, E> {
    thread: &'w mut SearchThread<'a, G, E>,
    position: G,
    moves: Vec<RootMove<G::Move>>,
    /// Whether `moves` has all moves allowed at the root.
    is_complete: bool,
    multipv: usize,
    /// Last completed depth.
    depth: u32,
}

impl<'w, 'a, G: Game, E: Evaluator<G>> RootSearch<'w, 'a, G, E> {
    pub fn new(
        thread: &'w mut SearchThread<'a, G, E>,
        position: &G,
        limits: &SearchLimits<G::Move>,
    ) -> Self {
        let mut root = Self {
            thread,
            position: position.clone(),
            moves: Vec::new(),
            is_complete: false,
            multipv: limits.multipv.max(1),
            depth: 0,
        };
        let max_moves = limits.max_root_moves(root.thread.parameters.max_root_moves);
        root.add_candidates(max_moves, |mv| limits.allows(mv));
        // A search stopped at once has a result.
        if root.moves.is_empty()
            && let Some(mv) = find_move(position, |mv| limits.allows(mv))
        {
            root.moves.push(RootMove::new(mv, Value::DRAW));
            root.is_complete = false;
        }
        root
    }

    /// Adds the evaluator's candidates that are not yet in the list.
    fn add_candidates(&mut self, max_moves: usize, is_allowed: impl Fn(G::Move) -> bool) {
        let mut candidates = Candidates::new();
        let request = CandidateRequest {
            max_moves,
            cutoff: Value::MAX,
            budget: self.thread.budget,
        };
        if self.position.outcome().is_none() {
            self.thread
                .evaluator
                .candidates(&self.position, &request, &mut candidates);
        }
        for candidate in candidates.as_slice() {
            let is_new = self.moves.iter().all(|known| known.mv != candidate.mv);
            if is_new && is_allowed(candidate.mv) {
                self.moves
                    .push(RootMove::new(candidate.mv, candidate.value));
            }
        }
        self.is_complete = candidates.is_complete() || max_moves == usize::MAX;
    }

    /// Searches deeper and deeper until the budget is exhausted or the result cannot change.
    pub fn iterative_deepening(
        &mut self,
        first_depth: u32,
        last_depth: Option<u32>,
        listener: &mut dyn FnMut(SearchInfo<G::Move>),
    ) {
        let last_depth = last_depth.unwrap_or(MAX_PLY as u32).min(MAX_PLY as u32);
        for depth in first_depth..=last_depth {
            for pv_index in 0..self.multipv.min(self.moves.len()) {
                self.search_multipv(depth, pv_index);
                if self.thread.is_stopped {
                    // An unfinished iteration may have improved the lines.
                    self.lines().for_each(listener);
                    return;
                }
                listener(self.info(depth, pv_index));
            }
            self.depth = depth;
            let mut best = self.moves.iter().take(self.multipv);
            if best.all(|best| best.is_exact) || self.should_stop_early() {
                return;
            }
        }
    }

    /// Whether to save the time of another iteration: each takes several times as long as the last,
    /// and an unfinished one rarely changes the result.
    fn should_stop_early(&self) -> bool {
        let budget = self.thread.budget;
        let is_forced = self.is_complete && self.moves.len() <= 1;
        is_forced && budget.saveable_time().is_some()
            || budget.should_save_time(MAX_ELAPSED_TO_REMAINING)
    }

    /// Moves the best of the moves from `pv_index` on to that index (aspiration search).
    fn search_multipv(&mut self, depth: u32, pv_index: usize) {
        let aspiration_window = self.thread.parameters.aspiration_window;
        let mut margin = aspiration_window.filter(|_| depth > 1);
        let expected = self.moves[pv_index].value;
        let around = |margin: Option<i32>, sign: i32, beyond: Value| match margin {
            Some(margin) if !expected.is_decisive() => expected.saturating_add(sign * margin),
            _ => beyond,
        };
        let mut window = Window {
            alpha: around(margin, -1, Value::MIN),
            beta: around(margin, 1, Value::MAX),
        };
        loop {
            let best = self.search_root_moves(depth, pv_index, window);
            if self.thread.is_stopped {
                return;
            }
            margin = margin
                .map(|margin| margin * 2)
                .filter(|_| !best.is_decisive());
            if best <= window.alpha {
                window.alpha = around(margin, -1, Value::MIN);
            } else if best >= window.beta {
                window.beta = around(margin, 1, Value::MAX);
            } else if pv_index == 0 && best.is_loss() && !self.is_complete {
                self.add_candidates(usize::MAX, |_| true);
            } else {
                return;
            }
        }
    }

    /// Searches the moves from `pv_index` on.
    fn search_root_moves(&mut self, depth: u32, pv_index: usize, window: Window) -> Value {
        let incomplete_before = self.thread.incomplete_count;
        let mut node = Node::new(Depth::from_plies(depth), 0, window);
        self.thread.pv_table.clear(0);
        for index in pv_index..self.moves.len() {
            let value = self.search_root_move(index, &node);
            if self.thread.is_stopped {
                return node.best;
            }
            node.searched_moves.push(self.moves[index].mv);
            node.best = node.best.max(value);
            if value > node.window.alpha {
                node.window.alpha = value;
                self.promote(index, pv_index, value);
                if value >= window.beta {
                    return value;
                }
            }
        }
        let exceeds_alpha = node.best > window.alpha;
        let nothing_omitted = self.is_complete && self.thread.incomplete_count == incomplete_before;
        let is_lost = node.best.is_loss() && (self.is_complete || pv_index > 0);
        self.moves[pv_index].is_exact =
            exceeds_alpha && (nothing_omitted || is_lost || node.best.is_win());
        node.best
    }

    fn search_root_move(&mut self, index: usize, node: &Node<G::Move>) -> Value {
        let RootMove {
            mv, static_value, ..
        } = self.moves[index];
        let child_depth = node.depth - self.thread.cost(&self.position, mv);
        self.thread.pv_table.clear(1);
        if child_depth <= Depth::ZERO {
            self.thread
                .leaf_value(&mut self.position, mv, Some(static_value))
        } else {
            self.thread
                .search_child(&mut self.position, node, mv, child_depth)
        }
    }

    /// Moves the move at `index` to `pv_index`, with its new value and line.
    fn promote(&mut self, index: usize, pv_index: usize, value: Value) {
        let best = &mut self.moves[index];
        best.value = value;
        best.is_exact = false;
        best.line.truncate(1);
        best.line.extend_from_slice(self.thread.pv_table.at(1));
        self.moves[pv_index..=index].rotate_right(1);
    }

    fn info(&self, depth: u32, pv_index: usize) -> SearchInfo<G::Move> {
        let root_move = &self.moves[pv_index];
        SearchInfo {
            depth,
            multipv: pv_index + 1,
            score: Some(root_move.score()),
            nodes: self.thread.budget.nodes(),
            time: self.thread.budget.elapsed(),
            pv: root_move.line.clone(),
            visits: None,
        }
    }

    fn lines(&self) -> impl Iterator<Item = SearchInfo<G::Move>> {
        let ranks = 0..self.multipv.min(self.moves.len());
        ranks.map(|pv_index| self.info(self.depth.max(1), pv_index))
    }

    pub fn result(&self) -> SearchResult<G::Move> {
        SearchResult {
            lines: self.lines().collect(),
            depth: self.depth,
            nodes: self.thread.budget.nodes(),
        }
    }
}
