//! The text form: a count and lines of six numbers.

use std::io::BufRead;

use super::Request;
use super::error::Error;
use super::table::MOST_TURNS;
use super::turn::Turn;
use crate::protocol::lines::Lines;

/// Lines that know their number, for errors.
pub(super) struct NumberedLines<R> {
    lines: Lines<R>,
    number: usize,
}

impl<R: BufRead> NumberedLines<R> {
    pub(super) fn new(lines: Lines<R>) -> Self {
        Self { lines, number: 0 }
    }

    /// The next line that is not blank, trimmed.
    pub(super) fn next_with_text(&mut self) -> Result<Option<String>, Error> {
        while let Some(line) = self.lines.next_line()? {
            self.number += 1;
            let line = line.map_err(|error| Error::TooLong {
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

/// Reads a request whose first line has been read already: a count with turns behind it, or a
/// turn on its own.
pub(super) fn read<R: BufRead>(
    first: &str,
    lines: &mut NumberedLines<R>,
) -> Result<Request, Error> {
    if let Some(turn) = turn(first) {
        return Ok(Request::Last(turn));
    }
    let requests = first
        .parse()
        .ok()
        .filter(|count| (1..=MOST_TURNS).contains(count))
        .ok_or_else(|| Error::NotACount {
            line: lines.number,
            found: first.to_owned(),
        })?;
    let expected = 2 * requests - 1;
    let mut turns = Vec::with_capacity(expected);
    while turns.len() < expected {
        let found = turns.len();
        let line = lines
            .next_with_text()?
            .ok_or(Error::Ended { expected, found })?;
        turns.push(turn(&line).ok_or(Error::NotATurn {
            line: lines.number,
            found: line,
        })?);
    }
    Ok(Request::All(turns))
}

fn turn(line: &str) -> Option<Turn> {
    let numbers: Vec<i64> = line
        .split_ascii_whitespace()
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    numbers.try_into().ok().map(Turn::from_numbers)
}

/// Writes an answer.
pub(super) fn write(turn: Turn) -> String {
    turn.to_string()
}
