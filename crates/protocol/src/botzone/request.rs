//! Requests in both encodings: text, a count and lines of six numbers, and JSON, an object on a
//! line.

use std::io::BufRead;

use anyhow::{Context, anyhow, bail};
use serde::Deserialize;
use serde_json::Value;

use super::turn::{MAX_TURNS, Turn};
use crate::bounded_lines::BoundedLines;

pub(super) enum Request {
    /// All turns so far.
    History(Vec<Turn>),
    /// The opponent's last turn.
    LastTurn(Turn),
}

/// Lines with their numbers, for errors.
pub(super) struct NumberedLines<R> {
    lines: BoundedLines<R>,
    number: usize,
}

impl<R: BufRead> NumberedLines<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            lines: BoundedLines::new(input),
            number: 0,
        }
    }

    /// The next line that is not blank, trimmed.
    pub(super) fn next_non_blank(&mut self) -> anyhow::Result<Option<String>> {
        while let Some(line) = self.lines.next_line().context("cannot read or write")? {
            self.number += 1;
            let line =
                line.with_context(|| format!("line {} of the request is too long", self.number))?;
            let text = line.trim();
            if !text.is_empty() {
                return Ok(Some(text.to_owned()));
            }
        }
        Ok(None)
    }
}

/// Parses a text request from its first line on: a count and its turns, or the last turn.
pub(super) fn parse_text<R: BufRead>(
    first: &str,
    lines: &mut NumberedLines<R>,
) -> anyhow::Result<Request> {
    if let Some(turn) = parse_turn(first) {
        return Ok(Request::LastTurn(turn));
    }
    let count = first.parse().ok();
    let Some(requests) = count.filter(|count| (1..=MAX_TURNS).contains(count)) else {
        bail!(
            "line {} must be a number of requests from 1 to {MAX_TURNS}, or a turn of six \
             integers, not {first:?}",
            lines.number
        );
    };
    let expected = 2 * requests - 1;
    let mut turns = Vec::with_capacity(expected);
    while turns.len() < expected {
        let Some(line) = lines.next_non_blank()? else {
            bail!(
                "the request ended after {} of {expected} turns",
                turns.len()
            );
        };
        let turn = parse_turn(&line);
        turns.push(turn.with_context(|| {
            format!(
                "line {} must be a turn of six integers, not {line:?}",
                lines.number
            )
        })?);
    }
    Ok(Request::History(turns))
}

fn parse_turn(line: &str) -> Option<Turn> {
    let words = line.split_ascii_whitespace();
    let numbers: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    <[i64; 6]>::try_from(numbers).ok().map(Turn::from)
}

/// All turns so far. Other fields (`data`, `time_limit`, …) are ignored.
#[derive(Deserialize)]
struct HistoryJson {
    requests: Vec<Turn>,
    #[serde(default)]
    responses: Vec<Turn>,
}

/// Parses a JSON request: all turns so far, or the last turn.
pub(super) fn parse_json(line: &str) -> anyhow::Result<Request> {
    let invalid = |error| anyhow!("invalid JSON request: {error}");
    let value: Value = serde_json::from_str(line).map_err(invalid)?;
    if value.get("requests").is_none() {
        let turn = serde_json::from_value(value).map_err(invalid)?;
        return Ok(Request::LastTurn(turn));
    }
    let HistoryJson {
        requests,
        responses,
    } = serde_json::from_value(value).map_err(invalid)?;
    if requests.len() != responses.len() + 1 {
        bail!(
            "{} requests and {} responses do not match: there must be one request more",
            requests.len(),
            responses.len()
        );
    }
    let mut turns = Vec::with_capacity(requests.len() + responses.len());
    let mut responses = responses.into_iter();
    for request in requests {
        turns.push(request);
        turns.extend(responses.next());
    }
    Ok(Request::History(turns))
}
