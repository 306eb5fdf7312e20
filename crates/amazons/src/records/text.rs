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
        let mut words = words(text).collect::<Vec<_>>().into_iter().peekable();
        let mut records = Vec::new();
        while words.peek().is_some() {
            records.push(read_record(&mut words, text.len())?);
        }
        Ok(records)
    };
    read_all().map_err(|error: ParseError| error.into_record_error(text))
}

/// Splits a text into games: a line that starts a game ends the previous one.
pub(super) fn split_games(text: &str) -> Vec<&str> {
    let starts_game = |line: &str| words(line).next().is_some_and(|word| word.starts_record());
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

/// A word of a text.
#[derive(Clone, Copy)]
struct Word<'t> {
    /// Byte offset in the text.
    offset: usize,
    text: &'t str,
    token: Token,
}

/// The words that are not read yet.
type Words<'t> = Peekable<std::vec::IntoIter<Word<'t>>>;

fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let words = text.split(|character: char| character.is_ascii_whitespace());
    words.filter(|word| !word.is_empty()).map(|word| Word {
        offset: word.as_ptr().addr() - text.as_ptr().addr(),
        text: word,
        token: Token::classify(word),
    })
}

impl Word<'_> {
    /// Whether the word starts a game.
    fn starts_record(&self) -> bool {
        use Token::{Diagram, Fen, FenBoard, Position, Size, Startpos};
        matches!(
            self.token,
            Position | Startpos | Fen | FenBoard | Diagram | Size
        )
    }

    /// Whether the word is the side to move of a FEN or a diagram.
    fn is_side_to_move(&self) -> bool {
        matches!(self.text, "w" | "b")
    }

    fn error(&self, kind: impl Into<RecordErrorKind>) -> ParseError {
        ParseError::new(self.offset, kind)
    }
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

/// Detects the format of a text without brackets.
pub(super) fn detect(text: &str) -> Option<Format> {
    let mut words = words(text).peekable();
    let position_only = match words.next()?.token {
        Token::Unknown => return None,
        Token::FenBoard => Format::Fen,
        Token::Size if words.peek().is_some_and(Word::is_side_to_move) => Format::Fen,
        Token::Diagram => Format::Diagram,
        _ => return Some(Format::Text),
    };
    let has_moves =
        words.any(|word| matches!(word.token, Token::Moves | Token::Move | Token::Result));
    Some(if has_moves {
        Format::Text
    } else {
        position_only
    })
}

fn read_record(words: &mut Words, end: usize) -> Result<Record, ParseError> {
    let mut builder = RecordBuilder::new(read_start(words, end)?);
    while let Some(word) = words.next_if(|word| !word.starts_record()) {
        match word.token {
            Token::Moves | Token::MoveNumber => {}
            Token::Result => {
                let result = words
                    .next()
                    .map_or("", |word| word.text)
                    .parse::<GameResult>();
                builder.record.info.result = result.map_err(|error| word.error(error))?;
            }
            _ => {
                let played = parse_algebraic_move(strip_move_number(word.text), builder.next_ply())
                    .and_then(|mv| builder.play(None, mv));
                played.map_err(|kind| word.error(kind))?;
            }
        }
    }
    Ok(builder.record)
}

fn read_start(words: &mut Words, end: usize) -> Result<Position, ParseError> {
    words.next_if(|word| word.token == Token::Position);
    let has_fen_keyword = words.next_if(|word| word.token == Token::Fen).is_some();
    let expected = "a start position";
    let unexpected_end = || ParseError::new(end, RecordErrorKind::UnexpectedEnd { expected });
    let word = *words.peek().ok_or_else(unexpected_end)?;
    match word.token {
        // After `fen` anything is parsed as a board.
        _ if has_fen_keyword => {}
        Token::FenBoard | Token::Diagram | Token::Size | Token::Startpos => {}
        Token::Move | Token::MoveNumber | Token::Moves | Token::Result => {
            return Ok(start_from_moves(words));
        }
        Token::Position | Token::Fen | Token::Unknown => {
            return Err(word.error(RecordErrorKind::UnknownFormat(excerpt(word.text))));
        }
    }
    words.next();
    // A number followed by a side to move is an empty row of a FEN.
    let has_side = words.peek().is_some_and(Word::is_side_to_move);
    let start = match word.token {
        Token::Startpos if !has_fen_keyword => return Ok(Position::standard_start()),
        Token::Size if !has_fen_keyword && !has_side => read_size(word.text),
        _ => read_board(word, words),
    };
    start.map_err(|kind| word.error(kind))
}

fn read_size(word: &str) -> Result<Position, RecordErrorKind> {
    let size: BoardSize = word
        .parse()
        .map_err(|_| RecordErrorKind::InvalidBoardSize(excerpt(word)))?;
    Ok(Position::start(size).ok_or(NotationError::NoStandardStart(size))?)
}

/// Reads a FEN or a diagram: the board and the fields after it.
fn read_board(board: Word, words: &mut Words) -> Result<Position, RecordErrorKind> {
    /// Ten rows of ten squares and nine separators.
    const MAX_BOARD_LEN: usize = 109;
    /// Side to move, two unused fields, two counters.
    const FEN_FIELDS: usize = 5;
    if board.text.len() > MAX_BOARD_LEN {
        return Err(RecordErrorKind::BoardTooLong(board.text.len()));
    }
    let is_diagram = board.token == Token::Diagram;
    let mut text = board.text.to_owned();
    let max_fields = if is_diagram { 1 } else { FEN_FIELDS };
    for number in 0..max_fields {
        // A single letter after a FEN is its side to move, not the next game's board.
        let is_side = |word: &Word| {
            word.is_side_to_move()
                || !is_diagram
                    && number == 0
                    && matches!(word.text.as_bytes(), [byte] if byte.is_ascii_alphabetic())
        };
        let is_counter = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let field = words.next_if(|&word| {
            is_side(&word) || !is_diagram && (word.text == "-" || is_counter(word.text))
        });
        let Some(field) = field else { break };
        text.push(' ');
        text.push_str(field.text);
    }
    Ok(if is_diagram {
        diagram::parse(&text)
    } else {
        fen::parse(&text)
    }?)
}

/// The standard start with the owner of the first amazon moved to move.
fn start_from_moves(words: &mut Words) -> Position {
    let start = Position::standard_start();
    let is_skipped = |word: &Word| matches!(word.token, Token::Moves | Token::MoveNumber);
    while words.next_if(is_skipped).is_some() {}
    let first = words
        .peek()
        .and_then(|word| parse_algebraic_move(strip_move_number(word.text), 1).ok());
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
    fn unknown_side_to_move_is_rejected() {
        for side in ["x", "o", "W"] {
            for text in [format!("q2/3/2Q {side}"), format!("q2/3/2Q {side} - - 0 1")] {
                let error = read(&text).unwrap_err().to_string();
                assert!(error.contains(&format!("{side:?}")), "{error}");
            }
        }
        assert_eq!(round_trip("q2/3/2Q\nx..|...|..o").len(), 2);
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
    fn long_boards_are_rejected() {
        assert_eq!(
            read(&"9/".repeat(100_000)).unwrap_err().to_string(),
            "line 1, column 1: a board of 200000 characters is too long: \
            a 10x10 board has at most 109"
        );
    }
}
