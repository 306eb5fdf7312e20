//! The board in `BO`: its size, its squares from row 1 on, and the side to move.

use game::Color;

use super::super::error::{Problem, excerpt};
use crate::position::{Content, Position};
use crate::square::{BoardSize, Square};

const EXPECTED: &str = "* is Black, O White, # burned, - empty";

/// Reads `10 ---*--*--- … *`; Black is to move if the last mark is missing.
pub(super) fn read_board(text: &str) -> Result<Position, Problem> {
    let text = text.trim();
    let (size_text, drawing) = text
        .split_once(|character: char| character.is_ascii_whitespace())
        .unwrap_or((text, ""));
    let size: BoardSize = size_text
        .parse()
        .map_err(|_| Problem::Size(excerpt(size_text)))?;
    let squares: Vec<Square> = squares(size).collect();
    let mut marks: Vec<char> = drawing
        .chars()
        .filter(|mark| !mark.is_ascii_whitespace())
        .collect();
    let to_move = if marks.len() == squares.len() + 1 {
        match marks.pop() {
            Some('*') => Color::Black,
            Some('O' | 'o') => Color::White,
            other => return Err(Problem::SideToMove(other.into_iter().collect())),
        }
    } else {
        Color::Black
    };
    if marks.len() != squares.len() {
        return Err(Problem::BoardLength {
            expected: squares.len(),
            found: marks.len(),
        });
    }
    let mut position = Position::empty(size, to_move);
    for (square, mark) in squares.into_iter().zip(marks) {
        position
            .put(square, content(mark)?)
            .map_err(|_| Problem::Point(square.to_string()))?;
    }
    Ok(position)
}

/// Row 1 first, column a first.
fn squares(size: BoardSize) -> impl Iterator<Item = Square> {
    (0..size.rows())
        .flat_map(move |row| (0..size.columns()).filter_map(move |column| size.square(column, row)))
}

fn content(found: char) -> Result<Content, Problem> {
    Ok(match found {
        '*' => Content::Amazon(Color::Black),
        'O' | 'o' => Content::Amazon(Color::White),
        '#' | 'x' | 'X' => Content::Burned,
        '-' | '.' => Content::Empty,
        _ => {
            return Err(Problem::BoardCharacter {
                found,
                expected: EXPECTED,
            });
        }
    })
}

/// Writes what [`read_board`] reads.
pub(super) fn write_board(position: &Position) -> String {
    let size = position.size();
    let mut text = write_size(size);
    for square in squares(size) {
        if square.column() == 0 {
            text.push(' ');
        }
        text.push(match position.at(square) {
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

/// `10` for a square board, `6x5` for another.
pub(super) fn write_size(size: BoardSize) -> String {
    if size.columns() == size.rows() {
        size.columns().to_string()
    } else {
        size.to_string()
    }
}
