//! One line a game: a start and the moves, as people paste them and as protocols say them.
//!
//! `startpos moves d1-d7/g7 a7-b7/b1`, or `fen 3q2q3/… w - - 0 1 moves …` for any other start. Also
//! read: a `position` before it, a FEN without the word `fen`, a diagram, a board size such as
//! `8x8` for the start of that size, moves without `moves` before them, and move numbers (`1.`).
//! Line breaks mean no more than spaces: a new start begins a new game.
//!
//! **Who moves first** is what the position says: White in `startpos`. A list of moves without
//! any start is from the standard start with White at the bottom, and first is who owns the
//! amazon that moves first.
//!
//! A known result follows the moves as `result B+R`, in SGF's notation; engines that read
//! `position` lines want it cut off. **What is lost** in writing: variations, comments,
//! evaluations, times, headings other than the result.

use std::iter::Peekable;

use super::error::{Fault, Problem, RecordError, excerpt};
use super::format::Format;
use super::record::Record;
use super::replay::{Replay, human_move};
use super::result::GameResult;
use crate::notation::{NotationError, diagram, fen};
use crate::position::{Content, Position};
use crate::square::BoardSize;

/// Reads all games of a text, positions without moves among them.
///
/// # Errors
/// If a start is no position, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    let read_all = || {
        let mut tokens = tokens(text).peekable();
        let mut records = Vec::new();
        while tokens.peek().is_some() {
            records.push(read_record(&mut tokens, text.len())?);
        }
        Ok(records)
    };
    read_all().map_err(|fault: Fault| fault.locate(text))
}

/// The parts of a text that hold one game each: a line that begins a game ends the one before.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let begins = |line: &str| {
        let first = line.split_ascii_whitespace().next();
        first.is_some_and(|word| Word::of(word).begins_record())
    };
    let mut starts = vec![0];
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if begins(line) && !text[..at].trim().is_empty() {
            starts.push(at);
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &text[start..end])
        .collect()
}

/// The words of a text, each with the byte at which it starts.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(|character: char| character.is_ascii_whitespace())
        .map(move |word| {
            let start = at;
            // What separates words is one byte long.
            at += word.len() + 1;
            (start, word)
        })
        .filter(|(_, word)| !word.is_empty())
}

/// What a word can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    Position,
    Startpos,
    Fen,
    Moves,
    Result,
    /// The board of a FEN.
    FenBoard,
    /// A diagram.
    Diagram,
    Size,
    /// A move, or what should be one.
    Move,
    /// A number before a move.
    Number,
    Unknown,
}

impl Word {
    fn of(word: &str) -> Self {
        let all_of = |set: &str| word.chars().all(|character| set.contains(character));
        match word {
            "position" => return Self::Position,
            "startpos" => return Self::Startpos,
            "fen" => return Self::Fen,
            "moves" => return Self::Moves,
            "result" => return Self::Result,
            _ => {}
        }
        let bare = without_number(word);
        if bare.is_empty() {
            return Self::Number;
        }
        // A letter and a digit begin a square, except for the q of a FEN.
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

    /// Whether it begins another game.
    fn begins_record(self) -> bool {
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

/// A move without the `12.` or `12...` before it.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if after.len() < word.len() && after.starts_with('.') {
        after.trim_start_matches('.')
    } else {
        word
    }
}

/// Whether a word is the side to move of a FEN or a diagram.
fn is_side(word: &str) -> bool {
    matches!(word, "w" | "b")
}

/// The form that a text without brackets is in.
pub(super) fn detect(text: &str) -> Option<Format> {
    let mut tokens = tokens(text).map(|(_, word)| word).peekable();
    let first = Word::of(tokens.next()?);
    let position_only = match first {
        Word::Unknown => return None,
        Word::FenBoard => Format::Fen,
        Word::Size if tokens.peek().is_some_and(|word| is_side(word)) => Format::Fen,
        Word::Diagram => Format::Diagram,
        _ => return Some(Format::Text),
    };
    let has_moves =
        tokens.any(|word| matches!(Word::of(word), Word::Moves | Word::Move | Word::Result));
    Some(if has_moves {
        Format::Text
    } else {
        position_only
    })
}

fn read_record<'t>(
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    end: usize,
) -> Result<Record, Fault> {
    let mut replay = Replay::new(read_start(tokens, end)?);
    while let Some((at, word)) = tokens.next_if(|(_, word)| !Word::of(word).begins_record()) {
        let at_word = |problem| Fault::new(at, problem);
        match Word::of(word) {
            Word::Moves | Word::Number => {}
            Word::Result => {
                let text = tokens.next().map_or("", |(_, word)| word);
                replay.record.info.result = text
                    .parse()
                    .map_err(|_| at_word(Problem::Result(excerpt(text))))?;
            }
            _ => {
                let played = human_move(without_number(word), replay.next_ply())
                    .and_then(|mv| replay.play(None, mv));
                played.map_err(at_word)?;
            }
        }
    }
    Ok(replay.record)
}

fn read_start<'t>(
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
    end: usize,
) -> Result<Position, Fault> {
    tokens.next_if(|(_, word)| Word::of(word) == Word::Position);
    let said_fen = tokens
        .next_if(|(_, word)| Word::of(word) == Word::Fen)
        .is_some();
    let expected = "a start position";
    let Some(&(at, word)) = tokens.peek() else {
        return Err(Fault::new(end, Problem::Ends { expected }));
    };
    let at_word = |problem| Fault::new(at, problem);
    match Word::of(word) {
        // After the word nothing but a board can follow, however broken.
        _ if said_fen => {}
        Word::FenBoard | Word::Diagram | Word::Size | Word::Startpos => {}
        Word::Move | Word::Number | Word::Moves | Word::Result => {
            return Ok(start_of_bare_moves(tokens));
        }
        Word::Position | Word::Fen | Word::Unknown => {
            return Err(at_word(Problem::UnknownForm(excerpt(word))));
        }
    }
    tokens.next();
    // A number with a side to move behind it is the empty row of a FEN.
    let says_side = tokens.peek().is_some_and(|(_, word)| is_side(word));
    match Word::of(word) {
        Word::Startpos if !said_fen => Ok(Position::standard_start()),
        Word::Size if !said_fen && !says_side => read_size(word).map_err(at_word),
        _ => read_board(word, tokens).map_err(at_word),
    }
}

fn read_size(word: &str) -> Result<Position, Problem> {
    let size: BoardSize = word.parse().map_err(|_| Problem::Size(excerpt(word)))?;
    Ok(Position::start(size).ok_or(NotationError::NoStandardStart(size))?)
}

/// Reads a FEN or a diagram: its board, and the fields that follow it.
fn read_board<'t>(
    board: &str,
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Result<Position, Problem> {
    /// Ten rows of ten squares and what separates them.
    const LONGEST: usize = 109;
    /// Side to move, two unused fields, two counters.
    const FIELDS: usize = 5;
    if board.len() > LONGEST {
        return Err(Problem::BoardTooLong(board.len()));
    }
    let is_diagram = Word::of(board) == Word::Diagram;
    let mut text = board.to_owned();
    let most = if is_diagram { 1 } else { FIELDS };
    for _ in 0..most {
        let is_counter = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let is_field =
            |word: &str| is_side(word) || !is_diagram && (word == "-" || is_counter(word));
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

/// The standard start, and first whoever owns the amazon that moves first.
fn start_of_bare_moves<'t>(
    tokens: &mut Peekable<impl Iterator<Item = (usize, &'t str)>>,
) -> Position {
    let start = Position::standard_start();
    while tokens
        .next_if(|(_, word)| matches!(Word::of(word), Word::Moves | Word::Number))
        .is_some()
    {}
    let first = tokens
        .peek()
        .and_then(|(_, word)| human_move(without_number(word), 1).ok());
    match first.and_then(|mv| start.at(mv.from)) {
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
    fn what_people_paste_is_read() {
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
        // Black first, for the first move is Black's.
        assert_eq!(
            round_trip("g10-g4/d4 d1-d3/j9"),
            ["fen 3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b - - 0 1 moves g10-g4/d4 d1-d3/j9"]
        );
        assert_eq!(round_trip("4 b - - 0 1"), ["fen 4 b - - 0 1"]);
        assert_eq!(round_trip("x..|...|..o w"), ["fen q2/3/2Q w - - 0 1"]);
    }

    #[test]
    fn a_start_begins_a_new_game() {
        let text = "startpos moves d1-d7/g7\nx.o\n4/4 w - - 0 1 6x6 moves a1-a1/a1";
        let Err(error) = read(text) else {
            panic!("there is no amazon on a1")
        };
        assert_eq!(
            error.to_string(),
            "line 3, column 25: move 1, a1-a1/a1, is not legal: there is no amazon on a1"
        );
        assert_eq!(
            read(text.split(" moves a1").next().unwrap()).unwrap().len(),
            4
        );
    }

    #[test]
    fn forms_are_recognised() {
        for (text, form) in [
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
            assert_eq!(detect(text), form, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said = |text: &str| read(text).unwrap_err().to_string();
        for (text, error) in [
            (
                "startpos moves d1-d7/g7 d1-d7/g7",
                "line 1, column 25: move 2, d1-d7/g7, is not legal: there is no amazon on d1",
            ),
            (
                "startpos moves hello",
                "line 1, column 16: move 1: \"hello\" is not a move: moves look like d1-d7/g7",
            ),
            (
                "startpos moves k1-d7/g7",
                "line 1, column 16: move 1: \"k1\" is not a square: squares run from a1 to j10",
            ),
            (
                "position",
                "line 1, column 9: the text ends where a start position is expected",
            ),
            (
                "position hello",
                "line 1, column 10: \"hello\" begins no game record: \
                known are sgf, ggf, little-golem, text, fen and diagram",
            ),
            (
                "fen hello",
                "line 1, column 5: 'h' in row 1 (from the top) of the board means nothing: \
                Q is White, q Black, * burned, a number so many empty squares",
            ),
            (
                "11x11",
                "line 1, column 1: \"11x11\" is no size of a board: sizes run from 1 to 10, \
                columns before rows",
            ),
            (
                "3x3",
                "line 1, column 1: there is no standard start on a 3x3 board: \
                it takes at least 4 columns and 4 rows",
            ),
            (
                "startpos result",
                "line 1, column 10: \"\" is no result: results look like B+, W+R or B+T",
            ),
        ] {
            assert_eq!(said(text), error);
        }
        assert_eq!(
            said(&"9/".repeat(100_000)),
            "line 1, column 1: a board of 200000 characters is too long: \
            ten rows of ten squares take 109"
        );
    }
}
