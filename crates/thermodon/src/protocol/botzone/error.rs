//! What can be wrong with a request.

use std::io;

use thiserror::Error;

use super::table::MOST_TURNS;
use super::turn::{NotAMove, Turn};
use crate::protocol::lines::LineTooLong;

/// Why a request cannot be answered.
#[derive(Debug, Error)]
pub enum Error {
    /// Nothing came.
    #[error("there is no request: a number of turns or a JSON object was expected")]
    Empty,
    /// A line that is too long.
    #[error("line {line} of the request is too long: {error}")]
    TooLong {
        /// The line, from 1.
        line: usize,
        /// How long it may be.
        error: LineTooLong,
    },
    /// Something where the number of turns should be.
    #[error(
        "line {line} must be a number of requests from 1 to {MOST_TURNS}, or a turn of six whole \
        numbers, not {found:?}"
    )]
    NotACount {
        /// The line, from 1.
        line: usize,
        /// What was found.
        found: String,
    },
    /// Something where a turn should be.
    #[error("line {line} must be a turn of six whole numbers, not {found:?}")]
    NotATurn {
        /// The line, from 1.
        line: usize,
        /// What was found.
        found: String,
    },
    /// The input ended too early.
    #[error("the request ended after {found} of {expected} turns")]
    Ended {
        /// The turns that were announced.
        expected: usize,
        /// The turns that came.
        found: usize,
    },
    /// JSON that is broken or says something else.
    #[error("the JSON request cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// Requests and responses that do not belong together.
    #[error(
        "{requests} requests and {responses} responses do not fit together: \
        there must be one request more than there are responses"
    )]
    Unbalanced {
        /// The number of requests.
        requests: usize,
        /// The number of responses.
        responses: usize,
    },
    /// A turn against the rules.
    #[error("turn {number}, {turn}, cannot be played: {reason}")]
    Turn {
        /// Which turn, from 1.
        number: usize,
        /// Its six numbers.
        turn: Turn,
        /// What speaks against it.
        reason: NotAMove,
    },
    /// The input cannot be read or the output cannot be written.
    #[error("the conversation broke off")]
    Io(#[from] io::Error),
}
