//! Plain text, one line per game: a start position and moves, as in UCI.
//!
//! `startpos moves d1-d7/g7 a7-b7/b1`, or `fen 3q2q3/… w - - 0 1 moves …` for any other start. Also
//! accepted: a leading `position`, a FEN without `fen`, a diagram, a board size such as `8x8` for
//! the start of that size, moves without `moves`, and move numbers (`1.`). Line breaks count as
//! spaces; a start position begins a new game.
//!
//! **Side to move:** as in the start position; White in `startpos`. Moves without a start position
//! are from the standard start with White at the bottom, and the owner of the first amazon moved is
//! to move.
//!
//! A known result follows the moves as `result B+R`, in SGF's notation; remove it for engines that
//! read `position` lines. **Lost** in writing: variations, comments, evaluations, times and game
//! information other than the result.

use std::iter::Peekable;

use super::builder::{RecordBuilder, parse_algebraic_move};
use super::error::{ParseError, RecordError, RecordErrorKind, excerpt};
use super::format::Format;
use super::record::Record;
use super::result::GameResult;
use crate::notation::{NotationError, diagram, fen};
use crate::position::{Content, Position};
use crate::square::BoardSize;

/// Reads all games of a text; a position is a game without moves.
///
/// # Errors
/// If a start position is invalid, or a move is illegal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let read_all = || {
        let mut tokens = tokens(text).peekable();
        let mut records = Vec::new();
        while tokens.peek().is_some() {
            records.push(read_record(&mut tokens, text.len())?);
        }
        Ok(records)
    };
    read_all().map_err(|error: ParseError| error.into_record_error(text))
}

/// Splits a text into games: a line that starts a game ends the previous one.
pub(super) fn split_games(text: &str) -> Vec<&str> {
    let starts_game = |line: &str| {
        let first = line.split_ascii_whitespace().next();
        first.is_some_and(|word| Token::classify(word).starts_record())
    };
    let mut starts = vec![0];
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if starts_game(line) && !text[..offset].trim().is_empty() {
            starts.push(offset);
        }
        offset += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &text[start..end])
        .collect()
}

/// The words of a text with their byte offsets.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    text.split(|character: char| character.is_ascii_whitespace())
        .map(move |word| {
            let start = offset;
            // Separators are one byte long.
            offset += word.len() + 1;
            (start, word)
        })
        .filter(|(_, word)| !word.is_empty())
}

/// Class of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token {
    Position,
    Startpos,
    Fen,
    Moves,
    Result,
    FenBoard,
    Diagram,
    Size,
    /// A move, possibly invalid.
    Move,
    MoveNumber,
    Unknown,
}

impl Token {
    fn classify(word: &str) -> Self {
        let all_of = |set: &str| word.chars().all(|character| set.contains(character));
        match word {
            "position" => return Self::Position,
            "startpos" => return Self::Startpos,
            "fen" => return Self::Fen,
            "moves" => return Self::Moves,
            "result" => return Self::Result,
            _ => {}
        }
        let bare = strip_move_number(word);
        if bare.is_empty() {
            return Self::MoveNumber;
        }
        // A letter and a digit start a square, except for the q of a FEN.
        let is_move = match *bare.as_bytes() {
            [letter, digit, ..] => {
                letter.is_ascii_alphabetic()
                    && !letter.eq_ignore_ascii_case(&b'q')
                    && digit.is_ascii_digit()
            }
            _ => false,
        };
        if is_move {
            Self::Move
        } else if word.contains('|') || all_of("xo#.") {
            Self::Diagram
        } else if all_of("0123456789xX×") {
            Self::Size
        } else if word.contains('/') || all_of("Qq*0123456789") {
            Self::FenBoard
        } else {
            Self::Unknown
        }
    }

    /// Whether the token starts a game.
    fn starts_record(self) -> bool {
        matches!(
            self,
            Self::Position
                | Self::Startpos
                | Self::Fen
                | Self::FenBoard
                | Self::Diagram
                | Self::Size
        )
    }
}

/// Removes a leading `12.` or `12...`.
fn strip_move_number(word: &str) -> &str {
    let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if after.len() < word.len() && after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        word
    }
}

/// Whether a word is the side to move of a FEN or a diagram.
fn is_side_to_move(word: &str) -> bool {
    matches!(word, "w" | "b")
}

/// Detects the format of a text without brackets.
pub(super) fn detect(text: &str) -> Option<Format> {
    let mut tokens = tokens(text).map(|(_, word)| word).peekable();
    let first = Token::classify(tokens.next()?);
    let position_only = match first {
        Token::Unknown => return None,
        Token::FenBoard => Format::Fen,
        Token::Size if tokens.peek().is_some_and(|word| is_side_to_move(word)) => Format::Fen,
        Token::Diagram => Format::Diagram,
        _ => return Some(Format::Text),
    };
    let has_moves = tokens.any(|word| {
        matches!(
            Token::classify(word),
            Token::Moves | Token::Move | Token::Result
        )
    });
    Some(if has_moves {
        Format::Text
    } else {
        position_only
    })
}

fn read_record<'t>(
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    end: usize,
) -> Result<Record, ParseError> {
    let mut builder = RecordBuilder::new(read_start(tokens, end)?);
    while let Some((offset, word)) =
        tokens.next_if(|(_, word)| !Token::classify(word).starts_record())
    {
        let at_token = |kind| ParseError::new(offset, kind);
        match Token::classify(word) {
            Token::Moves | Token::MoveNumber => {}
            Token::Result => {
                let text = tokens.next().map_or("", |(_, word)| word);
                builder.record.info.result = text
                    .parse()
                    .map_err(|_| at_token(RecordErrorKind::Result(excerpt(text))))?;
            }
            _ => {
                let played = parse_algebraic_move(strip_move_number(word), builder.next_ply())
                    .and_then(|mv| builder.play(None, mv));
                played.map_err(at_token)?;
            }
        }
    }
    Ok(builder.record)
}

fn read_start<'t>(
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    end: usize,
) -> Result<Position, ParseError> {
    tokens.next_if(|(_, word)| Token::classify(word) == Token::Position);
    let has_fen_keyword = tokens
        .next_if(|(_, word)| Token::classify(word) == Token::Fen)
        .is_some();
    let expected = "a start position";
    let Some(&(offset, word)) = tokens.peek() else {
        return Err(ParseError::new(
            end,
            RecordErrorKind::UnexpectedEnd { expected },
        ));
    };
    let at_token = |kind| ParseError::new(offset, kind);
    match Token::classify(word) {
        // After `fen` anything is parsed as a board.
        _ if has_fen_keyword => {}
        Token::FenBoard | Token::Diagram | Token::Size | Token::Startpos => {}
        Token::Move | Token::MoveNumber | Token::Moves | Token::Result => {
            return Ok(start_from_moves(tokens));
        }
        Token::Position | Token::Fen | Token::Unknown => {
            return Err(at_token(RecordErrorKind::UnknownFormat(excerpt(word))));
        }
    }
    tokens.next();
    // A number followed by a side to move is an empty row of a FEN.
    let has_side = tokens.peek().is_some_and(|(_, word)| is_side_to_move(word));
    match Token::classify(word) {
        Token::Startpos if !has_fen_keyword => Ok(Position::standard_start()),
        Token::Size if !has_fen_keyword && !has_side => read_size(word).map_err(at_token),
        _ => read_board(word, tokens).map_err(at_token),
    }
}

fn read_size(word: &str) -> Result<Position, RecordErrorKind> {
    let size: BoardSize = word
        .parse()
        .map_err(|_| RecordErrorKind::Size(excerpt(word)))?;
    Ok(Position::start(size).ok_or(NotationError::NoStandardStart(size))?)
}

/// Reads a FEN or a diagram: the board and the fields after it.
fn read_board<'t>(
    board: &str,
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Result<Position, RecordErrorKind> {
    /// Ten rows of ten squares and nine separators.
    const MAX_BOARD_LEN: usize = 109;
    /// Side to move, two unused fields, two counters.
    const FEN_FIELDS: usize = 5;
    if board.len() > MAX_BOARD_LEN {
        return Err(RecordErrorKind::BoardTooLong(board.len()));
    }
    let is_diagram = Token::classify(board) == Token::Diagram;
    let mut text = board.to_owned();
    let max_fields = if is_diagram { 1 } else { FEN_FIELDS };
    for _ in 0..max_fields {
        let is_counter = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_field =
            |word: &str| is_side_to_move(word) || !is_diagram && (word == "-" || is_counter(word));
        let Some((_, field)) = tokens.next_if(|(_, word)| is_field(word)) else {
            break;
        };
        text.push(' ');
        text.push_str(field);
    }
    Ok(if is_diagram {
        diagram::parse(&text)
    } else {
        fen::parse(&text)
    }?)
}

/// The standard start with the owner of the first amazon moved to move.
fn start_from_moves<'t>(tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>) -> Position {
    let start = Position::standard_start();
    while tokens
        .next_if(|(_, word)| matches!(Token::classify(word), Token::Moves | Token::MoveNumber))
        .is_some()
    {}
    let first = tokens
        .peek()
        .and_then(|(_, word)| parse_algebraic_move(strip_move_number(word), 1).ok());
    match first.and_then(|mv| start.content_at(mv.from)) {
        Some(Content::Amazon(owner)) => start.with_to_move(owner),
        _ => start,
    }
}

/// Writes a game on one line.
#[must_use]
pub fn write(record: &Record) -> String {
    let start = record.start();
    let mut text = if *start == Position::standard_start() {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen::write(start))
    };
    let mut moves = record.main_line().peekable();
    if moves.peek().is_some() {
        text.push_str(" moves");
    }
    for mv in moves {
        text.push_str(&format!(" {mv}"));
    }
    if record.info.result != GameResult::Unknown {
        text.push_str(&format!(" result {}", record.info.result));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(text: &str) -> Vec<String> {
        read(text).unwrap().iter().map(write).collect()
    }

    #[test]
    fn lines_round_trip() {
        for text in [
            "startpos",
            "startpos moves d1-d7/g7 a7-b7/b1",
            "startpos moves d1-d7/g7 result B+R",
            "fen 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1 moves d10-d4/g4",
            "fen q2/3/2Q b - - 0 1 result W+",
        ] {
            assert_eq!(round_trip(text), [text]);
        }
    }

    #[test]
    fn lenient_syntax_is_accepted() {
        let line = "startpos moves d1-d7/g7 a7-b7/b1";
        for text in [
            "position startpos moves d1d7,d7g7 a7b7,b7b1",
            "1. d1-d7/g7 a7-b7/b1",
            "1.d1-d7/g7 1...a7-b7/b1",
            "moves d1-d7/g7\na7-b7/b1\r\n",
            "10x10 d1-d7/g7 a7-b7/b1",
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 moves d1-d7/g7 a7-b7/b1",
        ] {
            assert_eq!(round_trip(text), [line], "{text}");
        }
        // The first move is Black's.
        assert_eq!(
            round_trip("g10-g4/d4 d1-d3/j9"),
            ["fen 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1 moves g10-g4/d4 d1-d3/j9"]
        );
        assert_eq!(round_trip("4 b - - 0 1"), ["fen 4 b - - 0 1"]);
        assert_eq!(round_trip("x..|...|..o w"), ["fen q2/3/2Q w - - 0 1"]);
    }

    #[test]
    fn a_start_position_begins_a_new_game() {
        let text = "startpos moves d1-d7/g7\nx.o\n4/4 w - - 0 1 6x6 moves a1-a1/a1";
        let Err(error) = read(text) else {
            panic!("there is no amazon on a1")
        };
        assert_eq!(
            error.to_string(),
            "line 3, column 25: move 1, a1-a1/a1, is illegal: there is no amazon on a1"
        );
        assert_eq!(
            read(text.split(" moves a1").next().unwrap()).unwrap().len(),
            4
        );
    }

    #[test]
    fn formats_are_detected() {
        for (text, format) in [
            ("startpos", Some(Format::Text)),
            ("d1-d7/g7", Some(Format::Text)),
            ("k1-d7/g7", Some(Format::Text)),
            ("8x8", Some(Format::Text)),
            ("4", Some(Format::Text)),
            ("4 w", Some(Format::Fen)),
            ("3q/4 w", Some(Format::Fen)),
            ("3p/4 w", Some(Format::Fen)),
            ("q2Q", Some(Format::Fen)),
            ("3q/4 w moves a1-a2/a1", Some(Format::Text)),
            ("x..|.#.|..o", Some(Format::Diagram)),
            ("x.?|", Some(Format::Diagram)),
            ("x.o b", Some(Format::Diagram)),
            ("hello", None),
            ("é", None),
            ("", None),
        ] {
            assert_eq!(detect(text), format, "{text}");
        }
    }

    #[test]
    fn errors_are_specific() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        for (text, expected) in [
            (
                "startpos moves d1-d7/g7 d1-d7/g7",
                "line 1, column 25: move 2, d1-d7/g7, is illegal: there is no amazon on d1",
            ),
            (
                "startpos moves hello",
                "line 1, column 16: move 1: invalid move \"hello\": \
                expected notation such as d1-d7/g7",
            ),
            (
                "startpos moves k1-d7/g7",
                "line 1, column 16: move 1: invalid square \"k1\": expected a1 to j10",
            ),
            (
                "position",
                "line 1, column 9: expected a start position, found the end of the text",
            ),
            (
                "position hello",
                "line 1, column 10: unknown game format starting with \"hello\": \
                expected sgf, ggf, little-golem, text, fen or diagram",
            ),
            (
                "fen hello",
                "line 1, column 5: unexpected 'h' in row 1 (from the top): \
                expected Q (White), q (Black), * (burned) or a number of empty squares",
            ),
            (
                "11x11",
                "line 1, column 1: invalid board size \"11x11\": \
                expected 1x1 to 10x10, columns first",
            ),
            (
                "3x3",
                "line 1, column 1: a 3x3 board has no start position: expected at least 4x4",
            ),
            (
                "startpos result",
                "line 1, column 10: invalid result \"\": expected e.g. B+, W+R or B+T",
            ),
        ] {
            assert_eq!(error(text), expected);
        }
        assert_eq!(
            error(&"9/".repeat(100_000)),
            "line 1, column 1: a board of 200000 characters is too long: \
            a 10x10 board has at most 109"
        );
    }
}
