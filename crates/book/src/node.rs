//! Nodes of a book: searched positions with their moves.

use amazons::{Move, Position};
use search::Value;

use crate::key::BookKey;

/// Maximum lead of an unexpanded move over the best expanded one for a position to be played from
/// the book, in millilogits.
const MAX_UNEXPANDED_LEAD: i32 = 150;

/// Whether an expanded move may be played from the book where the best move has value `best`.
#[must_use]
pub fn is_playable(expanded: Value, best: Value) -> bool {
    expanded.millilogits() >= best.millilogits() - MAX_UNEXPANDED_LEAD
}

/// An expanded position: one that was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// Canonical position: White is to move.
    pub(crate) position: Position,
    pub(crate) moves: Vec<BookMove>,
    /// Value of the best move that is not in the book; `None` if there is none or it is unknown.
    pub(crate) best_deviation: Option<Value>,
    /// Correction by game results, in millilogits; estimates and the best deviation include it.
    pub(crate) correction: i32,
    /// Nodes searched for this position.
    pub(crate) visits: u64,
    /// Index into the book's [provenances](crate::Book::provenance).
    pub(crate) provenance: u32,
    /// Minimax value.
    pub(crate) value: Value,
}

/// A move of a [`Node`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move, in the canonical position.
    pub mv: Move,
    /// Key of the position after the move.
    pub child: BookKey,
    /// Value for the player who moves, by the search of the parent.
    pub parent_estimate: Value,
    /// Visits of the move in that search; 0 if not counted.
    pub visits: u64,
}

impl Node {
    /// The canonical position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Layer of the graph, independent of the root; moves lead from one layer to the next.
    pub(crate) fn layer(&self) -> u32 {
        self.position.burned().len()
    }

    /// Moves in the book, in the order in which searches found them.
    #[must_use]
    pub fn moves(&self) -> &[BookMove] {
        &self.moves
    }

    /// Value of the best move that is not in the book, if there is one and it is known.
    #[must_use]
    pub fn best_deviation(&self) -> Option<Value> {
        self.best_deviation
    }

    /// Whether a move leads to `child`.
    pub(crate) fn has_child(&self, child: &BookKey) -> bool {
        self.moves.iter().any(|book_move| book_move.child == *child)
    }

    /// The best deviation, unless it is a proven win or loss.
    pub(crate) fn open_deviation(&self) -> Option<Value> {
        self.best_deviation.filter(|value| !value.is_decisive())
    }

    /// Correction by [game results](crate::Book::learn_from_results), in millilogits for the player
    /// to move.
    #[must_use]
    pub fn correction(&self) -> i32 {
        self.correction
    }

    /// Corrects all estimates; proven values stay.
    pub(crate) fn set_correction(&mut self, correction: i32) {
        let offset = correction - self.correction;
        let estimates = self.moves.iter_mut();
        let estimates = estimates.map(|book_move| &mut book_move.parent_estimate);
        for estimate in estimates.chain(&mut self.best_deviation) {
            *estimate = offset_estimate(*estimate, offset);
        }
        self.correction = correction;
    }

    /// Nodes searched for this position.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Minimax value for the player to move.
    #[must_use]
    pub fn value(&self) -> Value {
        self.value
    }

    /// Value by the search of this position alone, for the player to move.
    #[must_use]
    pub fn search_value(&self) -> Value {
        let estimates = self.moves.iter().map(|book_move| book_move.parent_estimate);
        estimates
            .chain(self.best_deviation)
            .max()
            .unwrap_or(Value::loss(0))
    }
}

/// Adds millilogits to an estimate; proven values stay.
pub(crate) fn offset_estimate(value: Value, offset: i32) -> Value {
    if value.is_decisive() {
        value
    } else {
        Value::from_millilogits(value.millilogits() + offset)
    }
}

/// Result of [`MoveEvaluator::evaluate_moves`](crate::MoveEvaluator::evaluate_moves).
#[derive(Clone, PartialEq, Debug)]
pub struct PositionEvaluation {
    /// Moves in the searched position, best first.
    pub moves: Vec<EvaluatedMove>,
    /// Whether there are other legal moves.
    pub has_more: bool,
    /// Nodes searched.
    pub nodes: u64,
}

/// A move of a [`PositionEvaluation`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvaluatedMove {
    /// The move.
    pub mv: Move,
    /// Value for the player who moves.
    pub value: Value,
    /// Visits of the move; 0 if not counted.
    pub visits: u64,
}
