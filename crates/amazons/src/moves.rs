//! A move: the amazon's step and its arrow, and its notations.

use std::fmt;
use std::str::FromStr;

use crate::notation::NotationError;
use crate::square::Square;

/// Separators between the squares of a move: dashes of all lengths, signs of an arrow, and the
/// comma and parentheses of other programs.
const SEPARATORS: [char; 12] = ['-', '–', '—', '‐', '−', '/', ',', 'x', 'X', ':', '(', ')'];

/// A step of an amazon and the arrow that it shoots from its new square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the amazon leaves.
    pub from: Square,
    /// The square that the amazon steps to.
    pub to: Square,
    /// The square that the arrow burns; may equal `from`.
    pub arrow: Square,
}

/// `d1-d7/g7`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.arrow)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses `d1-d7/g7`, `d1-d7-g7`, `d1–d7,g7`, `B1-B4xB3`, `d1-d7(g7)`, `d1d7g7` and the four-square
/// notation `d1d7,d7g7` of UCI. Does not check legality.
impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let invalid = || NotationError::InvalidMove(text.to_owned());
        let mut squares = Vec::with_capacity(4);
        let mut rest = text.trim();
        while !rest.is_empty() {
            if squares.len() == 4 {
                return Err(invalid());
            }
            let (square, after) = leading_square(rest).ok_or_else(invalid)?;
            squares.push(square?);
            rest = after.trim_start_matches(|c: char| SEPARATORS.contains(&c) || c == ' ');
            // A closing parenthesis may end a move; any other separator needs a square after it.
            if rest.is_empty() && !after.is_empty() && after != ")" {
                return Err(invalid());
            }
        }
        match squares[..] {
            [from, to, arrow] => Ok(Self { from, to, arrow }),
            [from, to, again, arrow] if to == again => Ok(Self { from, to, arrow }),
            [_, _, _, _] => Err(NotationError::ArrowOriginMismatch(text.to_owned())),
            _ => Err(invalid()),
        }
    }
}

/// Splits a letter and its digits off the front, if the text starts with them.
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
    fn common_notations_are_accepted() {
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
    fn invalid_moves_are_rejected() {
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
            Err(NotationError::ArrowOriginMismatch("d1d7,d6g7".into()))
        );
    }
}
