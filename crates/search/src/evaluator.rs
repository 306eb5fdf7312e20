//! Static evaluation and candidate moves: all that a searcher knows about a game beyond its rules.
//!
//! An [`Evaluator`] must evaluate positions. It may also generate *candidates*: the most promising
//! moves with the values of the positions after them. By default every legal move is played and
//! evaluated. A game with thousands of moves does better in stages, such as steps first and the
//! arrows of the best steps later.

use std::ops::ControlFlow;

use game::{Game, Outcome};

use crate::{SearchBudget, Value};

/// Number of children evaluated between two checks of the budget.
const STOP_CHECK_INTERVAL: usize = 4;

/// Evaluates positions and generates candidate moves. Each search thread has its own.
pub trait Evaluator<G: Game> {
    /// Estimate for the player to move; the game is not over. Deterministic.
    fn evaluate(&mut self, position: &G) -> Value;

    /// Outcome under perfect play, if known without search: by the rules, or by better knowledge.
    fn proven_outcome(&self, position: &G) -> Option<Outcome> {
        position.proven_outcome()
    }

    /// Value for the player to move: of the proven outcome, or else the estimate.
    fn value(&mut self, position: &G) -> Value {
        match self.proven_outcome(position) {
            Some(outcome) => Value::from_outcome(outcome, position.to_move()),
            None => self.evaluate(position),
        }
    }

    /// Fills `candidates` with moves to search and the values of the positions after them.
    ///
    /// Contract:
    /// - The list is sorted, best first, without duplicates and deterministic.
    /// - The value is that of the position after the move [for the player who
    ///   moves](Value::to_parent): the [estimate](Self::evaluate), or the [proven
    ///   outcome](Self::proven_outcome) where checking for one pays.
    /// - [`Candidates::is_complete`] only if no legal move is missing. This must hold if
    ///   [`CandidateRequest::max_moves`] is `usize::MAX` and neither an exhausted budget nor
    ///   [`CandidateRequest::cutoff`] ended the generation.
    /// - Not empty unless the budget is exhausted.
    fn candidates(
        &mut self,
        position: &G,
        request: &CandidateRequest<'_>,
        candidates: &mut Candidates<G::Move>,
    ) {
        evaluate_children(position, request, candidates, |child| self.value(child));
    }
}

/// Parameters of [`Evaluator::candidates`].
#[derive(Clone, Copy, Debug)]
pub struct CandidateRequest<'a> {
    /// Maximum number of moves; `usize::MAX` requests all legal moves.
    pub max_moves: usize,
    /// Generation may stop at the first move with at least this value.
    pub cutoff: Value,
    /// Generation should stop when this is exhausted; the list is then discarded.
    pub budget: &'a SearchBudget<'a>,
}

/// A move and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// Value of the position after the move, for the player who moves.
    pub value: Value,
}

/// A list of candidates, reusable to save allocations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates<M> {
    list: Vec<Candidate<M>>,
    is_complete: bool,
}

impl<M: Copy + Eq> Candidates<M> {
    /// An empty, complete list.
    #[must_use]
    pub fn new() -> Self {
        Self {
            list: Vec::new(),
            is_complete: true,
        }
    }

    /// Empties the list and marks it complete.
    pub fn clear(&mut self) {
        self.list.clear();
        self.is_complete = true;
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M, value: Value) {
        self.list.push(Candidate { mv, value });
    }

    /// Marks that legal moves are missing.
    pub fn mark_incomplete(&mut self) {
        self.is_complete = false;
    }

    /// Sorts by value, best first (stable), and keeps the first `max_moves`.
    pub fn sort_and_truncate(&mut self, max_moves: usize) {
        self.list
            .sort_by_key(|candidate| std::cmp::Reverse(candidate.value));
        if self.list.len() > max_moves {
            self.list.truncate(max_moves);
            self.is_complete = false;
        }
    }

    /// Whether every legal move is in the list. If not, losing all of them proves nothing.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The candidates, best first.
    #[must_use]
    pub fn as_slice(&self) -> &[Candidate<M>] {
        &self.list
    }

    pub(crate) fn as_mut_slice(&mut self) -> &mut [Candidate<M>] {
        &mut self.list
    }
}

impl<M: Copy + Eq> Default for Candidates<M> {
    fn default() -> Self {
        Self::new()
    }
}

/// Default of [`Evaluator::candidates`]: plays every legal move and evaluates the child with
/// `value`.
pub fn evaluate_children<G: Game>(
    position: &G,
    request: &CandidateRequest<'_>,
    candidates: &mut Candidates<G::Move>,
    mut value: impl FnMut(&G) -> Value,
) {
    candidates.clear();
    let mut child = position.clone();
    let flow = position.visit_moves(|mv| {
        if candidates.list.len() % STOP_CHECK_INTERVAL == 0 && request.budget.is_exhausted() {
            return ControlFlow::Break(());
        }
        let undo = child.play(mv);
        let value = value(&child).to_parent();
        child.unplay(mv, undo);
        candidates.push(mv, value);
        if value >= request.cutoff {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if flow.is_break() {
        candidates.mark_incomplete();
    }
    candidates.sort_and_truncate(request.max_moves);
}

/// The first legal move that satisfies a predicate.
pub(crate) fn find_move<G: Game>(
    position: &G,
    mut predicate: impl FnMut(G::Move) -> bool,
) -> Option<G::Move> {
    position
        .visit_moves(|mv| {
            if predicate(mv) {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
        .break_value()
}
