//! What can be wrong with a game record, and where.

use std::fmt;

use game::Color;
use thiserror::Error;

use super::record::IllegalPly;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::square::Square;

/// A place in a text, both counted from 1; columns are characters, not bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Location {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Location {
    /// The place of a byte of `text`; the end of the text if it has no such byte.
    pub(super) fn of(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        // Every character has exactly one byte that is no continuation byte.
        let is_start = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
        Self {
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + before[line_start..].iter().filter(is_start).count(),
        }
    }
}

/// `line 3, column 7`.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Why a text is no game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{location}: {problem}")]
pub struct RecordError {
    /// Where the trouble is.
    pub location: Location,
    /// What it is.
    pub problem: Problem,
}

/// What is wrong at one place of a game record.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Problem {
    /// There is nothing to read.
    #[error("there is no game record in an empty text")]
    Nothing,
    /// The text looks like none of the forms.
    #[error("{0:?} begins no game record: known are sgf, ggf, little-golem, text, fen and diagram")]
    UnknownForm(String),
    /// More text than any game record needs.
    #[error("a text of {0} bytes is too long for a game record")]
    TooLong(usize),
    /// Something else than what has to follow.
    #[error("expected {expected}, not {found:?}")]
    Unexpected {
        /// What may stand there.
        expected: &'static str,
        /// What stands there.
        found: char,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} is expected")]
    Ends {
        /// What has to follow.
        expected: &'static str,
    },
    /// A bracket or parenthesis that is never closed.
    #[error("the {0:?} here is never closed")]
    NeverClosed(char),
    /// The record of another game.
    #[error("this is a record of game {0:?}, not of the Amazons, which is 18 in SGF")]
    OtherGame(String),
    /// A board size that is none, or too large.
    #[error("{0:?} is no size of a board: sizes run from 1 to 10, columns before rows")]
    Size(String),
    /// A board that is not drawn right.
    #[error("the board needs {expected} squares, but {found} are drawn")]
    BoardLength {
        /// The squares of a board of the given size.
        expected: usize,
        /// The characters found.
        found: usize,
    },
    /// A board that is far too long.
    #[error("a board of {0} characters is too long: ten rows of ten squares take 109")]
    BoardTooLong(usize),
    /// A character without meaning in a drawn board.
    #[error("{found:?} means nothing on the board: {expected}")]
    BoardCharacter {
        /// What stands there.
        found: char,
        /// What may stand there.
        expected: &'static str,
    },
    /// A text that names no square of the board.
    #[error("{0:?} is no point of this board")]
    Point(String),
    /// Two different things on one square.
    #[error("{0} is set up with two different things at once")]
    SetUpTwice(Square),
    /// A side to move that is none.
    #[error("the side to move must be B or W, not {0:?}")]
    SideToMove(String),
    /// Set-up where the game is already under way.
    #[error("{0} sets up the board here, but that is possible only before the first move")]
    SetUpTooLate(String),
    /// A value that is no number.
    #[error("{0:?} is no {1}")]
    Number(String, &'static str),
    /// Two moves where one is expected.
    #[error("there are two moves in one node")]
    TwoMoves,
    /// Several lines of play where only one can be told.
    #[error("this form knows no variations")]
    Variation,
    /// A text that is no move.
    #[error("move {ply}: {reason}")]
    NotAMove {
        /// Which move of the game, from 1.
        ply: usize,
        /// What is wrong with it.
        reason: NotationError,
    },
    /// A move of the player whose turn it is not.
    #[error("move {ply}, {mv}, is {mover}'s, but it is {}'s turn", !*mover)]
    WrongTurn {
        /// Which move of the game, from 1.
        ply: usize,
        /// The move.
        mv: Move,
        /// Who is said to have played it.
        mover: Color,
    },
    /// A move against the rules.
    #[error(transparent)]
    Illegal(#[from] IllegalPly),
    /// A start position that is none.
    #[error(transparent)]
    Position(#[from] NotationError),
    /// A result that is none.
    #[error("{0:?} is no result: results look like B+, W+R or B+T")]
    Result(String),
}

/// A problem at a byte of the text, before lines and columns are counted.
#[derive(Debug)]
pub(super) struct Fault {
    pub at: usize,
    pub problem: Problem,
}

impl Fault {
    pub fn new(at: usize, problem: impl Into<Problem>) -> Self {
        Self {
            at,
            problem: problem.into(),
        }
    }

    /// The same for the outside world.
    pub fn locate(self, text: &str) -> RecordError {
        RecordError {
            location: Location::of(text, self.at),
            problem: self.problem,
        }
    }
}

/// The beginning of a text, short enough to be quoted in a sentence.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
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
        let place = |needle: char| Location::of(text, text.find(needle).unwrap()).to_string();
        assert_eq!(place('ä'), "line 1, column 1");
        assert_eq!(place('b'), "line 1, column 2");
        assert_eq!(place('d'), "line 3, column 2");
        assert_eq!(Location::of(text, 1000), Location { line: 3, column: 3 });
        // A byte inside a character belongs to that character's successor at most.
        assert_eq!(Location::of(text, 1), Location { line: 1, column: 2 });
    }

    #[test]
    fn excerpts_are_short() {
        assert_eq!(excerpt("short"), "short");
        assert_eq!(excerpt(&"é".repeat(1000)).chars().count(), 41);
    }
}
