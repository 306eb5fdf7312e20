//! Size of a proof.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::node::{Node, NodeKey};
use super::proof_table::{ProofNumbers, ProofTable};
use super::static_solver::StaticSolver;
use crate::error::TableError;

/// Counting stops at this many sums, since expanding each is as expensive as in the search.
const MAX_PROOF_NODES: usize = 50_000;

/// Number of distinct sums in a proof: one winning move for the winner, all moves for the loser.
/// `None` if there are too many or the table has lost some.
pub(super) fn proof_size(
    static_solver: &mut StaticSolver,
    table: &ProofTable,
    root: &Node,
) -> Result<Option<u64>, TableError> {
    let mut seen: HashSet<NodeKey> = HashSet::new();
    let mut waiting = vec![root.clone()];
    while let Some(node) = waiting.pop() {
        if !seen.insert(node.key(static_solver.forms())) {
            continue;
        }
        if seen.len() > MAX_PROOF_NODES {
            return Ok(None);
        }
        let Some(wins) = known_result(static_solver, table, &node) else {
            return Ok(None);
        };
        if static_solver.static_winner(&node).is_some() {
            continue;
        }
        let mut is_complete = !wins;
        let answered = static_solver.visit_children(&node, |static_solver, child| {
            let child = static_solver.resolve(child)?;
            if !wins {
                waiting.push(child);
            } else if known_result(static_solver, table, &child) == Some(false) {
                waiting.push(child);
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        is_complete |= answered.is_break();
        if !is_complete {
            return Ok(None);
        }
    }
    Ok(Some(seen.len() as u64))
}

/// Whether the player to move wins, statically or by the table.
pub(super) fn known_result(
    static_solver: &mut StaticSolver,
    table: &ProofTable,
    node: &Node,
) -> Option<bool> {
    static_solver.static_winner(node).or_else(|| {
        let key = node.key(static_solver.forms());
        table.get(key).and_then(ProofNumbers::winner)
    })
}
