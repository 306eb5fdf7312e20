//! Moves as people and programs write them.

use std::str::FromStr;

use super::NotationError;
use crate::moves::Move;
use crate::square::Square;

/// What may stand between the squares of a move: dashes of all lengths, the signs of a shot, and
/// the comma and brackets of other programs.
const SEPARATORS: [char; 12] = ['-', '–', '—', '‐', '−', '/', ',', 'x', 'X', ':', '(', ')'];

/// Reads `d1-d7/g7`, `d1-d7-g7`, `d1–d7,g7`, `B1-B4xB3`, `d1-d7(g7)`, `d1d7g7` and the four-square
/// form `d1d7,d7g7` of the UCI dialect. Says nothing about legality.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let not_a_move = || NotationError::NotAMove(text.to_owned());
        let mut squares = Vec::with_capacity(4);
        let mut rest = text.trim();
        while !rest.is_empty() {
            if squares.len() == 4 {
                return Err(not_a_move());
            }
            let (square, after) = leading_square(rest).ok_or_else(not_a_move)?;
            squares.push(square?);
            rest = after.trim_start_matches(|c: char| SEPARATORS.contains(&c) || c == ' ');
            // A closing bracket may end a move; any other sign needs a square behind it.
            if rest.is_empty() && !after.is_empty() && after != ")" {
                return Err(not_a_move());
            }
        }
        match squares[..] {
            [from, to, arrow] => Ok(Self { from, to, arrow }),
            [from, to, again, arrow] if to == again => Ok(Self { from, to, arrow }),
            [_, _, _, _] => Err(NotationError::ArrowFromElsewhere(text.to_owned())),
            _ => Err(not_a_move()),
        }
    }
}

/// Splits a letter and its digits off the front, if the text starts so.
fn leading_square(text: &str) -> Option<(Result<Square, NotationError>, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || letter == 'x' {
        return None;
    }
    let (square, rest) = text.split_at(1 + digits);
    Some((square.parse().map_err(NotationError::from), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_customary_forms_are_read() {
        let expected = Some("d1-d7/g7".to_owned());
        for text in [
            "d1-d7/g7",
            "d1d7,d7g7",
            "d1-d7-g7",
            "D1-D7-G7",
            "d1–d7,g7",
            "D1-D7xG7",
            "d1-d7(g7)",
            "d1d7g7",
            " d1-d7/g7 ",
            "d1 d7 g7",
            "d1-d7/d7-g7",
        ] {
            let read = text.parse::<Move>().ok().map(|mv| mv.to_string());
            assert_eq!(read, expected, "{text}");
        }
        assert_eq!(
            "j10-a10/j1".parse::<Move>().unwrap().to_string(),
            "j10-a10/j1"
        );
        assert_eq!(
            "b10b1,b1b10".parse::<Move>().unwrap().to_string(),
            "b10-b1/b10"
        );
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in [
            "",
            "d1",
            "d1-d7",
            "d1-d7/",
            "d1-d7/g7/",
            "k1-d7/g7",
            "d1-d11/g7",
            "d1-d7/g7 h1 h2",
            "é",
            "d-1",
            "-d1-d7/g7",
        ] {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert_eq!(
            "d1d7,d6g7".parse::<Move>(),
            Err(NotationError::ArrowFromElsewhere("d1d7,d6g7".into()))
        );
    }
}
