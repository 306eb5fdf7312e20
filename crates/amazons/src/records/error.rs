//! Errors from parsing game records.

use std::fmt;

use game::Color;
use thiserror::Error;

use super::record::IllegalLineError;
use super::result::ParseResultError;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::square::Square;

/// A location in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Location {
    /// The location of a byte offset; offsets past the end of the text mean its end.
    pub(super) fn from_offset(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        // Counts characters: all bytes that are not UTF-8 continuation bytes.
        let is_char_start = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        Self {
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + before[line_start..].iter().filter(is_char_start).count(),
        }
    }
}

/// Such as `line 3, column 7`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Error from parsing a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {kind}")]
pub struct RecordError {
    /// Where the error is.
    pub location: Location,
    pub(super) kind: RecordErrorKind,
}

/// Class of a [`RecordError`], for programs that report it in their own words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordErrorCategory {
    /// The text is no record in a known format.
    UnknownFormat,
    /// The record is of another game.
    WrongGame,
    /// A move is illegal or is played by the wrong side.
    IllegalMove {
        /// Ply of the move, from 1.
        ply: usize,
    },
    /// Any other error, at the error's location.
    Syntax,
}

impl RecordError {
    /// The class of the error.
    #[must_use]
    pub fn category(&self) -> RecordErrorCategory {
        match &self.kind {
            RecordErrorKind::Empty | RecordErrorKind::UnknownFormat(_) => {
                RecordErrorCategory::UnknownFormat
            }
            RecordErrorKind::WrongGame(_) => RecordErrorCategory::WrongGame,
            RecordErrorKind::InvalidMove { ply, .. }
            | RecordErrorKind::WrongTurn { ply, .. }
            | RecordErrorKind::IllegalLine(IllegalLineError { ply, .. }) => {
                RecordErrorCategory::IllegalMove { ply: *ply }
            }
            _ => RecordErrorCategory::Syntax,
        }
    }
}

/// Cause of a [`RecordError`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(super) enum RecordErrorKind {
    #[error("the game record is empty")]
    Empty,
    #[error(
        "unknown game format starting with {0:?}: \
        expected sgf, ggf, little-golem, text, fen or diagram"
    )]
    UnknownFormat(String),
    #[error("the text is too long: {0} bytes, expected less than 4 GiB")]
    TooLong(usize),
    #[error("expected {expected}, found {found:?}")]
    Unexpected { expected: &'static str, found: char },
    #[error("expected {expected}, found the end of the text")]
    UnexpectedEnd { expected: &'static str },
    #[error("unclosed {0:?}")]
    Unclosed(char),
    #[error("wrong game {0:?}: expected Amazons, GM[18] in SGF")]
    WrongGame(String),
    #[error("invalid board size {0:?}: expected 1x1 to 10x10, columns first")]
    InvalidBoardSize(String),
    #[error("expected a board of {expected} squares, found {found}")]
    BoardLength { expected: usize, found: usize },
    #[error("a board of {0} characters is too long: a 10x10 board has at most 109")]
    BoardTooLong(usize),
    #[error("unexpected {found:?} on the board: {legend}")]
    BoardCharacter { found: char, legend: &'static str },
    #[error("{0:?} is not a square of this board")]
    InvalidSquare(String),
    #[error("conflicting set-up for {0}")]
    ConflictingSetup(Square),
    #[error("invalid side to move {0:?}: expected B or W")]
    InvalidSideToMove(String),
    #[error("{0} sets up the board after the first move")]
    LateSetup(String),
    #[error("invalid {quantity} {text:?}")]
    InvalidNumber {
        quantity: &'static str,
        text: String,
    },
    #[error("more than one move in a node")]
    MultipleMoves,
    #[error("this format does not support variations")]
    VariationUnsupported,
    #[error("move {ply}: {error}")]
    InvalidMove { ply: usize, error: NotationError },
    #[error("move {ply}, {mv}, is played by {mover}, but {} is to move", !*mover)]
    WrongTurn { ply: usize, mv: Move, mover: Color },
    #[error(transparent)]
    IllegalLine(#[from] IllegalLineError),
    #[error(transparent)]
    InvalidPosition(#[from] NotationError),
    #[error(transparent)]
    InvalidResult(#[from] ParseResultError),
}

impl RecordErrorKind {
    /// The error for `text`, which does not start with what is `expected`.
    pub fn unexpected(expected: &'static str, text: &str) -> Self {
        match text.chars().next() {
            Some(found) => Self::Unexpected { expected, found },
            None => Self::UnexpectedEnd { expected },
        }
    }
}

/// A [`RecordError`] with a byte offset instead of line and column.
#[derive(Debug)]
pub(super) struct ParseError {
    pub offset: usize,
    pub kind: RecordErrorKind,
}

impl ParseError {
    pub fn new(offset: usize, kind: impl Into<RecordErrorKind>) -> Self {
        Self {
            offset,
            kind: kind.into(),
        }
    }

    pub fn into_record_error(self, text: &str) -> RecordError {
        RecordError {
            location: Location::from_offset(text, self.offset),
            kind: self.kind,
        }
    }
}

/// The beginning of a text, short enough for an error message.
pub(super) fn excerpt(text: &str) -> String {
    const MAX_EXCERPT_LEN: usize = 40;
    match text.char_indices().nth(MAX_EXCERPT_LEN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "äb\n\nçd";
        let location =
            |needle: char| Location::from_offset(text, text.find(needle).unwrap()).to_string();
        assert_eq!(location('ä'), "line 1, column 1");
        assert_eq!(location('b'), "line 1, column 2");
        assert_eq!(location('d'), "line 3, column 2");
        assert_eq!(
            Location::from_offset(text, 1000),
            Location { line: 3, column: 3 }
        );
        // A byte inside a character counts as the next character.
        assert_eq!(
            Location::from_offset(text, 1),
            Location { line: 1, column: 2 }
        );
    }

    #[test]
    fn excerpts_are_short() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), 41);
    }
}
