//! External engines, run as processes and driven over a protocol.
//!
//! `process` runs the child so that nothing it does, or fails to do, can block the match. `uci` and
//! `gtp` implement the protocols.

mod gtp;
mod process;
mod shell_words;
mod uci;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::forfeit::{Forfeit, PlayerError, excerpt};
use crate::player::{Player, PlayerFactory, options_text};
use crate::protocol_game::ProtocolGame;
use gtp::Gtp;
use process::EngineProcess;
use uci::Uci;

pub use shell_words::{UnclosedQuoteError, split_words};

/// An external engine: its command, protocol and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalEngine {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Working directory; the current one if `None`.
    pub working_dir: Option<PathBuf>,
    /// Protocol of the engine.
    pub protocol: Protocol,
    /// Options set after the start, by name; for GTP, each is a command and its arguments.
    pub options: Vec<(String, String)>,
    /// File that standard error is appended to; discarded if `None`.
    pub stderr_log: Option<PathBuf>,
    /// Timeout of responses that are not on the game clock, such as the handshake.
    pub response_timeout: Duration,
}

/// Protocol of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Universal Chess Interface, in the dialect of Fairy-Stockfish.
    Uci,
    /// Go Text Protocol, version 2.
    Gtp,
}

/// Error of parsing a [`Protocol`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("unknown protocol {0:?} (expected uci or gtp)")]
pub struct ParseProtocolError(pub String);

impl FromStr for Protocol {
    type Err = ParseProtocolError;

    fn from_str(text: &str) -> Result<Self, ParseProtocolError> {
        match text {
            "uci" => Ok(Self::Uci),
            "gtp" => Ok(Self::Gtp),
            _ => Err(ParseProtocolError(text.to_owned())),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Uci => "uci",
            Self::Gtp => "gtp",
        })
    }
}

impl<G: ProtocolGame> PlayerFactory<G> for ExternalEngine {
    fn create(&self) -> Result<Box<dyn Player<G>>, Forfeit> {
        let process = EngineProcess::start(self)?;
        let player = match self.protocol {
            Protocol::Uci => Uci::handshake(process, self),
            Protocol::Gtp => Gtp::handshake(process, self),
        };
        player.map_err(into_start_failure)
    }

    fn description(&self) -> String {
        let command = self.command.join(" ");
        format!("{} {command}{}", self.protocol, options_text(&self.options))
    }
}

/// Parses the move of an engine; anything but a legal move forfeits the game.
fn parse_engine_move<G: ProtocolGame>(position: &G, text: &str) -> Result<G::Move, Forfeit> {
    let mv = position.parse_move(text);
    mv.map_err(|error| Forfeit::IllegalMove {
        text: excerpt(text),
        reason: excerpt(&error.to_string()),
    })
}

/// Turns an error of the handshake into [`Forfeit::StartFailed`].
fn into_start_failure(error: PlayerError) -> Forfeit {
    match error {
        PlayerError::Forfeit(forfeit @ Forfeit::StartFailed(_)) => forfeit,
        other => Forfeit::StartFailed(other.to_string()),
    }
}
