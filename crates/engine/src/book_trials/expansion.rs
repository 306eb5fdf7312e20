//! Expanding a book where a game leaves it.
//!
//! A book plays only expanded moves, so a position is covered when it and its best move are
//! expanded.

use amazons::{Move, Position};
use book::{Book, BookKey, PositionEvaluation};

use super::BoxError;

/// How a book is expanded by games.
#[derive(Clone, Copy, Debug)]
pub struct TrialExpansion<'a> {
    /// Plies of each game in which the book is expanded; 0 for none.
    pub plies: u32,
    /// Moves added per search.
    pub width: usize,
    /// Provenance of the new nodes.
    pub provenance: &'a str,
}

/// A book with nodes that are not saved yet.
pub(super) struct ExpandingBook<'a> {
    pub(super) book: &'a mut Book,
    pub(super) unsaved: Vec<BookKey>,
}

impl<'a> ExpandingBook<'a> {
    pub(super) fn new(book: &'a mut Book) -> Self {
        Self {
            book,
            unsaved: Vec::new(),
        }
    }

    /// Whether the book has the position, or has the one before and gets the move to it.
    pub(super) fn ensure_reachable(
        &mut self,
        position: &Position,
        last_reply: Option<(Position, Move)>,
    ) -> Result<bool, BoxError> {
        if self.book.node(&BookKey::new(position).0).is_some() {
            return Ok(true);
        }
        let Some((before, mv)) = last_reply else {
            return Ok(false);
        };
        if self.book.node(&BookKey::new(&before).0).is_none() {
            return Ok(false);
        }
        self.unsaved.push(self.book.add_move(&before, mv)?);
        Ok(true)
    }

    /// The position to search next so that the best move of `position` is expanded.
    pub(super) fn next_to_search(&self, position: &Position) -> Option<Position> {
        let Some(node) = self.book.node(&BookKey::new(position).0) else {
            return Some(*position);
        };
        let moves = node.moves().iter();
        let best = moves.max_by_key(|mv| self.book.move_value(mv))?;
        if self.book.is_expanded(best) {
            return None;
        }
        node.position().after(best.mv).ok()
    }

    /// Adds an evaluated position unless another thread has added it.
    pub(super) fn insert(
        &mut self,
        position: &Position,
        evaluation: &PositionEvaluation,
        expansion: &TrialExpansion<'_>,
    ) -> Result<(), BoxError> {
        if self.book.node(&BookKey::new(position).0).is_some() {
            return Ok(());
        }
        let provenance = self.book.intern_provenance(expansion.provenance);
        let added =
            self.book
                .insert_evaluation(position, evaluation, expansion.width, true, provenance)?;
        self.unsaved.push(added);
        Ok(())
    }
}
