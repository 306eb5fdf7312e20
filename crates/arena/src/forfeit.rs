//! Forfeits: games lost without being beaten.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Reason for a forfeit.
#[derive(Clone, PartialEq, Eq, Debug, Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// The player did not start or failed the handshake.
    #[error("failed to start: {0}")]
    #[serde(rename = "start")]
    StartFailed(String),
    /// The player's process or thread ended.
    #[error("crashed: {0}")]
    Crash(String),
    /// The player did not respond in time while its clock was not running.
    #[error("did not respond to {command:?} within {timeout:?}")]
    #[serde(rename = "silence")]
    Stalled {
        /// The command without a response.
        #[serde(rename = "question")]
        command: String,
        /// Time waited.
        #[serde(rename = "patience")]
        timeout: Duration,
    },
    /// The player exceeded its time.
    #[error("lost on time ({limit:?} including the margin)")]
    Time {
        /// Time limit, including the margin.
        limit: Duration,
    },
    /// The move cannot be parsed or is illegal.
    #[error("played {text:?}: {reason}")]
    IllegalMove {
        /// The move as sent.
        text: String,
        /// Why it is illegal.
        reason: String,
    },
    /// The player rejected a command.
    #[error("rejected {command:?}: {reply}")]
    #[serde(rename = "refusal")]
    CommandRejected {
        /// The command.
        command: String,
        /// The error reply.
        reply: String,
    },
    /// The output does not follow the protocol.
    #[error("violated the protocol: {0}")]
    #[serde(rename = "nonsense")]
    ProtocolViolation(String),
}

impl Forfeit {
    /// Short name for reports.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::StartFailed(_) => "start",
            Self::Crash(_) => "crash",
            Self::Stalled { .. } => "silence",
            Self::Time { .. } => "time",
            Self::IllegalMove { .. } => "illegal move",
            Self::CommandRejected { .. } => "refusal",
            Self::ProtocolViolation(_) => "nonsense",
        }
    }
}

/// Error of a request to a player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// The player forfeits the game.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
    /// The match was stopped during the request.
    #[error("the match was stopped")]
    Stopped,
}

/// Shortens a player's output for messages.
pub(crate) fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 80;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn journal_names_are_stable() {
        for (forfeit, json) in [
            (Forfeit::StartFailed("x".to_owned()), r#"{"start":"x"}"#),
            (
                Forfeit::Stalled {
                    command: "go".to_owned(),
                    timeout: Duration::from_secs(1),
                },
                r#"{"silence":{"question":"go","patience":{"secs":1,"nanos":0}}}"#,
            ),
            (
                Forfeit::CommandRejected {
                    command: "play".to_owned(),
                    reply: "no".to_owned(),
                },
                r#"{"refusal":{"command":"play","reply":"no"}}"#,
            ),
            (
                Forfeit::ProtocolViolation("x".to_owned()),
                r#"{"nonsense":"x"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&forfeit).unwrap(), json);
            assert_eq!(serde_json::from_str::<Forfeit>(json).unwrap(), forfeit);
        }
    }
}
