//! Text encoding: a count and lines of six numbers.

use std::io::BufRead;

use super::Request;
use super::error::BotzoneError;
use super::game::MAX_TURNS;
use super::turn::Turn;
use crate::protocol::bounded_lines::BoundedLines;

/// Lines with their numbers, for errors.
pub(super) struct NumberedLines<R> {
    lines: BoundedLines<R>,
    number: usize,
}

impl<R: BufRead> NumberedLines<R> {
    pub(super) fn new(lines: BoundedLines<R>) -> Self {
        Self { lines, number: 0 }
    }

    /// The next line that is not blank, trimmed.
    pub(super) fn next_non_blank(&mut self) -> Result<Option<String>, BotzoneError> {
        while let Some(line) = self.lines.next_line()? {
            self.number += 1;
            let line = line.map_err(|error| BotzoneError::TooLong {
                line: self.number,
                error,
            })?;
            let text = line.trim();
            if !text.is_empty() {
                return Ok(Some(text.to_owned()));
            }
        }
        Ok(None)
    }
}

/// Parses a request from its first line on: a count and its turns, or the last turn.
pub(super) fn parse<R: BufRead>(
    first: &str,
    lines: &mut NumberedLines<R>,
) -> Result<Request, BotzoneError> {
    if let Some(turn) = parse_turn(first) {
        return Ok(Request::LastTurn(turn));
    }
    let requests = first
        .parse()
        .ok()
        .filter(|count| (1..=MAX_TURNS).contains(count))
        .ok_or_else(|| BotzoneError::NotACount {
            line: lines.number,
            found: first.to_owned(),
        })?;
    let expected = 2 * requests - 1;
    let mut turns = Vec::with_capacity(expected);
    while turns.len() < expected {
        let found = turns.len();
        let line = lines
            .next_non_blank()?
            .ok_or(BotzoneError::Ended { expected, found })?;
        turns.push(parse_turn(&line).ok_or(BotzoneError::NotATurn {
            line: lines.number,
            found: line,
        })?);
    }
    Ok(Request::History(turns))
}

fn parse_turn(line: &str) -> Option<Turn> {
    let numbers: Vec<i64> = line
        .split_ascii_whitespace()
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok().map(Turn::from_numbers)
}
