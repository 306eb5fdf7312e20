//! What a book knows of one position.

use amazons::{Move, Position};
use search::Value;

use crate::key::Key;

/// If something that was not searched looks so much better than what was, in thousandths of a logit, thinking is better than playing from a book.
const DOUBT: i32 = 150;

/// Whether a move that was searched, and is worth so much, may be played from a book where the best of all is worth that much.
#[must_use]
pub fn is_worth_playing(searched: Value, best: Value) -> bool {
    searched.thousandths() >= best.thousandths() - DOUBT
}

/// A position that was searched.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The position in its canonical form: White is to move, and moves are as seen there.
    pub(crate) position: Position,
    pub(crate) choices: Vec<Choice>,
    /// What the best move is worth that the book does not have; `None` if it has all, or if nobody asked.
    pub(crate) outside: Option<Value>,
    /// By how much games have corrected what searches said, in thousandths; estimates and the value outside are corrected already.
    pub(crate) correction: i32,
    /// The positions that searches looked at to say so.
    pub(crate) visits: u64,
    /// Who said so: an index into the book's [provenances](crate::Book::provenance).
    pub(crate) provenance: u32,
    /// The best of all moves, by all that the book knows below.
    pub(crate) value: Value,
}

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move, in the canonical position.
    pub mv: Move,
    /// Where it leads.
    pub child: Key,
    /// What it is worth to the mover, by the search of the position in which it is played.
    pub estimate: Value,
    /// How often that search looked into it, if it counted.
    pub visits: u64,
}

impl Node {
    /// The position in its canonical form.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The layer of the graph in which it lies, wherever that is looked at from: moves lead from one layer to the next.
    pub(crate) fn layer(&self) -> u32 {
        self.position.burned().len()
    }

    /// The moves of the book, in the order in which searches found them.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// What the best move is worth that the book does not have, if there is one that matters.
    #[must_use]
    pub fn outside(&self) -> Option<Value> {
        self.outside
    }

    /// By how much [games from here](crate::Book::correct) have corrected what searches said, in thousandths for the player to move.
    #[must_use]
    pub fn correction(&self) -> i32 {
        self.correction
    }

    /// Corrects everything that searches said and did not prove.
    pub(crate) fn set_correction(&mut self, correction: i32) {
        let by = correction - self.correction;
        let words = self.choices.iter_mut().map(|choice| &mut choice.estimate);
        for word in words.chain(&mut self.outside) {
            *word = shifted(*word, by);
        }
        self.correction = correction;
    }

    /// The positions that searches looked at.
    #[must_use]
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// The value for the player to move: minimax over everything below.
    #[must_use]
    pub fn value(&self) -> Value {
        self.value
    }

    /// What the position's own search said, before anything below was looked into.
    #[must_use]
    pub fn own_value(&self) -> Value {
        let estimates = self.choices.iter().map(|choice| choice.estimate);
        estimates
            .chain(self.outside)
            .max()
            .unwrap_or(Value::loss(0))
    }
}

/// An estimate moved by so many thousandths; a proof stays.
pub(crate) fn shifted(value: Value, by: i32) -> Value {
    if value.is_decided() {
        value
    } else {
        Value::estimate(value.thousandths() + by)
    }
}

/// What a search says of a position: moves with values, the best first.
#[derive(Clone, PartialEq, Debug)]
pub struct Appraisal {
    /// The moves in the position that was asked about, as the search ranks them.
    pub moves: Vec<Appraised>,
    /// Whether there are other moves.
    pub has_more: bool,
    /// The positions looked at.
    pub nodes: u64,
}

/// One move of an [`Appraisal`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Appraised {
    /// The move.
    pub mv: Move,
    /// What it is worth to the mover.
    pub value: Value,
    /// How often it was looked into, if that was counted.
    pub visits: u64,
}
