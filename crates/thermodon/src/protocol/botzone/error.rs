//! Errors of the Botzone protocol.

use std::io;

use thiserror::Error;

use super::game::MAX_TURNS;
use super::turn::{Turn, TurnError};
use crate::protocol::bounded_lines::LineTooLong;

/// Why a request cannot be answered.
#[derive(Debug, Error)]
pub enum BotzoneError {
    /// The input is empty.
    #[error("the input is empty: expected a number of turns or a JSON object")]
    Empty,
    /// A line is too long.
    #[error("line {line} of the request is too long: {error}")]
    TooLong {
        /// The line, from 1.
        line: usize,
        /// The maximum length.
        error: LineTooLong,
    },
    /// The first line is neither a number of requests nor a turn.
    #[error(
        "line {line} must be a number of requests from 1 to {MAX_TURNS}, or a turn of six integers, \
        not {found:?}"
    )]
    NotACount {
        /// The line, from 1.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// A line is not a turn.
    #[error("line {line} must be a turn of six integers, not {found:?}")]
    NotATurn {
        /// The line, from 1.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// Turns are missing.
    #[error("the request ended after {found} of {expected} turns")]
    Ended {
        /// The number of turns announced.
        expected: usize,
        /// The number of turns received.
        found: usize,
    },
    /// The JSON is invalid.
    #[error("invalid JSON request: {0}")]
    Json(#[from] serde_json::Error),
    /// Requests and responses do not match.
    #[error(
        "{requests} requests and {responses} responses do not match: there must be one request more"
    )]
    Unbalanced {
        /// The number of requests.
        requests: usize,
        /// The number of responses.
        responses: usize,
    },
    /// A turn is illegal.
    #[error("turn {number}, {turn}, cannot be played: {reason}")]
    Turn {
        /// The number of the turn, from 1.
        number: usize,
        /// The turn.
        turn: Turn,
        /// Why it is illegal.
        reason: TurnError,
    },
    /// Reading or writing failed.
    #[error("cannot read or write")]
    Io(#[from] io::Error),
}
