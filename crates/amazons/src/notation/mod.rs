//! Text notation of positions and moves.
//!
//! Formats differ in who moves first and in who is at the bottom; each module documents its own
//! convention.

pub mod diagram;
pub mod fen;
mod start;

use std::str::SplitAsciiWhitespace;

use game::Color;
use thiserror::Error;

use crate::moves::Move;
use crate::position::{Content, IllegalMoveError, Position};
use crate::square::{BoardSize, ParseSquareError};

/// Error of parsing a position or a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text is empty.
    #[error("the position is empty")]
    Empty,
    /// An invalid character in the board.
    #[error("unexpected {character:?} in row {row} (from the top): {legend}")]
    UnknownCharacter {
        /// The character.
        character: char,
        /// The row, from 1 at the top.
        row: usize,
        /// The valid characters.
        legend: &'static str,
    },
    /// Rows of different length.
    #[error("row {row} (from the top) has {found} squares, but row 1 has {expected}")]
    UnevenRow {
        /// The row, from 1 at the top.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// Too many rows or columns, or none.
    #[error("invalid board size {columns}x{rows}: expected 1x1 to 10x10")]
    ImpossibleSize {
        /// Number of columns.
        columns: usize,
        /// Number of rows.
        rows: usize,
    },
    /// An invalid side to move.
    #[error("invalid side to move {0:?}: expected w or b")]
    SideToMove(String),
    /// Text after the position.
    #[error("unexpected {0:?} after the position")]
    TrailingText(String),
    /// A board size without a start position.
    #[error("a {0} board has no start position: expected at least 4x4")]
    NoStandardStart(BoardSize),
    /// Text that is not a move.
    #[error("invalid move {0:?}: expected notation such as d1-d7/g7")]
    InvalidMove(String),
    /// A four-square move whose arrow does not start at the amazon's new square.
    #[error("invalid move {0:?}: the arrow must start at the amazon's new square")]
    ArrowOriginMismatch(String),
    /// An invalid square.
    #[error(transparent)]
    InvalidSquare(#[from] ParseSquareError),
    /// An illegal move.
    #[error("illegal move {mv}: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: IllegalMoveError,
    },
}

/// Parses a FEN, a diagram, `startpos`, or a board size such as `8x8` for the start position of
/// that size.
///
/// # Errors
/// If the text is none of these.
pub fn parse_position(text: &str) -> Result<Position, NotationError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(NotationError::Empty);
    }
    if text == "startpos" {
        return Ok(Position::standard_start());
    }
    if let Ok(size) = text.parse::<BoardSize>() {
        return Position::start(size).ok_or(NotationError::NoStandardStart(size));
    }
    // No other notation has digits on both sides of one letter.
    if let Some((columns, rows)) = text.split_once(['x', 'X', '×'])
        && let (Ok(columns), Ok(rows)) = (columns.parse(), rows.parse())
    {
        return Err(NotationError::ImpossibleSize { columns, rows });
    }
    if diagram::is_diagram(text) {
        diagram::parse(text)
    } else {
        fen::parse(text)
    }
}

/// Splits a text into its board, the side to move and further fields.
fn split_fields(
    text: &str,
    default_side: Color,
) -> Result<(&str, Color, SplitAsciiWhitespace<'_>), NotationError> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(NotationError::Empty)?;
    let to_move = match fields.next() {
        None => default_side,
        Some("b") => Color::Black,
        Some("w") => Color::White,
        Some(other) => return Err(NotationError::SideToMove(other.to_owned())),
    };
    Ok((board, to_move, fields))
}

/// `b` or `w`.
fn side_letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

/// Parses the rows of a board, the top row first. `parse_row` gets the number of the row, from 1.
fn parse_board<'t>(
    rows: impl Iterator<Item = &'t str>,
    to_move: Color,
    parse_row: impl Fn(&str, usize) -> Result<Vec<Content>, NotationError>,
) -> Result<Position, NotationError> {
    let rows = rows.zip(1..).map(|(row, number)| parse_row(row, number));
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let columns = rows.first().map_or(0, Vec::len);
    if let Some(index) = rows.iter().position(|row| row.len() != columns) {
        let found = rows[index].len();
        return Err(NotationError::UnevenRow {
            row: index + 1,
            found,
            expected: columns,
        });
    }
    let size = u8::try_from(columns)
        .ok()
        .zip(u8::try_from(rows.len()).ok())
        .and_then(|(columns, rows)| BoardSize::new(columns, rows))
        .ok_or(NotationError::ImpossibleSize {
            columns,
            rows: rows.len(),
        })?;
    let mut position = Position::empty(size, to_move);
    for (row, contents) in (0..size.rows()).rev().zip(&rows) {
        for (column, &content) in (0..size.columns()).zip(contents) {
            if let Some(square) = size.square(column, row) {
                // Cannot fail: the square is on the board.
                let _ = position.put(square, content);
            }
        }
    }
    Ok(position)
}

/// Parses a legal move in any notation that [`Move`]'s [`FromStr`](std::str::FromStr) accepts.
///
/// # Errors
/// If the text is not a move, or the move is illegal.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, NotationError> {
    let mv: Move = text.parse()?;
    position
        .check_legal(mv)
        .map_err(|reason| NotationError::Illegal { mv, reason })?;
    Ok(mv)
}
