//! Players that are programs of their own, talked to over a protocol.
//!
//! [`Program`] says what to run and in which protocol. `process` keeps the child: nothing that it
//! does, or fails to do, can block the match. `uci` and `gtp` hold the two conversations.

mod gtp;
mod process;
mod uci;
mod words;

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::contest::Contest;
use crate::fault::Fault;
use crate::player::{Player, Source};
use gtp::Gtp;
use process::Process;
use uci::Uci;

pub use words::{UnclosedQuote, split_words};

/// What to run, and how to talk to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs; here if not said.
    pub folder: Option<PathBuf>,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options to set once it has started. In GTP, which has none, a command and its arguments.
    pub options: Vec<(String, String)>,
    /// The file to which its standard error is added; thrown away if there is none.
    pub log: Option<PathBuf>,
    /// How long to wait for anything that no clock measures: the greeting, setting up a position.
    pub patience: Duration,
}

/// A language between the match and a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Chess Interface, in Fairy-Stockfish's dialect.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
}

/// Why a text names no protocol.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0:?} is no protocol: uci and gtp are")]
pub struct NotAProtocol(pub String);

impl FromStr for Protocol {
    type Err = NotAProtocol;

    fn from_str(text: &str) -> Result<Self, NotAProtocol> {
        match text {
            "uci" => Ok(Self::Uci),
            "gtp" => Ok(Self::Gtp),
            _ => Err(NotAProtocol(text.to_owned())),
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

impl<G: Contest> Source<G> for Program {
    fn start(&self) -> Result<Box<dyn Player<G>>, Fault> {
        let process = Process::start(self)?;
        Ok(match self.protocol {
            Protocol::Uci => Box::new(Uci::greet::<G>(process, self)?),
            Protocol::Gtp => Box::new(Gtp::<G>::greet(process, self)?),
        })
    }

    fn description(&self) -> String {
        let options: String = self
            .options
            .iter()
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        format!("{} {}{options}", self.protocol, self.command.join(" "))
    }
}

/// Greetings are outside any game: stopping the match does not cut them short, and what goes wrong
/// in them is a failure to start.
fn as_start(unanswered: crate::fault::Unanswered) -> Fault {
    match unanswered {
        crate::fault::Unanswered::Fault(fault @ Fault::Start(_)) => fault,
        other => Fault::Start(other.to_string()),
    }
}
