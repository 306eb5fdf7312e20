//! FEN as Fairy-Stockfish writes it: `3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1`.
//!
//! Rows from the top; `Q` is White (at the bottom of the standard start), `q` Black, `*` burned, a
//! number that many empty squares. Then the side to move (White if missing), two unused fields and
//! two counters.

use game::Color;

use super::{NotationError, parse_board, side_letter, split_fields};
use crate::position::{Content, Position};

const LEGEND: &str = "expected Q (White), q (Black), * (burned) or a number of empty squares";

/// Parses a FEN; trailing fields may be missing.
///
/// # Errors
/// If the text is not a FEN.
pub fn parse(text: &str) -> Result<Position, NotationError> {
    let (board, to_move, mut fields) = split_fields(text, Color::White)?;
    // The unused fields and counters are only checked for their syntax.
    let is_unused = |field: &str| field == "-" || field.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(extra) = fields
        .clone()
        .find(|field| !is_unused(field))
        .or(fields.nth(4))
    {
        return Err(NotationError::TrailingText(extra.to_owned()));
    }
    parse_board(board.split('/'), to_move, parse_row)
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
                    // Capped: larger than any board, and must not overflow.
                    count = (10 * count + digit as usize).min(1000);
                }
                squares.resize(squares.len() + count, Content::Empty);
                continue;
            }
            _ => {
                return Err(NotationError::UnknownCharacter {
                    character,
                    row,
                    legend: LEGEND,
                });
            }
        });
    }
    Ok(squares)
}

/// Writes a FEN. Its counters (halfmove clock and move number) follow from the number of burned
/// squares, since every move burns one.
#[must_use]
pub fn write(position: &Position) -> String {
    let side = side_letter(position.to_move());
    let moves = position.burned().len();
    format!(
        "{} {side} - - {moves} {}",
        write_board(position),
        moves / 2 + 1
    )
}

/// Writes the board only, the first field of a FEN.
#[must_use]
pub fn write_board(position: &Position) -> String {
    let size = position.size();
    let mut text = String::new();
    for row in (0..size.rows()).rev() {
        let mut empty = 0_u32;
        for column in 0..size.columns() {
            let content = size
                .square(column, row)
                .and_then(|square| position.content_at(square));
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
    fn huge_numbers_are_rejected() {
        assert!(parse("99999999999999999999999 w").is_err());
    }
}
