//! Depth-first proof-number search (df-pn).
//!
//! Disproof numbers are weak: the maximum over the children plus the number of the other unsolved
//! children (WPNS, Ueda et al. 2008), because sums of regions transpose often.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Answer;
use super::node::{Node, NodeKey};
use super::proof_table::{INFINITE, ProofNumbers, ProofTable};
use super::static_solver::{StaticSolver, UnresolvedNode};
use crate::error::TableError;

/// State shared by all threads.
#[derive(Debug)]
pub(super) struct SharedState {
    pub table: ProofTable,
    pub stop: AtomicBool,
    pub nodes: AtomicU64,
}

/// Search of one thread.
pub(super) struct DfPnSearch<'s, 't> {
    pub static_solver: &'s mut StaticSolver<'t>,
    pub shared: &'s SharedState,
    /// Set when a thread has solved the task.
    pub answer: &'s OnceLock<Answer>,
    /// Perturbs initial numbers, so that threads search different parts of the tree.
    pub salt: u64,
}

struct Child {
    key: NodeKey,
    numbers: ProofNumbers,
    node: Node,
}

/// Proof numbers of a node from its children.
struct ChildSummary {
    numbers: ProofNumbers,
    best: usize,
    /// Second smallest disproof number of the children.
    second: u32,
    open: u32,
}

fn summarize(children: &[Child]) -> ChildSummary {
    let mut summary = ChildSummary {
        numbers: ProofNumbers::DISPROVEN,
        best: 0,
        second: INFINITE,
        open: 0,
    };
    let mut hardest = 0;
    for (place, child) in children.iter().enumerate() {
        // The child's player is the opponent.
        let ProofNumbers { proof, disproof } = child.numbers;
        if disproof < summary.numbers.proof {
            summary.second = summary.numbers.proof;
            summary.numbers.proof = disproof;
            summary.best = place;
        } else {
            summary.second = summary.second.min(disproof);
        }
        if proof > 0 {
            summary.open += 1;
            hardest = hardest.max(proof);
        }
    }
    summary.numbers.disproof = match summary.numbers.proof {
        0 => INFINITE,
        _ if summary.open == 0 => 0,
        _ => hardest.saturating_add(summary.open - 1).min(INFINITE - 1),
    };
    if summary.numbers.disproof == 0 {
        summary.numbers.proof = INFINITE;
    }
    summary
}

impl DfPnSearch<'_, '_> {
    /// Whether the player to move wins; `None` if stopped.
    pub fn wins(&mut self, node: &Node) -> Result<Option<bool>, TableError> {
        if let Some(wins) = self.static_solver.static_winner(node) {
            return Ok(Some(wins));
        }
        let key = node.key(self.static_solver.forms());
        let limits = ProofNumbers {
            proof: INFINITE,
            disproof: INFINITE,
        };
        self.mid(node, key, limits).map(ProofNumbers::winner)
    }

    fn is_over(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.answer.get().is_some()
    }

    /// Searches until a number reaches its threshold (df-pn's `MID`).
    fn mid(
        &mut self,
        node: &Node,
        key: NodeKey,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, TableError> {
        let begin = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        let Some(mut children) = self.expand(node)? else {
            self.shared.table.put(key, ProofNumbers::PROVEN, 1);
            return Ok(ProofNumbers::PROVEN);
        };
        loop {
            let summary = summarize(&children);
            let numbers = summary.numbers;
            if numbers.proof >= limits.proof
                || numbers.disproof >= limits.disproof
                || self.is_over()
                || numbers.winner().is_some()
            {
                let work = self.shared.nodes.load(Ordering::Relaxed) - begin;
                self.shared.table.put(key, numbers, 1 + work);
                return Ok(numbers);
            }
            let child = &children[summary.best];
            let limits = ProofNumbers {
                proof: limits.disproof - (summary.open - 1),
                disproof: limits
                    .proof
                    .min(summary.second.saturating_add(1 + summary.second / 4)),
            };
            let (key, node) = (child.key, child.node.clone());
            // Another thread may have solved it.
            let known = self.shared.table.get(key);
            children[summary.best].numbers = match known {
                Some(known) if known.winner().is_some() => known,
                _ => self.mid(&node, key, limits)?,
            };
        }
    }

    /// Unsolved children without duplicates; `None` if a move wins at once.
    fn expand(&mut self, node: &Node) -> Result<Option<Vec<Child>>, TableError> {
        let mut children: Vec<Child> = Vec::new();
        let (table, salt) = (&self.shared.table, self.salt);
        let visit = |static_solver: &mut StaticSolver, sketch: UnresolvedNode| {
            if let Some(opponent_wins) = static_solver.static_winner(&sketch.0) {
                return Ok(!opponent_wins);
            }
            let node = static_solver.resolve(sketch)?;
            let key = node.key(static_solver.forms());
            let known = table.get(key).or_else(|| {
                let result = static_solver.static_winner(&node);
                result.map(ProofNumbers::from_result)
            });
            if let Some(opponent_wins) = known.and_then(ProofNumbers::winner) {
                return Ok(!opponent_wins);
            }
            let numbers = known.unwrap_or_else(|| {
                let mut guess = static_solver.initial_proof_numbers(&node);
                if salt != 0 {
                    let noise = (key.signature ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61;
                    guess.disproof += noise as u32;
                }
                guess
            });
            children.push(Child { key, numbers, node });
            Ok(false)
        };
        if self.static_solver.visit_children(node, visit)? {
            return Ok(None);
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        Ok(Some(children))
    }
}
