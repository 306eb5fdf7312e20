//! The board property `BO`: size, squares from row 1, and side to move.

use game::Color;

use super::super::error::{RecordErrorKind, excerpt};
use crate::position::{Content, Position};
use crate::square::BoardSize;
use crate::square_set::SquareSet;

const LEGEND: &str = "expected * (Black), O (White), # (burned) or - (empty)";

/// Parses `10 ---*--*--- … *`; Black is to move if the last character is missing.
pub(super) fn read_board(text: &str) -> Result<Position, RecordErrorKind> {
    let text = text.trim();
    let (size_text, rows) = text
        .split_once(|character: char| character.is_ascii_whitespace())
        .unwrap_or((text, ""));
    let size: BoardSize = size_text
        .parse()
        .map_err(|_| RecordErrorKind::InvalidBoardSize(excerpt(size_text)))?;
    // Row 1 first, from column a.
    let squares = SquareSet::board(size);
    let mut marks: Vec<char> = rows
        .chars()
        .filter(|mark| !mark.is_ascii_whitespace())
        .collect();
    let to_move = if marks.len() == squares.len() as usize + 1 {
        match marks.pop() {
            Some('*') => Color::Black,
            Some('O' | 'o') => Color::White,
            other => {
                return Err(RecordErrorKind::InvalidSideToMove(
                    other.into_iter().collect(),
                ));
            }
        }
    } else {
        Color::Black
    };
    if marks.len() != squares.len() as usize {
        return Err(RecordErrorKind::BoardLength {
            expected: squares.len() as usize,
            found: marks.len(),
        });
    }
    let mut position = Position::empty(size, to_move);
    for (square, mark) in squares.into_iter().zip(marks) {
        position
            .put(square, content_from_mark(mark)?)
            .map_err(|_| RecordErrorKind::InvalidSquare(square.to_string()))?;
    }
    Ok(position)
}

fn content_from_mark(found: char) -> Result<Content, RecordErrorKind> {
    Ok(match found {
        '*' => Content::Amazon(Color::Black),
        'O' | 'o' => Content::Amazon(Color::White),
        '#' | 'x' | 'X' => Content::Burned,
        '-' | '.' => Content::Empty,
        _ => {
            return Err(RecordErrorKind::BoardCharacter {
                found,
                legend: LEGEND,
            });
        }
    })
}

pub(super) fn write_board(position: &Position) -> String {
    let size = position.size();
    let mut text = write_size(size);
    for square in SquareSet::board(size) {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(match position.content_at(square) {
            Some(Content::Amazon(color)) => mark(color),
            Some(Content::Burned) => '#',
            Some(Content::Empty) | None => '-',
        });
    }
    text.push(' ');
    text.push(mark(position.to_move()));
    text
}

fn mark(color: Color) -> char {
    match color {
        Color::Black => '*',
        Color::White => 'O',
    }
}

/// `10` for a square board, `6x5` for any other.
pub(super) fn write_size(size: BoardSize) -> String {
    if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        size.to_string()
    }
}
