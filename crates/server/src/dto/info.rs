//! The server's version, levels and limits.

use engine::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Version, levels and limits of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ServerInfo {
    /// Name of the program.
    pub name: String,
    /// Version of the program.
    pub version: String,
    /// Levels of the built-in engine, the weakest first.
    pub levels: Vec<LevelDescription>,
    /// Limits for requests.
    pub limits: RequestLimits,
    /// Whether this client is a guest, who may change nothing.
    pub read_only: bool,
    /// Whether this client may add and use external engines.
    #[serde(rename = "programs")]
    pub external_engines_allowed: bool,
}

/// A level of the built-in engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelDescription {
    /// Number of the level, from 1 (beginner).
    pub level: u8,
    /// Name of the level.
    pub name: String,
    /// Playing strength in one sentence.
    pub description: String,
}

impl From<Level> for LevelDescription {
    fn from(level: Level) -> Self {
        Self {
            level: level.number(),
            name: level.name().to_owned(),
            description: level.description().to_owned(),
        }
    }
}

/// Limits for requests.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RequestLimits {
    /// Maximum size of a request body in bytes.
    pub body_bytes: usize,
    /// Maximum number of open WebSockets.
    pub streams: usize,
    /// Maximum number of open WebSockets from one address.
    pub streams_per_address: usize,
    /// Maximum number of lines of an analysis.
    pub lines: usize,
    /// Maximum search time for a move in seconds.
    pub seconds_per_move: f64,
    /// Maximum number of running reviews.
    pub reviews: usize,
    /// Maximum number of running reviews from one address.
    pub reviews_per_address: usize,
    /// Number of search threads.
    pub threads: usize,
    /// Memory limit of all search trees in MiB.
    #[serde(rename = "memory")]
    pub tree_memory_mib: usize,
}
