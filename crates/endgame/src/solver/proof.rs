//! The proof itself: what must be looked at to be sure of an answer.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::judge::Judge;
use super::node::{Key, Node};
use super::proof_table::{Effort, ProofTable};
use crate::error::TableError;

/// Sums after which counting ends: taking each apart costs as much as it did in the search.
const MOST: usize = 50_000;

/// The number of different sums in a proof, one winning move for the winner and all moves for the loser; `None` if there are
/// very many, or if the table has forgotten some.
pub(super) fn size(
    judge: &mut Judge,
    table: &ProofTable,
    root: &Node,
) -> Result<Option<u64>, TableError> {
    let mut seen: HashSet<Key> = HashSet::new();
    let mut waiting = vec![root.clone()];
    while let Some(node) = waiting.pop() {
        if !seen.insert(node.key(judge.forms())) {
            continue;
        }
        if seen.len() > MOST {
            return Ok(None);
        }
        let Some(wins) = known(judge, table, &node) else {
            return Ok(None);
        };
        if judge.judge(&node).is_some() {
            continue;
        }
        let mut is_complete = !wins;
        let answered = judge.visit_children(&node, |judge, child| {
            let child = judge.node(child)?;
            if !wins {
                waiting.push(child);
            } else if known(judge, table, &child) == Some(false) {
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

/// Whether who is to move wins, as far as it can be seen or is remembered.
pub(super) fn known(judge: &mut Judge, table: &ProofTable, node: &Node) -> Option<bool> {
    judge.judge(node).or_else(|| {
        let key = node.key(judge.forms());
        table.get(key).and_then(Effort::winner)
    })
}
