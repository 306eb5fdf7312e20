//! How positions and moves are written, read and refused.
//!
//! Each form has a module of its own. What differs most between them is who moves first and who
//! sits where, so every form says it in its module, and a [`Position`] always carries both.

pub mod diagram;
pub mod fen;
mod moves;
mod start;

use thiserror::Error;

use crate::moves::Move;
use crate::position::{IllegalMove, Position};
use crate::square::{BoardSize, NotASquare};

/// Why a text is no position or no move of Amazons.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// There is nothing to read.
    #[error("the position is empty text")]
    Nothing,
    /// A character that has no place in a board.
    #[error("{character:?} in row {row} (from the top) of the board means nothing: {expected}")]
    UnknownCharacter {
        /// What was found.
        character: char,
        /// The row, counted from 1 at the top.
        row: usize,
        /// What may stand there.
        expected: &'static str,
    },
    /// Rows of different length.
    #[error("row {row} (from the top) of the board has {found} squares, but row 1 has {expected}")]
    UnevenRow {
        /// The row, counted from 1 at the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// Too many rows or columns, or none.
    #[error(
        "a board of {columns} columns and {rows} rows is not possible: sizes run from 1x1 to 10x10"
    )]
    ImpossibleSize {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
    },
    /// The side to move is neither White nor Black.
    #[error("the side to move must be w or b, not {0:?}")]
    SideToMove(String),
    /// Something after the position that does not belong to it.
    #[error("{0:?} after the position means nothing")]
    TrailingText(String),
    /// A size for which no start position is agreed upon.
    #[error("there is no standard start on a {0} board: it takes at least 4 columns and 4 rows")]
    NoStandardStart(BoardSize),
    /// A text that is no move at all.
    #[error("{0:?} is not a move: moves look like d1-d7/g7")]
    NotAMove(String),
    /// A text that repeats the amazon's square, but another one.
    #[error("{0:?} is not a move: the arrow must start where the amazon lands")]
    ArrowFromElsewhere(String),
    /// Something where a square should be.
    #[error(transparent)]
    NotASquare(#[from] NotASquare),
    /// A move against the rules.
    #[error("{mv} is not legal: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// What speaks against it.
        reason: IllegalMove,
    },
}

/// Reads a position in any of the forms that fit on a line: a FEN, a diagram, `startpos`, or a
/// board size such as `8x8` for the standard start of that size.
///
/// # Errors
/// If the text is none of these; the error says what is wrong and where.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NotationError::Nothing);
    }
    if text == "startpos" {
        return Ok(Position::standard_start());
    }
    if let Ok(size) = text.parse::<BoardSize>() {
        return Position::start(size).ok_or(NotationError::NoStandardStart(size));
    }
    if diagram::looks_like(text) {
        diagram::parse(text)
    } else {
        fen::parse(text)
    }
}

/// Reads a move in any of the forms of [`Move`]'s [`FromStr`](std::str::FromStr), and checks
/// that it is legal.
///
/// # Errors
/// If the text is no move, or the move is not legal; the error says which.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mv: Move = text.parse()?;
    position
        .check(mv)
        .map_err(|reason| NotationError::Illegal { mv, reason })?;
    Ok(mv)
}
