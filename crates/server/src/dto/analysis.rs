//! What is said over the WebSocket of live analysis.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::study::Study;

/// What a viewer asks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisRequest {
    /// Analyse a position, in place of what was asked for before.
    Analyze {
        /// Said again with every answer, so that those to earlier requests can be told apart.
        request: u64,
        /// The position.
        fen: String,
        /// How many lines.
        #[schema(minimum = 1, maximum = 500)]
        lines: usize,
        /// Who analyses; the network if left out.
        #[serde(default)]
        #[schema(required = false)]
        player: Analyst,
        /// Another program that analyses instead, by its number.
        #[serde(default)]
        #[schema(required = false)]
        program: Option<u64>,
    },
    /// Analyse nothing any more.
    Stop,
}

/// Who analyses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Analyst {
    /// Monte-Carlo search over the network: the strongest.
    #[default]
    Network,
    /// Monte-Carlo search over the hand-made evaluation.
    MonteCarlo,
}

/// What a viewer is told, the newest only: at most some ten times a second, and less often to a slow
/// reader.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisEvent {
    /// What was found so far.
    Study {
        /// The request that it answers.
        request: u64,
        /// What was found.
        study: Study,
        /// Whether nothing more will be found.
        r#final: bool,
    },
    /// Why a request was refused; what ran before it runs no more.
    Error {
        /// The request, if it could be read so far.
        request: Option<u64>,
        /// One sentence.
        error: String,
    },
}
