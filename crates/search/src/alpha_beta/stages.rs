//! The stages in which a position's moves come up, each only if those before it did not cut: the
//! remembered ones (from the table and, near the horizon, the killers), the evaluator's candidates,
//! and, if all of those are proved to lose, the moves that the evaluator had left out.

use std::ops::ControlFlow;

use game::Game;

use super::node::{Node, Worker};
use crate::evaluator::find_move;
use crate::fingerprint::fingerprint;
use crate::table::Entry;
use crate::{Candidates, Depth, Evaluator, Value, Wanted};

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Searches the moves stage by stage; breaks at a cut-off or when stopped.
    pub fn search_moves(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        entry: Option<Entry>,
    ) -> ControlFlow<()> {
        self.search_remembered(position, node, entry)?;
        let mut candidates = self.lists.pop().unwrap_or_default();
        // Where no candidate is searched any further, one that cuts is all that is needed.
        let enough = if node.depth <= self.least_cost() {
            node.window.beta
        } else {
            Value::BEST
        };
        let kept = self.parameters.kept;
        let mut flow = self.search_candidates(position, node, kept, enough, &mut candidates);
        if flow.is_continue() && !candidates.is_complete() {
            if node.best.is_loss() {
                // Nothing is enough here: the one that seems to be may be among those that lose.
                let (all, none) = (usize::MAX, Value::BEST);
                flow = self.search_candidates(position, node, all, none, &mut candidates);
            } else {
                self.left_out += 1;
            }
        }
        self.lists.push(candidates);
        flow
    }

    fn search_remembered(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        entry: Option<Entry>,
    ) -> ControlFlow<()> {
        let from_table = entry.and_then(|entry| {
            let mv = find_move(position, |mv| fingerprint(mv) == entry.best_move)?;
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
        if node.depth <= self.parameters.killers_before_candidates {
            for killer in self.killers.at(node.ply) {
                if !node.searched.contains(&killer) && position.is_legal(killer) {
                    self.search_move(position, node, killer, None)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches the best `most` candidates that have not been searched before; the list may end with the
    /// first that is worth `enough`.
    fn search_candidates(
        &mut self,
        position: &mut G,
        node: &mut Node<G::Move>,
        most: usize,
        enough: Value,
        candidates: &mut Candidates<G::Move>,
    ) -> ControlFlow<()> {
        let wanted = Wanted {
            most,
            enough,
            budget: self.budget,
        };
        self.evaluator.candidates(position, &wanted, candidates);
        if self.budget.is_spent() {
            self.is_stopped = true;
            return ControlFlow::Break(());
        }
        if node.depth > self.least_cost() {
            self.put_in_order(position, node.ply, candidates);
        }
        let before = node.searched.len();
        for candidate in candidates.as_slice() {
            if !node.searched[..before].contains(&candidate.mv) {
                self.search_move(position, node, candidate.mv, Some(candidate.value))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Orders candidates by value, corrected by what cut off elsewhere.
    fn put_in_order(&self, position: &G, ply: usize, candidates: &mut Candidates<G::Move>) {
        let color = position.to_move();
        let killers: Vec<G::Move> = self.killers.at(ply).collect();
        candidates.as_mut_slice().sort_by_cached_key(|candidate| {
            let history = self
                .history
                .bonus(color, candidate.mv, self.parameters.history_bonus);
            let killer = if killers.contains(&candidate.mv) {
                self.parameters.killer_bonus
            } else {
                0
            };
            -(candidate.value.thousandths() + history + killer)
        });
    }

    /// What the cheapest move takes off the depth.
    fn least_cost(&self) -> Depth {
        let costs = self.parameters.costs.iter().take(G::KINDS.len());
        let listed = costs.copied().min().unwrap_or(Depth::PLY);
        if self.parameters.costs.len() < G::KINDS.len() {
            listed.min(Depth::PLY)
        } else {
            listed
        }
    }
}
