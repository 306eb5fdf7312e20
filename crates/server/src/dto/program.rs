//! Other programs that play: engines on this machine, spoken to over a protocol.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface, in Fairy-Stockfish's dialect.
    Uci,
    /// The Go Text Protocol, version 2.
    Gtp,
}

impl From<Protocol> for arena::program::Protocol {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::Uci => Self::Uci,
            Protocol::Gtp => Self::Gtp,
        }
    }
}

/// A program to be added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewProgram {
    /// Its file on the machine that the server runs on, from the root on.
    #[schema(example = "/usr/bin/thermodon", max_length = 4096)]
    pub path: String,
    /// What it is started with, each word for itself; no shell reads them.
    #[serde(default)]
    #[schema(required = false, max_items = 32)]
    pub arguments: Vec<String>,
    /// What it speaks.
    pub protocol: Protocol,
    /// What to call it; as its file if left out.
    #[serde(default)]
    #[schema(required = false, max_length = 100)]
    pub name: Option<String>,
}

/// A program that was added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Program {
    /// Its number.
    pub id: u64,
    /// What to call it.
    pub name: String,
    /// Its file.
    pub path: String,
    /// What it is started with.
    pub arguments: Vec<String>,
    /// What it speaks.
    pub protocol: Protocol,
}

/// The programs that were added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgramList {
    /// In the order in which they were added.
    pub programs: Vec<Program>,
}

/// What to call a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProgramName {
    /// The name.
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
}
