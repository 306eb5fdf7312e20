//! OM-search in one walk through the tree: both values of every position, by definition or with less work.
//!
//! Only *g* can cut, since nothing bounds *V* from above. Where they move, the smallest *g* so far bounds from above what
//! is still of interest to them (β); where we move, a position whose *g* has reached that bound will not be entered,
//! whatever *V* is. That holds through any number of plies, as in alpha-beta; cuts by α do not exist.

use game::Game;

use super::minimax::Minimax;
use crate::{Evaluator, Value};

/// How a tree is walked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// As the definition says; every leaf is evaluated by both.
    Plain,
    /// With β-pruning: the same value.
    Beta,
    /// With β-pruning that begins with a bound: the model's own minimax value of the root, which none of their positions
    /// next to the root exceeds. The same value.
    RootBound,
    /// With the paper's root-value pruning, as far as its three trends tell: a minimax search by *f* comes first, and where we
    /// move, the first line that is worth more is good enough. **Not** the same value, though as good as minimax.
    RootValue,
}

/// Whom they hurt by their choice among moves that are equal to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// They play the first.
    First,
    /// They play the one that is worst for us.
    AgainstUs,
}

/// What it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Evaluations by us, *f*.
    pub own: u64,
    /// Evaluations by the model, *g*.
    pub model: u64,
    /// Evaluations of the minimax search that came first, by whichever it was.
    pub before: u64,
    /// Positions where they chose.
    pub choices: u64,
    /// Such as were mistakes: another move would have left us less. Counted by [`Form::Plain`] alone, for the others do not
    /// know.
    pub mistakes: u64,
}

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finding<M> {
    /// What the position is worth to us, who are to move in it.
    pub value: Value,
    /// The move to play; `None` if there is none.
    pub best_move: Option<M>,
    /// What it took.
    pub counts: Counts,
}

/// Searches a position in which we are to move to a depth of at least one ply; all moves, in the order of the rules.
pub fn one_pass<G: Game>(
    position: &G,
    depth: u32,
    own: &mut impl Evaluator<G>,
    model: &mut impl Evaluator<G>,
    form: Form,
    ties: Ties,
) -> Finding<G::Move> {
    let depth = depth.max(1);
    let mut counts = Counts::default();
    let mut good_enough = None;
    let mut bound = Value::BEST;
    match form {
        Form::Plain | Form::Beta => {}
        Form::RootBound => {
            let mut minimax = Minimax::to_the_horizon(Borrowed(model));
            // Their positions are worth this at most, so that what is worth more will not be entered.
            if let Some((_, value)) = minimax.choose(position, depth) {
                bound = value.next();
            }
            counts.before = minimax.evaluations();
        }
        Form::RootValue => {
            let mut minimax = Minimax::to_the_horizon(Borrowed(own));
            good_enough = minimax.choose(position, depth).map(|(_, value)| value);
            counts.before = minimax.evaluations();
        }
    }
    let mut walk = Walk {
        own,
        model,
        is_plain: form == Form::Plain,
        is_pruned: matches!(form, Form::Beta | Form::RootBound),
        good_enough,
        ties,
        counts,
    };
    let (judged, best_move) = walk.ours(&mut position.clone(), depth, bound);
    Finding {
        value: judged.own,
        best_move,
        counts: walk.counts,
    }
}

/// An evaluator lent for a search.
struct Borrowed<'a, E>(&'a mut E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Borrowed<'_, E> {
    fn evaluate(&mut self, position: &G) -> Value {
        self.0.evaluate(position)
    }
}

/// Both values of a position, as the player to move there sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Judged {
    /// *V*, or *f* at the horizon.
    own: Value,
    /// *g*.
    model: Value,
}

impl Judged {
    const WORST: Self = Self::both(Value::WORST);

    const fn both(value: Value) -> Self {
        Self {
            own: value,
            model: value,
        }
    }

    fn seen_from_parent(self) -> Self {
        Self {
            own: self.own.seen_from_parent(),
            model: self.model.seen_from_parent(),
        }
    }
}

struct Walk<'a, F, M> {
    own: &'a mut F,
    model: &'a mut M,
    /// Both evaluations of every leaf, needed or not, and no cuts.
    is_plain: bool,
    is_pruned: bool,
    /// What is worth more than this ends the search of a position of ours.
    good_enough: Option<Value>,
    ties: Ties,
    counts: Counts,
}

impl<F, M> Walk<'_, F, M> {
    /// Whether they will not enter a position of ours, of which they know something that is as good or better for them.
    fn cuts(&self, model: Value, beta: Value) -> bool {
        self.is_pruned
            && match self.ties {
                Ties::First => model >= beta,
                // Another one that is as good to them may be worse for us.
                Ties::AgainstUs => model > beta,
            }
    }

    /// A position where we move.
    fn ours<G: Game>(
        &mut self,
        position: &mut G,
        depth: u32,
        beta: Value,
    ) -> (Judged, Option<G::Move>)
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let mut best = Judged::WORST;
        let mut best_move = None;
        for mv in position.moves() {
            let undo = position.play(mv);
            let child = match position.proven_outcome() {
                Some(outcome) => Judged::both(Value::of_outcome(outcome, position.to_move())),
                None if depth <= 1 => self.leaf_of_ours(position, beta),
                None => self.theirs(position, depth - 1, beta.seen_from_child()),
            };
            position.unplay(mv, undo);
            let seen = child.seen_from_parent();
            best.model = best.model.max(seen.model);
            if self.cuts(best.model, beta) {
                break;
            }
            if best_move.is_none() || seen.own > best.own {
                best.own = seen.own;
                best_move = Some(mv);
            }
            if self.good_enough.is_some_and(|enough| best.own > enough) {
                break;
            }
        }
        (best, best_move)
    }

    /// A leaf next to a position of ours: *g* first, and *f* only if that does not cut.
    fn leaf_of_ours<G: Game>(&mut self, position: &G, beta: Value) -> Judged
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let model = self.by_model(position);
        let own = if self.cuts(model.seen_from_parent(), beta) {
            Value::BEST
        } else {
            self.by_us(position)
        };
        Judged { own, model }
    }

    /// A position where they move, and will find something better for them than `floor`, or are not let in.
    fn theirs<G: Game>(&mut self, position: &mut G, depth: u32, floor: Value) -> Judged
    where
        F: Evaluator<G>,
        M: Evaluator<G>,
    {
        let is_lazy = depth <= 1 && !self.is_plain && self.ties == Ties::First;
        let mut chosen = Judged::WORST;
        let mut chosen_move = None;
        let mut worst_for_us = Value::WORST;
        for mv in position.moves() {
            let undo = position.play(mv);
            let child = match position.proven_outcome() {
                Some(outcome) => Judged::both(Value::of_outcome(outcome, position.to_move())),
                None if depth > 1 => {
                    let bound = floor.max(chosen.model).seen_from_child();
                    self.ours(position, depth - 1, bound).0
                }
                None => Judged {
                    model: self.by_model(position),
                    own: if is_lazy {
                        Value::BEST
                    } else {
                        self.by_us(position)
                    },
                },
            };
            position.unplay(mv, undo);
            let seen = child.seen_from_parent();
            worst_for_us = worst_for_us.max(seen.own);
            let is_tie = self.ties == Ties::AgainstUs && seen.model == chosen.model;
            if chosen_move.is_none() || seen.model > chosen.model || is_tie && seen.own > chosen.own
            {
                chosen = seen;
                chosen_move = Some(mv);
            }
        }
        if let Some(mv) = chosen_move.filter(|_| is_lazy) {
            chosen.own = self.late_leaf(position, mv);
        }
        self.counts.choices += 1;
        if self.is_plain && chosen.own < worst_for_us {
            self.counts.mistakes += 1;
        }
        chosen
    }

    /// Of their leaves, only the chosen one is of interest to us.
    fn late_leaf<G: Game>(&mut self, position: &mut G, mv: G::Move) -> Value
    where
        F: Evaluator<G>,
    {
        let undo = position.play(mv);
        let value = match position.proven_outcome() {
            Some(outcome) => Value::of_outcome(outcome, position.to_move()),
            None => self.by_us(position),
        };
        position.unplay(mv, undo);
        value.seen_from_parent()
    }

    fn by_us<G: Game>(&mut self, position: &G) -> Value
    where
        F: Evaluator<G>,
    {
        self.counts.own += 1;
        self.own.evaluate(position)
    }

    fn by_model<G: Game>(&mut self, position: &G) -> Value
    where
        M: Evaluator<G>,
    {
        self.counts.model += 1;
        self.model.evaluate(position)
    }
}
