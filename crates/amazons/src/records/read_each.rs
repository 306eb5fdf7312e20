//! Reads a collection game by game: a broken game is an error of its own.

use super::error::{Location, RecordError};
use super::format::{Format, detect};
use super::record::Record;
use super::{bracket_syntax, read, read_as, strip_bom, text};

/// Reads the games of a text one by one, in any format. A broken game is an error with its location
/// in the whole text; the others are as [`read`] returns them. An unknown format is one error.
#[must_use]
pub fn read_each(text: &str) -> Vec<Result<Record, RecordError>> {
    let text = strip_bom(text);
    let Some(format) = detect(text) else {
        return vec![read(text).map(|mut records| records.remove(0))];
    };
    let mut games = Vec::new();
    for game in split_games(text, format) {
        match read_as(game, format) {
            Ok(records) => games.extend(records.into_iter().map(Ok)),
            Err(error) => games.push(Err(shift_location(error, text, game))),
        }
    }
    games
}

fn split_games(text: &str, format: Format) -> Vec<&str> {
    if bracket_syntax::find_game(text).is_some() {
        return split_bracketed(text);
    }
    match format {
        Format::LittleGolem => text.lines().collect(),
        _ => text::split_games(text),
    }
}

/// Splits games in parentheses. An unclosed game ends before the next line that starts a game.
fn split_bracketed(text: &str) -> Vec<&str> {
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(start) = bracket_syntax::find_game(rest) {
        rest = &rest[start..];
        let length = game_len(rest).or_else(|| {
            let next = rest.find('\n')?;
            Some(next + bracket_syntax::find_game(&rest[next..])?)
        });
        let (game, after) = rest.split_at(length.unwrap_or(rest.len()));
        games.push(game);
        rest = after;
    }
    games
}

/// Length of the game at the start of the text; `None` if it is unclosed.
fn game_len(text: &str) -> Option<usize> {
    let (mut depth, mut in_value, mut escaped) = (0_usize, false, false);
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if in_value => {
                in_value = byte != b']' || escaped;
                escaped = byte == b'\\' && !escaped;
            }
            b'[' => in_value = true,
            b'(' => depth += 1,
            b')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(offset + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Translates a location in `game` to one in `text`, which contains it.
fn shift_location(error: RecordError, text: &str, game: &str) -> RecordError {
    let offset = game.as_ptr().addr() - text.as_ptr().addr();
    let start = Location::from_offset(text, offset);
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

    const VALID: [&str; 5] = [
        "junk (;GM[18]PB[a\\]b(];B[djddgd];W[addgad])\n (;GM[18];B[djddgd](;W[addgad])(;W[jdhdhe]))",
        "2 (;GM[Amazons]PB[ada]TY[10]B[D1-D7-G7];)(;GM[Amazons]TY[10]B[D1-D7-G7];)",
        "winner,moves...\nW,B[g10-g4/d4],W[d1-d3/j9]\n\n?,B[g10-g4/d4]\n",
        "startpos moves d1-d7/g7\n a7-b7/b1 result W+\n6x6\nposition fen q2/3/2Q b - - 0 1 moves a3-a2/a3",
        "x..|.#.|..o b",
    ];

    #[test]
    fn valid_games_equal_those_of_read() {
        for text in VALID {
            let each: Result<Vec<_>, _> = read_each(text).into_iter().collect();
            assert_eq!(each.unwrap(), read(text).unwrap(), "{text}");
        }
    }

    #[test]
    fn a_broken_game_leaves_the_others_intact() {
        let summary = |text: &str| -> Vec<String> {
            let games = read_each(text).into_iter().map(|read| match read {
                Ok(record) => record.main_line().count().to_string(),
                Err(error) => error.location.to_string(),
            });
            games.collect()
        };
        assert_eq!(
            summary("W,B[g10-g4/d4]\nW,B[g10-g4/g4]\nB,B[g10-g4/d4],W[d1-d3/j9]"),
            ["1", "line 2, column 3", "2"]
        );
        assert_eq!(
            summary(
                "(;GM[18];B[djddgd])\n(;GM[18];B[djdddd]) (;GM[18]\n(;GM[18];B[djddgd];W[addgad])"
            ),
            ["1", "line 2, column 10", "line 2, column 21", "2"]
        );
        assert_eq!(
            summary(
                "startpos moves d1-d7/g7\nstartpos moves d1-d1/g7 a7-b7/b1\nstartpos moves d1-d7/g7"
            ),
            ["1", "line 2, column 16", "1"]
        );
        assert_eq!(summary("hello"), ["line 1, column 1"]);
        assert_eq!(summary(""), ["line 1, column 1"]);
    }
}
