//! Diagrams such as `x..|.#.|..o`, the usual notation of endgames: rows from the top, `x` Black,
//! `o` White, `#` burned, `.` empty.
//!
//! ` b` or ` w` after the board is the side to move; without it Black, who is Left in combinatorial
//! game theory, is to move.

use game::Color;

use super::NotationError;
use crate::position::{Content, Position};
use crate::square::BoardSize;

const LEGEND: &str = "expected x (Black), o (White), # (burned) or . (empty)";

/// Whether the text is a diagram rather than a FEN.
pub(super) fn is_diagram(text: &str) -> bool {
    let board = text.split_ascii_whitespace().next().unwrap_or(text);
    board.contains(['|', '.', '#', 'x', 'o'])
}

/// Parses a diagram.
///
/// # Errors
/// If the text is not a diagram.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(NotationError::Empty)?;
    let to_move = match fields.next() {
        None | Some("b") => Color::Black,
        Some("w") => Color::White,
        Some(other) => return Err(NotationError::SideToMove(other.to_owned())),
    };
    if let Some(extra) = fields.next() {
        return Err(NotationError::TrailingText(extra.to_owned()));
    }
    let rows = board
        .split('|')
        .enumerate()
        .map(|(index, row)| {
            row.chars()
                .map(|character| from_char(character, index + 1))
                .collect()
        })
        .collect::<Result<Vec<_>, _>>()?;
    board_from_rows(&rows, to_move)
}

fn from_char(character: char, row: usize) -> Result<Content, NotationError> {
    Ok(match character {
        'x' => Content::Amazon(Color::Black),
        'o' => Content::Amazon(Color::White),
        '#' => Content::Burned,
        '.' => Content::Empty,
        _ => {
            return Err(NotationError::UnknownCharacter {
                character,
                row,
                legend: LEGEND,
            });
        }
    })
}

/// The character of a square's content.
fn to_char(content: Content) -> char {
    match content {
        Content::Amazon(Color::Black) => 'x',
        Content::Amazon(Color::White) => 'o',
        Content::Burned => '#',
        Content::Empty => '.',
    }
}

/// A position from its rows, the top row first.
pub(super) fn board_from_rows(
    rows: &[Vec<Content>],
    to_move: Color,
) -> Result<Position, NotationError> {
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
    for (row, contents) in (0..size.rows()).rev().zip(rows) {
        for (column, &content) in (0..size.columns()).zip(contents) {
            if let Some(square) = size.square(column, row) {
                // Cannot fail: the square is on the board.
                let _ = position.put(square, content);
            }
        }
    }
    Ok(position)
}

/// Writes a diagram, with the side to move.
#[must_use]
pub fn write(position: &Position) -> String {
    let side = match position.to_move() {
        Color::Black => 'b',
        Color::White => 'w',
    };
    format!("{} {side}", write_board(position))
}

/// Writes the board only.
#[must_use]
pub fn write_board(position: &Position) -> String {
    let size = position.size();
    let row_text = |row| -> String {
        (0..size.columns())
            .filter_map(|column| {
                size.square(column, row)
                    .and_then(|square| position.content_at(square))
            })
            .map(to_char)
            .collect()
    };
    (0..size.rows())
        .rev()
        .map(row_text)
        .collect::<Vec<_>>()
        .join("|")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn diagrams_round_trip_and_equal_their_fen() {
        let position = parse("x..|.#.|..o").unwrap();
        assert_eq!(write(&position), "x..|.#.|..o b");
        assert_eq!(fen::write(&position), "q2/1*1/2Q b - - 1 1");
        assert_eq!(
            parse("x..|.#.|..o w"),
            Ok(position.with_to_move(Color::White))
        );
    }
}
