//! OM search in one pass, by definition or with β-pruning (OMβ1p).
//!
//! Only *g* allows cutoffs, since nothing bounds *V* from above. At a MIN node the best *g* so far
//! is a bound for the MAX nodes below (β): one whose *g* reaches it will not be entered, whatever
//! its *V*. As in alpha-beta the bound is passed down any number of plies; there is no α.

use game::Game;

use super::minimax::Minimax;
use crate::{Evaluator, Value};

/// Pruning of OM search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OmPruning {
    /// None: every leaf is evaluated by both.
    None,
    /// β-pruning. Same value.
    Beta,
    /// β-pruning that starts with the model's minimax value of the root as bound. Same value.
    BetaRootBound,
    /// Root-value pruning, reconstructed from the three trends that the paper reports: a minimax
    /// search with *f* comes first, and a MAX node ends at the first move with a larger value.
    /// **Not** the same value, but at least minimax.
    RootValue,
}

/// Choice of the opponent among moves that are equal to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TieBreak {
    /// The first move.
    First,
    /// The move that is worst for us.
    WorstForUs,
}

/// Work of an OM search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct OmCounts {
    /// Evaluations with *f*.
    pub own_evaluations: u64,
    /// Evaluations with *g*.
    pub model_evaluations: u64,
    /// Evaluations of the preceding minimax search, with *f* or *g*.
    pub first_pass_evaluations: u64,
    /// MIN nodes searched.
    pub opponent_nodes: u64,
    /// MIN nodes at which another move would have left us less. Counted by [`OmPruning::None`]
    /// only.
    pub opponent_errors: u64,
}

/// Result of an OM search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OmResult<M> {
    /// Value for us, the player to move.
    pub value: Value,
    /// The best move; `None` if there is no move.
    pub best_move: Option<M>,
    /// Work done.
    pub counts: OmCounts,
}

/// Searches all moves to a depth of at least one ply; we are the player to move.
pub fn om_search<G: Game>(
    position: &G,
    depth: u32,
    own: &mut impl Evaluator<G>,
    model: &mut impl Evaluator<G>,
    pruning: OmPruning,
    tie_break: TieBreak,
) -> OmResult<G::Move> {
    let depth = depth.max(1);
    let mut counts = OmCounts::default();
    let mut first_pass = |evaluator: &mut dyn Evaluator<G>| {
        let mut minimax = Minimax::with_caller_depth(Borrowed(evaluator));
        let best = minimax.best_move(position, depth);
        counts.first_pass_evaluations = minimax.evaluations();
        best.map(|(_, value)| value)
    };
    let (mut bound, mut root_value_bound) = (Value::MAX, None);
    match pruning {
        OmPruning::None | OmPruning::Beta => {}
        // No MIN node next to the root is worth more to the model.
        OmPruning::BetaRootBound => {
            bound = first_pass(model).map_or(Value::MAX, Value::next_up);
        }
        OmPruning::RootValue => root_value_bound = first_pass(own),
    }
    let mut walk = OnePassSearch {
        own,
        model,
        pruning,
        root_value_bound,
        tie_break,
        counts,
    };
    let (values, best_move) = walk.max_node(&mut position.clone(), depth, bound);
    OmResult {
        value: values.own,
        best_move,
        counts: walk.counts,
    }
}

/// Borrows an evaluator for a preceding search.
struct Borrowed<'a, G>(&'a mut dyn Evaluator<G>);

impl<G: Game> Evaluator<G> for Borrowed<'_, G> {
    fn evaluate(&mut self, position: &G) -> Value {
        self.0.evaluate(position)
    }
}

/// Both values of a position, for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ValuePair {
    /// *V*; *f* at a leaf.
    own: Value,
    /// *g*.
    model: Value,
}

impl ValuePair {
    const WORST: Self = Self::both(Value::MIN);

    const fn both(value: Value) -> Self {
        Self {
            own: value,
            model: value,
        }
    }

    fn to_parent(self) -> Self {
        Self {
            own: self.own.to_parent(),
            model: self.model.to_parent(),
        }
    }
}

/// Both values of a move for the player who makes it: of the proven outcome, or else by `value`.
fn value_after<G: Game>(
    position: &mut G,
    mv: G::Move,
    value: impl FnOnce(&mut G) -> ValuePair,
) -> ValuePair {
    let undo = position.play(mv);
    let pair = match position.proven_outcome() {
        Some(outcome) => ValuePair::both(Value::from_outcome(outcome, position.to_move())),
        None => value(position),
    };
    position.unplay(mv, undo);
    pair.to_parent()
}

struct OnePassSearch<'a, F, M> {
    own: &'a mut F,
    model: &'a mut M,
    pruning: OmPruning,
    /// Value above which a MAX node ends.
    root_value_bound: Option<Value>,
    tie_break: TieBreak,
    counts: OmCounts,
}

impl<F, M> OnePassSearch<'_, F, M> {
    /// Whether the opponent will not enter a MAX node, having an alternative that is as good.
    fn cuts(&self, model: Value, beta: Value) -> bool {
        matches!(self.pruning, OmPruning::Beta | OmPruning::BetaRootBound)
            && match self.tie_break {
                TieBreak::First => model >= beta,
                // An alternative that is equal to the opponent may be worse for us.
                TieBreak::WorstForUs => model > beta,
            }
    }

    fn max_node<G: Game>(
        &mut self,
        position: &mut G,
        depth: u32,
        beta: Value,
    ) -> (ValuePair, Option<G::Move>)
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let mut best = ValuePair::WORST;
        let mut best_move = None;
        for mv in position.moves() {
            let child = value_after(position, mv, |position| {
                if depth <= 1 {
                    self.max_leaf(position, beta)
                } else {
                    self.min_node(position, depth - 1, beta.to_child())
                }
            });
            best.model = best.model.max(child.model);
            if self.cuts(best.model, beta) {
                break;
            }
            if best_move.is_none() || child.own > best.own {
                best.own = child.own;
                best_move = Some(mv);
            }
            if self.root_value_bound.is_some_and(|bound| best.own > bound) {
                break;
            }
        }
        (best, best_move)
    }

    /// A leaf below a MAX node: *f* is needed only without a cutoff by *g*.
    fn max_leaf<G: Game>(&mut self, position: &G, beta: Value) -> ValuePair
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let model = self.evaluate_model(position);
        let own = if self.cuts(model.to_parent(), beta) {
            Value::MAX
        } else {
            self.evaluate_own(position)
        };
        ValuePair { own, model }
    }

    /// A MIN node; values at or below `floor` are not of interest to the opponent.
    fn min_node<G: Game>(&mut self, position: &mut G, depth: u32, floor: Value) -> ValuePair
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let is_plain = self.pruning == OmPruning::None;
        let defer_own_evaluation = depth <= 1 && !is_plain && self.tie_break == TieBreak::First;
        let mut chosen = ValuePair::WORST;
        let mut chosen_move = None;
        let mut worst_for_us = Value::MIN;
        for mv in position.moves() {
            let child = value_after(position, mv, |position| {
                if depth > 1 {
                    let bound = floor.max(chosen.model).to_child();
                    return self.max_node(position, depth - 1, bound).0;
                }
                ValuePair {
                    model: self.evaluate_model(position),
                    own: if defer_own_evaluation {
                        Value::MAX
                    } else {
                        self.evaluate_own(position)
                    },
                }
            });
            worst_for_us = worst_for_us.max(child.own);
            let is_tie = self.tie_break == TieBreak::WorstForUs && child.model == chosen.model;
            if chosen_move.is_none()
                || child.model > chosen.model
                || is_tie && child.own > chosen.own
            {
                chosen = child;
                chosen_move = Some(mv);
            }
        }
        // The other leaves need no evaluation with f.
        if let Some(mv) = chosen_move.filter(|_| defer_own_evaluation) {
            let leaf = |position: &mut G| ValuePair::both(self.evaluate_own(position));
            chosen.own = value_after(position, mv, leaf).own;
        }
        self.counts.opponent_nodes += 1;
        if is_plain && chosen.own < worst_for_us {
            self.counts.opponent_errors += 1;
        }
        chosen
    }

    fn evaluate_own<G: Game>(&mut self, position: &G) -> Value
    where
        F: Evaluator<G>,
    {
        self.counts.own_evaluations += 1;
        self.own.evaluate(position)
    }

    fn evaluate_model<G: Game>(&mut self, position: &G) -> Value
    where
        M: Evaluator<G>,
    {
        self.counts.model_evaluations += 1;
        self.model.evaluate(position)
    }
}
