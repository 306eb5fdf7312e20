//! Staged move generation: the hash move (from the transposition table), killer moves (near the
//! horizon), the evaluator's candidates and, if all of these are proven losses, the remaining legal
//! moves. A stage is reached only if the stages before it cause no cutoff.

use std::ops::ControlFlow;

use game::Game;

use super::node::{Node, SearchThread};
use crate::evaluator::find_move;
use crate::move_hash::move_hash;
use crate::transposition_table::TableEntry;
use crate::{CandidateRequest, Candidates, Depth, Evaluator, Value};

impl<G: Game, E: Evaluator<G>> SearchThread<'_, G, E> {
    /// Searches the moves stage by stage; breaks at a cutoff or when stopped.
    pub fn search_all_moves(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        entry: Option<TableEntry>,
    ) -> ControlFlow<()> {
        self.search_hash_and_killer_moves(position, node, entry)?;
        let mut candidates = self.candidate_buffers.pop().unwrap_or_default();
        // If all candidates are leaves, generation can stop at the first that causes a cutoff.
        let cutoff = if node.depth <= self.min_move_cost() {
            node.window.beta
        } else {
            Value::MAX
        };
        let max_moves = self.parameters.max_moves;
        let mut flow = self.search_candidates(position, node, max_moves, cutoff, &mut candidates);
        if flow.is_continue() && !candidates.is_complete() {
            if node.best.is_loss() {
                // Generation must not stop early: the first move with a value of at least beta may
                // have been searched already.
                let (max_moves, cutoff) = (usize::MAX, Value::MAX);
                flow = self.search_candidates(position, node, max_moves, cutoff, &mut candidates);
            } else {
                // Moves are omitted, so the value is not exact.
                self.incomplete_count += 1;
            }
        }
        self.candidate_buffers.push(candidates);
        flow
    }

    /// Searches the hash move and, near the horizon, the killer moves.
    fn search_hash_and_killer_moves(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        entry: Option<TableEntry>,
    ) -> ControlFlow<()> {
        let hash_move = entry.and_then(|entry| {
            let mv = find_move(position, |mv| move_hash(mv) == entry.best_move)?;
            Some((entry, mv))
        });
        if let Some((entry, mv)) = hash_move {
            if self.is_singular(position, node, &entry, mv) {
                node.singular = Some(mv);
            }
            if self.is_stopped {
                return ControlFlow::Break(());
            }
            self.search_move(position, node, mv, None)?;
        }
        if node.depth <= self.parameters.early_killers_max_depth {
            for killer in self.killers.get(node.ply) {
                if !node.searched_moves.contains(&killer) && position.is_legal(killer) {
                    self.search_move(position, node, killer, None)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates candidates and searches those that no earlier stage has searched. Generation may
    /// stop at the first candidate with a value of at least `cutoff`.
    fn search_candidates(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        max_moves: usize,
        cutoff: Value,
        candidates: &mut Candidates<G::Move>,
    ) -> ControlFlow<()> {
        let request = CandidateRequest {
            max_moves,
            cutoff,
            budget: self.budget,
        };
        self.evaluator.candidates(position, &request, candidates);
        if self.budget.is_exhausted() {
            self.is_stopped = true;
            return ControlFlow::Break(());
        }
        if node.depth > self.min_move_cost() {
            self.order_candidates(position, node.ply, candidates);
        }
        let earlier_count = node.searched_moves.len();
        for candidate in candidates.as_slice() {
            if !node.searched_moves[..earlier_count].contains(&candidate.mv) {
                self.search_move(position, node, candidate.mv, Some(candidate.value))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Sorts candidates by value plus killer and history bonuses, best first.
    fn order_candidates(&self, position: &G, ply: usize, candidates: &mut Candidates<G::Move>) {
        let color = position.to_move();
        let killers: Vec<G::Move> = self.killers.get(ply).collect();
        candidates.as_mut_slice().sort_by_cached_key(|candidate| {
            let history = self
                .history
                .bonus(color, candidate.mv, self.parameters.history_bonus);
            let killer = if killers.contains(&candidate.mv) {
                self.parameters.killer_bonus
            } else {
                0
            };
            -(candidate.value.millilogits() + history + killer)
        });
    }

    /// Smallest depth cost of any kind of move; kinds beyond the list of costs cost one ply.
    fn min_move_cost(&self) -> Depth {
        let costs = self
            .parameters
            .move_kind_costs
            .iter()
            .take(G::MOVE_KINDS.len());
        let min_listed = costs.copied().min().unwrap_or(Depth::PLY);
        if self.parameters.move_kind_costs.len() < G::MOVE_KINDS.len() {
            min_listed.min(Depth::PLY)
        } else {
            min_listed
        }
    }
}
