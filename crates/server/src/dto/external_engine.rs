//! External engines: programs on the server's machine that speak UCI or GTP.

use arena::external::Protocol;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Protocol of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// Universal Chess Interface, in Fairy-Stockfish's dialect.
    Uci,
    /// Go Text Protocol, version 2.
    Gtp,
}

convert_enum!(EngineProtocol => Protocol: Uci, Gtp);

/// External engine to add.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewExternalEngine {
    /// Absolute path of the executable on the server's machine.
    #[schema(example = "/usr/bin/thermodon", max_length = 4096)]
    pub path: String,
    /// Command-line arguments, passed without a shell.
    #[serde(default)]
    #[schema(max_items = 32)]
    pub arguments: Vec<String>,
    /// Protocol of the engine.
    pub protocol: EngineProtocol,
    /// Display name; the file name by default.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub name: Option<String>,
}

/// An external engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExternalEngine {
    /// Id of the engine.
    pub id: u64,
    /// Display name.
    pub name: String,
    /// Absolute path of the executable.
    pub path: String,
    /// Command-line arguments.
    pub arguments: Vec<String>,
    /// Protocol of the engine.
    pub protocol: EngineProtocol,
}

/// All external engines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExternalEngineList {
    /// Engines in the order in which they were added.
    #[serde(rename = "programs")]
    pub engines: Vec<ExternalEngine>,
}

/// New display name of an external engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EngineName {
    /// The name.
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
}
