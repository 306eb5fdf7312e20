//! Stages of move generation, each reached only without a cutoff before: the table move, killers
//! (near the horizon), the evaluator's candidates and, if all of these are proven losses, the
//! remaining legal moves.

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
        // If no candidate is searched any deeper, the first with a cutoff is enough.
        let cutoff = if node.depth <= self.min_move_cost() {
            node.window.beta
        } else {
            Value::MAX
        };
        let max_moves = self.parameters.max_moves;
        let mut flow = self.search_candidates(position, node, max_moves, cutoff, &mut candidates);
        if flow.is_continue() && !candidates.is_complete() {
            if node.best.is_loss() {
                // No cutoff here: the first move that reaches it may be among those already
                // searched.
                let (all, none) = (usize::MAX, Value::MAX);
                flow = self.search_candidates(position, node, all, none, &mut candidates);
            } else {
                self.incomplete_count += 1;
            }
        }
        self.candidate_buffers.push(candidates);
        flow
    }

    fn search_hash_and_killer_moves(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        entry: Option<TableEntry>,
    ) -> ControlFlow<()> {
        let from_table = entry.and_then(|entry| {
            let mv = find_move(position, |mv| move_hash(mv) == entry.best_move)?;
            Some((entry, mv))
        });
        if let Some((entry, mv)) = from_table {
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

    /// Searches the candidates that have not been searched before.
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
        let earlier = node.searched_moves.len();
        for candidate in candidates.as_slice() {
            if !node.searched_moves[..earlier].contains(&candidate.mv) {
                self.search_move(position, node, candidate.mv, Some(candidate.value))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Orders candidates by value plus killer and history bonuses.
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

    /// Depth cost of the cheapest kind of move.
    fn min_move_cost(&self) -> Depth {
        let costs = self
            .parameters
            .move_kind_costs
            .iter()
            .take(G::MOVE_KINDS.len());
        let listed = costs.copied().min().unwrap_or(Depth::PLY);
        if self.parameters.move_kind_costs.len() < G::MOVE_KINDS.len() {
            listed.min(Depth::PLY)
        } else {
            listed
        }
    }
}
