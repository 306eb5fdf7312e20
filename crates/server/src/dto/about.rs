//! What the program says about itself.

use engine::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The program, what it can do and how much of it at once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct About {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The opponents, the weakest first.
    pub levels: Vec<LevelDescription>,
    /// How much may be asked for.
    pub limits: Limits,
    /// Whether who asks may add other programs and play with them.
    pub programs: bool,
}

/// An opponent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelDescription {
    /// From 1, a beginner.
    pub level: u8,
    /// What to call it.
    pub name: String,
    /// What it is like to play against, in a sentence.
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

/// How much may be asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Limits {
    /// The bytes of a request's body.
    pub body_bytes: usize,
    /// The streams of analysis and live games that may be open at once.
    pub streams: usize,
    /// The same from one address.
    pub streams_per_address: usize,
    /// The lines of an analysis.
    pub lines: usize,
    /// The seconds that the computer thinks about a move.
    pub seconds_per_move: f64,
    /// The reviews that may be under way at once.
    pub reviews: usize,
    /// The threads that think.
    pub threads: usize,
    /// The memory for what analyses remember, in MiB.
    pub memory: usize,
}
