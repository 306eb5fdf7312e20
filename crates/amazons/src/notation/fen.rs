//! FEN as Fairy-Stockfish writes it: `3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1`.
//!
//! Rows from the top; `Q` is White (at the bottom in the standard start), `q` Black, `*` burned, a
//! number so many empty squares. Then the side to move, two fields that Amazons does not use, and
//! two counters. Where the side to move is missing it is White, who moves first in this dialect.

use game::Color;

use super::NotationError;
use super::diagram::board_from_rows;
use crate::position::{Content, Position};

const EXPECTED: &str = "Q is White, q Black, * burned, a number so many empty squares";

/// Reads a FEN; the fields after the board may be left out from the right.
///
/// # Errors
/// If the text is no FEN; the error says what is wrong and where.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    let mut fields = text.split_ascii_whitespace();
    let board = fields.next().ok_or(NotationError::Nothing)?;
    let to_move = match fields.next() {
        None | Some("w") => Color::White,
        Some("b") => Color::Black,
        Some(other) => return Err(NotationError::SideToMove(other.to_owned())),
    };
    // Castling rights, en passant and counters: read for their form only.
    let is_unused = |field: &str| field == "-" || field.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(extra) = fields
        .clone()
        .find(|field| !is_unused(field))
        .or(fields.nth(4))
    {
        return Err(NotationError::TrailingText(extra.to_owned()));
    }
    let rows = board
        .split('/')
        .enumerate()
        .map(|(index, row)| parse_row(row, index + 1))
        .collect::<Result<Vec<_>, _>>()?;
    board_from_rows(&rows, to_move)
}

fn parse_row(text: &str, row: usize) -> Result<Vec<Content>, NotationError> {
    let mut squares = Vec::new();
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        squares.push(match character {
            'Q' => Content::Amazon(Color::White),
            'q' => Content::Amazon(Color::Black),
            '*' => Content::Burned,
            '0'..='9' => {
                let mut count = character.to_digit(10).unwrap_or(0) as usize;
                while let Some(digit) = rest.peek().and_then(|next| next.to_digit(10)) {
                    rest.next();
                    // Far past any board already: no need to follow a long number further.
                    count = (10 * count + digit as usize).min(1000);
                }
                squares.resize(squares.len() + count, Content::Empty);
                continue;
            }
            _ => {
                return Err(NotationError::UnknownCharacter {
                    character,
                    row,
                    expected: EXPECTED,
                });
            }
        });
    }
    Ok(squares)
}

/// Writes a FEN. Its counters, of moves without a capture and of turns of both, follow from the
/// burned squares: every move burns one.
#[must_use]
pub fn write(position: &Position) -> String {
    let side = match position.to_move() {
        Color::White => 'w',
        Color::Black => 'b',
    };
    let moves = position.burned().len();
    format!(
        "{} {side} - - {moves} {}",
        write_board(position),
        moves / 2 + 1
    )
}

/// Writes the board alone: the first field of a FEN.
#[must_use]
pub fn write_board(position: &Position) -> String {
    let size = position.size();
    let mut text = String::new();
    for row in (0..size.rows()).rev() {
        let mut empty = 0_u32;
        for column in 0..size.columns() {
            let content = size
                .square(column, row)
                .and_then(|square| position.at(square));
            let letter = match content {
                Some(Content::Amazon(Color::White)) => 'Q',
                Some(Content::Amazon(Color::Black)) => 'q',
                Some(Content::Burned) => '*',
                Some(Content::Empty) | None => {
                    empty += 1;
                    continue;
                }
            };
            push_count(&mut text, &mut empty);
            text.push(letter);
        }
        push_count(&mut text, &mut empty);
        if row > 0 {
            text.push('/');
        }
    }
    text
}

fn push_count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1";

    #[test]
    fn the_start_round_trips() {
        assert_eq!(write(&Position::standard_start()), START);
        assert_eq!(parse(START), Ok(Position::standard_start()));
        assert_eq!(
            parse("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"),
            Ok(Position::standard_start())
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            said("3p/4 w"),
            "'p' in row 1 (from the top) of the board means nothing: \
            Q is White, q Black, * burned, a number so many empty squares"
        );
        assert_eq!(
            said("4/3 w"),
            "row 2 (from the top) of the board has 3 squares, but row 1 has 4"
        );
        assert_eq!(
            said("11 w"),
            "a board of 11 columns and 1 rows is not possible: sizes run from 1x1 to 10x10"
        );
        assert_eq!(said("4/4 x"), "the side to move must be w or b, not \"x\"");
        assert_eq!(
            said("4/4 w - - 0 1 7"),
            "\"7\" after the position means nothing"
        );
        assert_eq!(said("4/4 w KQ"), "\"KQ\" after the position means nothing");
        assert!(parse("99999999999999999999999 w").is_err());
    }
}
