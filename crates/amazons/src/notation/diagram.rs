//! Diagrams such as `x..|.#.|..o`, the usual notation of endgames: rows from the top, `x` Black,
//! `o` White, `#` burned, `.` empty.
//!
//! ` b` or ` w` after the board is the side to move; without it Black, who is Left in combinatorial
//! game theory, is to move.

use game::Color;

use super::{NotationError, parse_board, side_letter, split_fields};
use crate::position::{Content, Position};

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
    let (board, to_move, mut fields) = split_fields(text, Color::Black)?;
    if let Some(extra) = fields.next() {
        return Err(NotationError::TrailingText(extra.to_owned()));
    }
    parse_board(board.split('|'), to_move, |row, number| {
        row.chars()
            .map(|character| from_char(character, number))
            .collect()
    })
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

/// Writes a diagram, with the side to move.
#[must_use]
pub fn write(position: &Position) -> String {
    format!(
        "{} {}",
        write_board(position),
        side_letter(position.to_move())
    )
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
