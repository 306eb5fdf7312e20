//! The one place where a searcher learns anything about a game beyond its rules: what a position is
//! worth, and which moves deserve a look.
//!
//! An [`Evaluator`] must say what a position is worth. It may also hand out *candidates*: moves with
//! the values of the positions behind them, best first, the hopeless ones left out. By default
//! every move is played and evaluated. A game with thousands of moves does better in stages, such
//! as the destinations first and the arrows of the best ones later.

use std::ops::ControlFlow;

use game::{Game, Outcome};

use crate::{Budget, Value};

/// How many children are evaluated before the budget is asked again.
const CHILDREN_BETWEEN_CHECKS: usize = 4;

/// Knows what positions of a game are worth, and which moves are worth a search.
///
/// Takes itself mutably, so that it may cache. A search uses one for each of its threads.
pub trait Evaluator<G: Game> {
    /// An estimate for the player to move; the game is not over. The same position gets the same
    /// estimate every time.
    fn evaluate(&mut self, position: &G) -> Value;

    /// How the game will end under perfect play, if that is known without a search: by the rules, or by more than
    /// they say.
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        position.proven_outcome()
    }

    /// What a position is worth to the player to move: what is proven, or else an estimate.
    fn value(&mut self, position: &G) -> Value {
        match self.proven_outcome(position) {
            Some(outcome) => Value::of_outcome(outcome, position.to_move()),
            None => self.evaluate(position),
        }
    }

    /// Fills `candidates` with moves worth searching, and with the values behind them.
    ///
    /// What the searchers rely on:
    /// - the list is sorted, best first, in the same order every time, and names no move twice;
    /// - a candidate's value is that of the position behind it, [seen from
    ///   here](Value::seen_from_parent): the [estimate](Self::evaluate), or that of the
    ///   [proven outcome](Self::proven_outcome) where there is one and looking for it is worth the time;
    /// - [`Candidates::is_complete`] is true only if no legal move is missing, which must be so if
    ///   [`Wanted::most`] is `usize::MAX` and neither [`Wanted::enough`] nor a spent budget cut the
    ///   work short;
    /// - it is not empty unless the budget is spent.
    fn candidates(
        &mut self,
        position: &G,
        wanted: &Wanted<'_>,
        candidates: &mut Candidates<G::Move>,
    ) {
        evaluate_children(position, wanted, candidates, |child| self.value(child));
    }
}

/// What a searcher wants of a list of candidates.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The most moves to keep; `usize::MAX` asks for all legal ones.
    pub most: usize,
    /// Nothing better than this is needed: a list may end with the first move that is as good.
    pub enough: Value,
    /// When this is spent the list is of no use any more, and unfinished work should be dropped.
    pub budget: &'a Budget<'a>,
}

/// A move and what the position behind it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// The value of the position behind it, to the player who makes the move.
    pub value: Value,
}

/// A list of candidates; one that is reused saves allocations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates<M> {
    list: Vec<Candidate<M>>,
    is_complete: bool,
}

impl<M: Copy + Eq> Candidates<M> {
    /// An empty list to be filled.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list: Vec::new(),
            is_complete: true,
        }
    }

    /// Empties the list; it then counts as complete until moves are left out.
    pub fn clear(&mut self) {
        self.list.clear();
        self.is_complete = true;
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M, value: Value) {
        self.list.push(Candidate { mv, value });
    }

    /// Says that legal moves are missing.
    pub fn leave_out_others(&mut self) {
        self.is_complete = false;
    }

    /// Sorts the list, best first, equal ones in the order in which they came, and keeps the first
    /// `most`.
    pub fn sort_and_keep(&mut self, most: usize) {
        self.list
            .sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        if self.list.len() > most {
            self.list.truncate(most);
            self.is_complete = false;
        }
    }

    /// Whether every legal move is in the list. If not, "all of them lose" proves nothing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The candidates, best first.
    #[must_use]
    pub fn as_slice(&self) -> &[Candidate<M>] {
        &self.list
    }

    /// The candidates, to be put in another order.
    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate<M>] {
        &mut self.list
    }
}

impl<M: Copy + Eq> Default for Candidates<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Plays every legal move and asks what the position behind it is worth; stops early as `wanted` allows.
///
/// This is what [`Evaluator::candidates`] does unless an evaluator knows better.
pub fn evaluate_children<G: Game>(
    position: &G,
    wanted: &Wanted<'_>,
    candidates: &mut Candidates<G::Move>,
    mut value: impl FnMut(&G) -> Value,
) {
    candidates.clear();
    let mut child = position.clone();
    let flow = position.visit_moves(|mv| {
        if candidates.list.len() % CHILDREN_BETWEEN_CHECKS == 0 && wanted.budget.is_spent() {
            return ControlFlow::Break(());
        }
        let undo = child.play(mv);
        let value = value(&child).seen_from_parent();
        child.unplay(mv, undo);
        candidates.push(mv, value);
        if value >= wanted.enough {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if flow.is_break() {
        candidates.leave_out_others();
    }
    candidates.sort_and_keep(wanted.most);
}

/// The first legal move with a property.
pub(crate) fn find_move<G: Game>(
    position: &G,
    mut is_wanted: impl FnMut(G::Move) -> bool,
) -> Option<G::Move> {
    position
        .visit_moves(|mv| {
            if is_wanted(mv) {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
        .break_value()
}
