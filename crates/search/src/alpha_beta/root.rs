//! Iterative deepening: the position that the search starts from, one ply deeper at a time.
//!
//! The moves stay in the order of their success: whatever proves better than all before it goes to
//! the front. So the first moves are the answer at any time, even in the middle of an iteration.

use game::Game;

use super::node::{MAX_PLY, Node, Worker};
use super::window::Window;
use crate::evaluator::find_move;
use crate::{Answer, Candidates, Depth, Evaluator, Limits, Line, Report, Score, Value, Wanted};

/// When time is worth saving, no iteration begins once so many times as much was used as is left.
const USED_TO_LEFT: f64 = 1.5;

/// A move of the first position.
struct RootMove<M> {
    mv: M,
    /// What the evaluator says of it.
    first: Value,
    /// What the search says of it, if it was ever the best.
    value: Value,
    /// Whether no deeper search can change the value.
    is_final: bool,
    line: Vec<M>,
}

impl<M: Copy> RootMove<M> {
    fn new(mv: M, first: Value) -> Self {
        Self {
            mv,
            first,
            value: first,
            is_final: first.is_win(),
            line: vec![mv],
        }
    }

    /// A loss is one only if no other move is left that could be better.
    fn to_line(&self) -> Line<M> {
        let value = if self.value.is_loss() && !self.is_final {
            Value::estimate(-Value::ESTIMATE_LIMIT)
        } else {
            self.value
        };
        Line {
            score: Score::of(value, self.is_final),
            moves: self.line.clone(),
            visits: None,
        }
    }
}

/// The position that a thread's search starts from.
pub(super) struct Root<'w, 'a, G: Game, E> {
    worker: &'w mut Worker<'a, G, E>,
    position: G,
    moves: Vec<RootMove<G::Move>>,
    /// Whether there are no other moves to choose from.
    is_complete: bool,
    /// How many lines to find.
    lines: usize,
    /// The last depth that was searched to its end.
    depth: u32,
}

impl<'w, 'a, G: Game, E: Evaluator<G>> Root<'w, 'a, G, E> {
    pub fn new(worker: &'w mut Worker<'a, G, E>, position: &G, limits: &Limits<G::Move>) -> Self {
        let mut root = Self {
            worker,
            position: position.clone(),
            moves: Vec::new(),
            is_complete: false,
            lines: limits.lines.max(1),
            depth: 0,
        };
        if limits.moves.is_empty() {
            let kept = root.worker.parameters.kept_at_root;
            root.add_candidates(kept.max(root.lines), |_| true);
        } else {
            root.add_candidates(usize::MAX, |mv| limits.moves.contains(&mv));
        }
        if root.moves.is_empty() {
            root.add_any(|mv| limits.moves.is_empty() || limits.moves.contains(&mv));
        }
        root
    }

    /// Adds the evaluator's candidates, but for those that are there already.
    fn add_candidates(&mut self, most: usize, is_wanted: impl Fn(G::Move) -> bool) {
        let mut candidates = Candidates::new();
        let wanted = Wanted {
            most,
            enough: Value::BEST,
            budget: self.worker.budget,
        };
        if self.position.outcome().is_none() {
            self.worker
                .evaluator
                .candidates(&self.position, &wanted, &mut candidates);
        }
        for candidate in candidates.as_slice() {
            let is_new = self.moves.iter().all(|known| known.mv != candidate.mv);
            if is_new && is_wanted(candidate.mv) {
                self.moves
                    .push(RootMove::new(candidate.mv, candidate.value));
            }
        }
        self.is_complete = candidates.is_complete() || most == usize::MAX;
    }

    /// Whatever happens, there is a move to answer with, unless there is none at all.
    fn add_any(&mut self, is_wanted: impl Fn(G::Move) -> bool) {
        if let Some(mv) = find_move(&self.position, is_wanted) {
            self.moves.push(RootMove::new(mv, Value::DRAW));
            self.is_complete = false;
        }
    }

    /// Searches deeper and deeper until the budget is spent or nothing is left to find.
    pub fn deepen(
        &mut self,
        first_depth: u32,
        last_depth: Option<u32>,
        listener: &mut dyn FnMut(Report<G::Move>),
    ) {
        let last_depth = last_depth.unwrap_or(MAX_PLY as u32).min(MAX_PLY as u32);
        for depth in first_depth..=last_depth {
            for rank in 0..self.lines.min(self.moves.len()) {
                self.search_rank(depth, rank);
                if self.worker.is_stopped {
                    self.tell_answer(listener);
                    return;
                }
                listener(self.report(depth, rank));
            }
            self.depth = depth;
            if self.moves.iter().take(self.lines).all(|best| best.is_final)
                || self.should_save_time()
            {
                return;
            }
        }
    }

    /// Whether another iteration is not worth the time that it takes: each takes several times as long
    /// as the one before, and one that is cut short seldom changes the answer.
    fn should_save_time(&self) -> bool {
        let Some(allowance) = self.worker.budget.allowance() else {
            return false;
        };
        let has_no_choice = self.is_complete && self.moves.len() <= 1;
        has_no_choice || allowance.used > allowance.left.mul_f64(USED_TO_LEFT)
    }

    /// Tells what is answered: an iteration that was cut short may have found better moves than the one
    /// before, and whoever listens should know the lines that the answer comes from.
    fn tell_answer(&self, listener: &mut dyn FnMut(Report<G::Move>)) {
        for rank in 0..self.lines.min(self.moves.len()) {
            listener(self.report(self.depth.max(1), rank));
        }
    }

    /// Finds the best move but for those of the ranks before, and puts it in its place.
    fn search_rank(&mut self, depth: u32, rank: usize) {
        let mut margin = self.worker.parameters.aspiration.filter(|_| depth > 1);
        let expected = self.moves[rank].value;
        let around = |margin: Option<i32>, sign: i32, beyond: Value| match margin {
            Some(margin) if !expected.is_decided() => expected.plus(sign * margin),
            _ => beyond,
        };
        let mut window = Window {
            alpha: around(margin, -1, Value::WORST),
            beta: around(margin, 1, Value::BEST),
        };
        loop {
            let best = self.search_window(depth, rank, window);
            if self.worker.is_stopped {
                return;
            }
            margin = margin
                .map(|margin| margin * 2)
                .filter(|_| !best.is_decided());
            if best <= window.alpha {
                window.alpha = around(margin, -1, Value::WORST);
            } else if best >= window.beta {
                window.beta = around(margin, 1, Value::BEST);
            } else if rank == 0 && best.is_loss() && !self.is_complete {
                self.add_candidates(usize::MAX, |_| true);
            } else {
                return;
            }
        }
    }

    /// Searches the moves from that rank on, with that window.
    fn search_window(&mut self, depth: u32, rank: usize, window: Window) -> Value {
        let left_out_before = self.worker.left_out;
        let mut node = Node::new(Depth::plies(depth), 0, window);
        self.worker.lines.clear(0);
        for index in rank..self.moves.len() {
            let value = self.value_of(index, &node);
            if self.worker.is_stopped {
                return node.best;
            }
            node.searched.push(self.moves[index].mv);
            node.best = node.best.max(value);
            if value > node.window.alpha {
                node.window.alpha = value;
                self.promote(index, rank, value);
                if value >= window.beta {
                    return value;
                }
            }
        }
        let is_exact = node.best > window.alpha;
        let everything = self.is_complete && self.worker.left_out == left_out_before;
        let is_lost = node.best.is_loss() && (self.is_complete || rank > 0);
        self.moves[rank].is_final = is_exact && (everything || is_lost || node.best.is_win());
        node.best
    }

    fn value_of(&mut self, index: usize, node: &Node<G::Move>) -> Value {
        let RootMove { mv, first, .. } = self.moves[index];
        let child_depth = node.depth - self.worker.cost(&self.position, mv);
        self.worker.lines.clear(1);
        if child_depth <= Depth::ZERO {
            self.worker
                .value_at_horizon(&mut self.position, mv, Some(first))
        } else {
            self.worker
                .value_by_search(&mut self.position, node, mv, child_depth)
        }
    }

    /// Puts the move at `index` to the front of its rank, with its new value and line.
    fn promote(&mut self, index: usize, rank: usize, value: Value) {
        let best = &mut self.moves[index];
        best.value = value;
        best.is_final = false;
        best.line.truncate(1);
        best.line.extend_from_slice(self.worker.lines.at(1));
        self.moves[rank..=index].rotate_right(1);
    }

    fn report(&self, depth: u32, rank: usize) -> Report<G::Move> {
        Report {
            depth,
            rank: rank + 1,
            line: self.moves[rank].to_line(),
            nodes: self.worker.budget.nodes(),
            time: self.worker.budget.elapsed(),
        }
    }

    /// What the search found.
    pub fn answer(&self) -> Answer<G::Move> {
        Answer {
            lines: self
                .moves
                .iter()
                .take(self.lines)
                .map(RootMove::to_line)
                .collect(),
            depth: self.depth,
            nodes: self.worker.budget.nodes(),
        }
    }
}
