//! The games of a text one by one, so that a broken one does not spoil those beside it.

use super::error::{Location, RecordError};
use super::format::{Format, detect};
use super::record::Record;
use super::{read, read_as, syntax, text, without_mark};

/// Reads the games of a text one by one, in whichever form it is. Each is read for itself: one that cannot be read is
/// an error in its place, which says where in the whole text the trouble is, and the others are as [`read`] gives
/// them. A text in no known form is one error.
#[must_use]
pub fn read_each(text: &str) -> Vec<Result<Record, RecordError>> {
    let text = without_mark(text);
    let Some(format) = detect(text) else {
        return vec![read(text).map(|mut records| records.remove(0))];
    };
    let mut games = Vec::new();
    for piece in pieces(text, format) {
        match read_as(piece, format) {
            Ok(records) => games.extend(records.into_iter().map(Ok)),
            Err(error) => games.push(Err(moved(error, text, piece))),
        }
    }
    games
}

/// The parts of a text that hold one game each.
fn pieces(text: &str, format: Format) -> Vec<&str> {
    if syntax::find_game(text).is_some() {
        return bracketed(text);
    }
    match format {
        Format::LittleGolem => text.lines().collect(),
        _ => text::pieces(text),
    }
}

/// Games in parentheses. One that is never closed ends where the next line begins a game.
fn bracketed(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = syntax::find_game(rest) {
        rest = &rest[start..];
        let length = closing(rest).or_else(|| {
            let next = rest.find('\n')?;
            Some(next + syntax::find_game(&rest[next..])?)
        });
        let (piece, after) = rest.split_at(length.unwrap_or(rest.len()));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// How long a game is that begins with a parenthesis; nothing if that one is never closed.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut in_value, mut hidden) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if in_value => {
                in_value = byte != b']' || hidden;
                hidden = byte == b'\\' && !hidden;
            }
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// What was wrong in a piece, with its place in the whole text.
fn moved(error: RecordError, text: &str, piece: &str) -> RecordError {
    let offset = piece.as_ptr().addr() - text.as_ptr().addr();
    let start = Location::of(text, offset);
    let Location { line, column } = error.location;
    let location = Location {
        line: start.line + line - 1,
        column: if line == 1 {
            start.column + column - 1
        } else {
            column
        },
    };
    RecordError { location, ..error }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: [&str; 5] = [
        "junk (;GM[18]PB[a\\]b(];B[djddgd];W[addgad])\n (;GM[18];B[djddgd](;W[addgad])(;W[jdhdhe]))",
        "2 (;GM[Amazons]PB[ada]TY[10]B[D1-D7-G7];)(;GM[Amazons]TY[10]B[D1-D7-G7];)",
        "winner,moves...\nW,B[g10-g4/d4],W[d1-d3/j9]\n\n?,B[g10-g4/d4]\n",
        "startpos moves d1-d7/g7\n a7-b7/b1 result W+\n6x6\nposition fen q2/3/2Q b - - 0 1 moves a3-a2/a3",
        "x..|.#.|..o b",
    ];

    #[test]
    fn good_games_are_as_they_are_together() {
        for text in GOOD {
            let together = read(text).unwrap();
            let singly: Result<Vec<_>, _> = read_each(text).into_iter().collect();
            assert_eq!(singly.unwrap(), together, "{text}");
        }
    }

    #[test]
    fn a_broken_game_spoils_no_other() {
        let said = |text: &str| -> Vec<String> {
            let told = read_each(text).into_iter().map(|read| match read {
                Ok(record) => record.main_line().count().to_string(),
                Err(error) => error.location.to_string(),
            });
            told.collect()
        };
        assert_eq!(
            said("W,B[g10-g4/d4]\nW,B[g10-g4/g4]\nB,B[g10-g4/d4],W[d1-d3/j9]"),
            ["1", "line 2, column 3", "2"]
        );
        assert_eq!(
            said(
                "(;GM[18];B[djddgd])\n(;GM[18];B[djdddd]) (;GM[18]\n(;GM[18];B[djddgd];W[addgad])"
            ),
            ["1", "line 2, column 10", "line 2, column 21", "2"]
        );
        assert_eq!(
            said(
                "startpos moves d1-d7/g7\nstartpos moves d1-d1/g7 a7-b7/b1\nstartpos moves d1-d7/g7"
            ),
            ["1", "line 2, column 16", "1"]
        );
        assert_eq!(said("hello"), ["line 1, column 1"]);
        assert_eq!(said(""), ["line 1, column 1"]);
    }
}
