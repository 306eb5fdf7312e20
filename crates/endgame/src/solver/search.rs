//! Proof-number search, depth first: always on with the move that looks easiest to prove, wherever in the tree.
//!
//! How hard a loss is to show is taken as the hardest of the answers plus one for each other, not as the sum of all: sums of
//! Amazons are reached in many orders, and what leads to the same must not be counted again and again.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::judge::Judge;
use super::node::{Key, Node};
use super::proof_table::{Effort, INFINITE, ProofTable};
use crate::error::TableError;

/// What all threads share.
#[derive(Debug)]
pub(super) struct Shared {
    pub table: ProofTable,
    pub stop: AtomicBool,
    pub nodes: AtomicU64,
}

/// One thread's search.
pub(super) struct Search<'s, 't> {
    pub judge: Judge<'t>,
    pub shared: &'s Shared,
    /// Set when somebody has found the answer that this search looks for.
    pub answered: &'s AtomicBool,
    /// Threads guess differently, so that they look in different places.
    pub salt: u64,
}

struct Child {
    key: Key,
    effort: Effort,
    node: Node,
}

/// What the children of a node look like together.
struct Outlook {
    effort: Effort,
    best: usize,
    /// The second least effort to show that an answer loses.
    second: u32,
    open: u32,
}

fn outlook(children: &[Child]) -> Outlook {
    let mut outlook = Outlook {
        effort: Effort {
            win: INFINITE,
            loss: 0,
        },
        best: 0,
        second: INFINITE,
        open: 0,
    };
    let mut hardest = 0;
    for (place, child) in children.iter().enumerate() {
        let Effort { win, loss } = child.effort;
        if loss < outlook.effort.win {
            outlook.second = outlook.effort.win;
            outlook.effort.win = loss;
            outlook.best = place;
        } else {
            outlook.second = outlook.second.min(loss);
        }
        if win > 0 {
            outlook.open += 1;
            hardest = hardest.max(win);
        }
    }
    outlook.effort.loss = match outlook.effort.win {
        0 => INFINITE,
        _ if outlook.open == 0 => 0,
        _ => hardest.saturating_add(outlook.open - 1).min(INFINITE - 1),
    };
    if outlook.effort.loss == 0 {
        outlook.effort.win = INFINITE;
    }
    outlook
}

impl Search<'_, '_> {
    /// Whether who is to move wins; `None` if the search was stopped.
    pub fn wins(&mut self, node: &Node) -> Result<Option<bool>, TableError> {
        if let Some(wins) = self.judge.judge(node) {
            return Ok(Some(wins));
        }
        let key = node.key(self.judge.forms());
        let limits = Effort {
            win: INFINITE,
            loss: INFINITE,
        };
        self.prove(node, key, limits).map(Effort::winner)
    }

    fn is_over(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed) || self.answered.load(Ordering::Relaxed)
    }

    /// Searches until one of the efforts reaches its limit.
    fn prove(&mut self, node: &Node, key: Key, limits: Effort) -> Result<Effort, TableError> {
        let begin = self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        let mut children = match self.expand(node)? {
            Some(children) => children,
            None => {
                self.shared.table.put(key, Effort::WON, 1);
                return Ok(Effort::WON);
            }
        };
        loop {
            let outlook = outlook(&children);
            let effort = outlook.effort;
            if effort.win >= limits.win
                || effort.loss >= limits.loss
                || self.is_over()
                || effort.winner().is_some()
            {
                let work = self.shared.nodes.load(Ordering::Relaxed) - begin;
                self.shared.table.put(key, effort, 1 + work);
                return Ok(effort);
            }
            let child = &children[outlook.best];
            let limits = Effort {
                win: limits.loss - (outlook.open - 1),
                loss: limits
                    .win
                    .min(outlook.second.saturating_add(1 + outlook.second / 4)),
            };
            let (key, node) = (child.key, child.node.clone());
            // Another thread may have been here.
            let known = self
                .shared
                .table
                .get(key)
                .filter(|known| known.winner().is_some());
            let effort = match known {
                Some(known) => known,
                None => self.prove(&node, key, limits)?,
            };
            children[outlook.best].effort = effort;
        }
    }

    /// All that the moves lead to, each once; `None` if one of them wins at once.
    fn expand(&mut self, node: &Node) -> Result<Option<Vec<Child>>, TableError> {
        let mut children: Vec<Child> = Vec::new();
        let (table, salt) = (&self.shared.table, self.salt);
        let won = self.judge.visit_children(node, |judge, sketch| {
            match judge.judge_sketch(&sketch) {
                Some(false) => return Ok(ControlFlow::Break(())),
                Some(true) => return Ok(ControlFlow::Continue(())),
                None => {}
            }
            let node = judge.node(sketch)?;
            let key = node.key(judge.forms());
            let known = table
                .get(key)
                .or_else(|| judge.judge(&node).map(Effort::decided));
            match known.and_then(Effort::winner) {
                Some(false) => return Ok(ControlFlow::Break(())),
                Some(true) => {}
                None => {
                    let effort = known.unwrap_or_else(|| {
                        let mut guess = judge.guess(&node);
                        if salt != 0 {
                            guess.loss += ((key.check ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                                >> 61) as u32;
                        }
                        guess
                    });
                    children.push(Child { key, effort, node });
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
