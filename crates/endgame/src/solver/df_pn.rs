//! Depth-first proof-number search (df-pn).
//!
//! Disproof numbers are weak: the maximum over the children plus the number of the other unsolved
//! children (WPNS, Ueda et al. 2008), because sums of regions transpose often.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::node::{Node, NodeKey};
use super::proof_table::{INFINITE, ProofNumbers, ProofTable};
use super::static_solver::StaticSolver;
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
    pub static_solver: StaticSolver<'t>,
    pub shared: &'s SharedState,
    /// Set when another thread has solved the task.
    pub answered: &'s AtomicBool,
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
        numbers: ProofNumbers {
            proof: INFINITE,
            disproof: 0,
        },
        best: 0,
        second: INFINITE,
        open: 0,
    };
    let mut hardest = 0;
    for (place, child) in children.iter().enumerate() {
        let ProofNumbers {
            proof: win,
            disproof: loss,
        } = child.numbers;
        if loss < summary.numbers.proof {
            summary.second = summary.numbers.proof;
            summary.numbers.proof = loss;
            summary.best = place;
        } else {
            summary.second = summary.second.min(loss);
        }
        if win > 0 {
            summary.open += 1;
            hardest = hardest.max(win);
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
        self.shared.stop.load(Ordering::Relaxed) || self.answered.load(Ordering::Relaxed)
    }

    /// Searches until a number reaches its threshold (df-pn's `MID`).
    fn mid(
        &mut self,
        node: &Node,
        key: NodeKey,
        limits: ProofNumbers,
    ) -> Result<ProofNumbers, TableError> {
        let begin = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        let mut children = match self.expand(node)? {
            Some(children) => children,
            None => {
                self.shared.table.put(key, ProofNumbers::PROVEN, 1);
                return Ok(ProofNumbers::PROVEN);
            }
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
            let known = self
                .shared
                .table
                .get(key)
                .filter(|known| known.winner().is_some());
            let numbers = match known {
                Some(known) => known,
                None => self.mid(&node, key, limits)?,
            };
            children[summary.best].numbers = numbers;
        }
    }

    /// Unsolved children without duplicates; `None` if a move wins at once.
    fn expand(&mut self, node: &Node) -> Result<Option<Vec<Child>>, TableError> {
        let mut children: Vec<Child> = Vec::new();
        let (table, salt) = (&self.shared.table, self.salt);
        let won = self
            .static_solver
            .visit_children(node, |static_solver, sketch| {
                match static_solver.static_winner(&sketch.0) {
                    Some(false) => return Ok(ControlFlow::Break(())),
                    Some(true) => return Ok(ControlFlow::Continue(())),
                    None => {}
                }
                let node = static_solver.resolve(sketch)?;
                let key = node.key(static_solver.forms());
                let known = table.get(key).or_else(|| {
                    static_solver
                        .static_winner(&node)
                        .map(ProofNumbers::from_result)
                });
                match known.and_then(ProofNumbers::winner) {
                    Some(false) => return Ok(ControlFlow::Break(())),
                    Some(true) => {}
                    None => {
                        let numbers = known.unwrap_or_else(|| {
                            let mut guess = static_solver.initial_proof_numbers(&node);
                            if salt != 0 {
                                guess.disproof += ((key.signature ^ salt)
                                    .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                                    >> 61) as u32;
                            }
                            guess
                        });
                        children.push(Child { key, numbers, node });
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
        if won.is_break() {
            return Ok(None);
        }
        children.sort_unstable_by_key(|child| child.key);
        children.dedup_by_key(|child| child.key);
        Ok(Some(children))
    }
}
