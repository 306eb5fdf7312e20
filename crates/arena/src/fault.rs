//! What a player can do wrong.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a player loses a game without having been beaten.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It could not be started, or did not get through the greetings.
    #[error("could not be started: {0}")]
    Start(String),
    /// Its process or thread ended.
    #[error("ended in the middle of the game: {0}")]
    Crash(String),
    /// It gave no answer where no clock was running, or none at all where none limits a move.
    #[error("gave no answer to {question:?} within {patience:?}")]
    Silence {
        /// What it was asked.
        question: String,
        /// How long was waited.
        patience: Duration,
    },
    /// It used more time than it had.
    #[error("had no move after {limit:?}, the margin included")]
    Time {
        /// The time that it had, with the margin.
        limit: Duration,
    },
    /// Its move cannot be read or is against the rules.
    #[error("played {text:?}: {reason}")]
    IllegalMove {
        /// What it sent.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It refused to do what it was told.
    #[error("refused {command:?}: {reply}")]
    Refusal {
        /// What it was told.
        command: String,
        /// What it said.
        reply: String,
    },
    /// It sent something that no protocol knows.
    #[error("sent nonsense: {0}")]
    Nonsense(String),
}

impl Fault {
    /// One word for lists and files.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Start(_) => "start",
            Self::Crash(_) => "crash",
            Self::Silence { .. } => "silence",
            Self::Time { .. } => "time",
            Self::IllegalMove { .. } => "illegal move",
            Self::Refusal { .. } => "refusal",
            Self::Nonsense(_) => "nonsense",
        }
    }
}

/// Why there is no answer from a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Unanswered {
    /// The player is to blame.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The match was stopped while it was thinking.
    #[error("the match was stopped")]
    Stopped,
}

/// The beginning of what a player sent, short enough for a sentence.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
