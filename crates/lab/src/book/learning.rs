//! A book that thinks where a game leaves it, and remembers.
//!
//! Only what was searched itself is played from a book, so a position is known when it was searched and the move that looks best there too.

use amazons::{Move, Position};
use book::{Appraisal, Book, Key};

use crate::experiment::Failure;

/// How a book grows by games.
#[derive(Clone, Copy, Debug)]
pub struct Learning<'a> {
    /// In so many plies of a game; 0 for not at all.
    pub plies: u32,
    /// The moves that each search adds.
    pub width: usize,
    /// Who searches.
    pub provenance: &'a str,
}

/// A book, and what has changed in it by searches that nobody has kept yet.
pub(super) struct Pupil<'a> {
    pub(super) book: &'a mut Book,
    pub(super) learned: Vec<Key>,
}

impl<'a> Pupil<'a> {
    pub(super) fn new(book: &'a mut Book) -> Self {
        Self {
            book,
            learned: Vec::new(),
        }
    }

    /// Whether the book has a position, or a way to it.
    pub(super) fn can_have(
        &mut self,
        position: &Position,
        answers: Option<(Position, Move)>,
    ) -> Result<bool, Failure> {
        if self.book.node(&Key::of(position).0).is_some() {
            return Ok(true);
        }
        let Some((before, mv)) = answers else {
            return Ok(false);
        };
        if self.book.node(&Key::of(&before).0).is_none() {
            return Ok(false);
        }
        self.learned.push(self.book.add_move(&before, mv)?);
        Ok(true)
    }

    /// What has to be searched next for a position's best move to be one that was searched itself.
    pub(super) fn unsettled(&self, position: &Position) -> Option<Position> {
        let Some(node) = self.book.node(&Key::of(position).0) else {
            return Some(*position);
        };
        let choices = node.choices().iter();
        let best = choices.max_by_key(|choice| self.book.value_of(choice))?;
        if self.book.is_searched(best) {
            return None;
        }
        node.position().after(best.mv).ok()
    }

    /// Takes in a search, unless somebody else was quicker.
    pub(super) fn remember(
        &mut self,
        position: &Position,
        appraisal: &Appraisal,
        learning: &Learning<'_>,
    ) -> Result<(), Failure> {
        if self.book.node(&Key::of(position).0).is_some() {
            return Ok(());
        }
        let provenance = self.book.provenance_number(learning.provenance);
        let added = self
            .book
            .add(position, appraisal, learning.width, true, provenance)?;
        self.learned.push(added);
        Ok(())
    }
}
