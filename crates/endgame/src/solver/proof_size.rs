//! Size of a proof.

use std::collections::HashSet;

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
        let has_answer = static_solver.visit_children(&node, |static_solver, child| {
            let child = static_solver.resolve(child)?;
            let is_answer = wins && known_result(static_solver, table, &child) == Some(false);
            if !wins || is_answer {
                waiting.push(child);
            }
            Ok(is_answer)
        })?;
        if wins && !has_answer {
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
