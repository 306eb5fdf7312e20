//! Analyses, and the messages of the live-analysis WebSocket.

use amazons::{Game, Move};
use engine::SearchInfo;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::ErrorReason;
use super::move_strings;
use super::position::winner;
use super::score_lead::expected_score_lead;
use super::side::{Side, WinProbability};

/// Message from a client of live analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisRequest {
    /// Analyze a position. Replaces the previous request.
    Analyze {
        /// Chosen by the client and repeated in every event of this request.
        request: u64,
        /// Position to analyze.
        fen: String,
        /// Number of lines (`multipv`).
        #[schema(minimum = 1, maximum = 500)]
        lines: usize,
        /// Built-in searcher; `network` by default.
        #[serde(default, rename = "player")]
        searcher: Searcher,
        /// Id of an external engine to use instead of the built-in searcher.
        #[serde(default, rename = "program")]
        external_engine: Option<u64>,
    },
    /// Stop the analysis.
    Stop,
}

/// A built-in searcher.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Searcher {
    /// MCTS with the network: the strongest.
    #[default]
    Network,
    /// MCTS with the handcrafted evaluation.
    MonteCarlo,
}

/// Message to a client of live analysis. At most ten per second are sent; a slow reader skips
/// updates and gets the latest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisEvent {
    /// The latest result of the search.
    #[serde(rename = "study")]
    Update {
        /// The `request` of the client's message.
        request: u64,
        /// Result so far.
        #[serde(rename = "study")]
        analysis: Analysis,
        /// Whether the search has ended.
        r#final: bool,
    },
    /// The request failed. Nothing is analyzed now.
    Error {
        /// The `request` of the client's message, if it could be parsed.
        request: Option<u64>,
        /// What went wrong, in one English sentence.
        error: String,
        /// What went wrong, for a client that writes its own sentence.
        reason: ErrorReason,
    },
}

/// Score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Score {
    /// An estimate.
    Estimate {
        /// Natural logarithm of the odds of winning.
        logit: f64,
    },
    /// A proven win.
    Win {
        /// Maximum number of plies to the win.
        plies: u32,
    },
    /// A proven loss.
    Loss {
        /// Maximum number of plies to the loss.
        plies: u32,
    },
}

impl From<engine::Score> for Score {
    fn from(score: engine::Score) -> Self {
        match score {
            engine::Score::Estimate(millilogits) => Self::Estimate {
                logit: f64::from(millilogits) / 1000.0,
            },
            engine::Score::Win { plies } => Self::Win { plies },
            engine::Score::Loss { plies } => Self::Loss { plies },
            // Amazons has no draws.
            engine::Score::Draw => Self::Estimate { logit: 0.0 },
        }
    }
}

/// One of the best lines of an analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Variation {
    /// Moves, starting with the side to move.
    pub moves: Vec<String>,
    /// Score for the side to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// Win probability that corresponds to the score.
    #[schema(required)]
    pub win_probability: Option<WinProbability>,
    /// Visits of the first move; `null` if the searcher does not count them.
    #[schema(required)]
    pub visits: Option<u64>,
}

/// What the exact values of the regions prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ExactResult {
    /// Side that wins.
    pub winner: Side,
    /// Lower bound of the winner's lead in moves: the loser could pass that often and still lose.
    #[serde(rename = "least")]
    pub min_lead: u32,
    /// Upper bound of the winner's lead in moves.
    #[serde(rename = "most")]
    pub max_lead: u32,
    /// The hottest region, if the values of all regions are known and one is hot.
    #[schema(required)]
    pub hottest: Option<HottestRegion>,
    /// All winning moves, if the side to move wins and the values of all regions are known.
    #[schema(required)]
    pub winning_moves: Option<Vec<String>>,
}

/// Region of the highest temperature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct HottestRegion {
    /// Squares of the region.
    pub squares: Vec<String>,
    /// Combinatorial value; Black is Left.
    pub value: String,
    /// Temperature of the value.
    pub temperature: String,
}

impl From<&engine::ExactResult> for ExactResult {
    fn from(exact: &engine::ExactResult) -> Self {
        Self {
            winner: exact.winner.into(),
            min_lead: exact.lead.lower,
            max_lead: exact.lead.upper,
            hottest: exact.hottest.as_ref().map(|hottest| HottestRegion {
                squares: hottest.squares.iter().map(|s| s.to_string()).collect(),
                value: hottest.value.clone(),
                temperature: hottest.temperature.clone(),
            }),
            winning_moves: exact.winning_moves.as_deref().map(move_strings),
        }
    }
}

/// Result of a search, final or so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Analysis {
    /// Position that was searched.
    pub fen: String,
    /// Side to move.
    pub to_move: Side,
    /// Winner, if the game is over.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Score for the side to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// Win probability that corresponds to the score.
    #[schema(required)]
    pub win_probability: Option<WinProbability>,
    /// Lead of Black at the end of the game that corresponds to the win probability, in squares;
    /// negative if White leads. `null` for a proven score.
    #[serde(rename = "margin")]
    #[schema(required)]
    pub score_lead: Option<f64>,
    /// What the exact values of the regions prove, if anything.
    #[schema(required)]
    pub exact: Option<Box<ExactResult>>,
    /// Best move.
    #[schema(required)]
    pub best_move: Option<String>,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Number of nodes searched.
    pub nodes: u64,
    /// Search time in seconds.
    pub seconds: f64,
    /// Best lines, the best first.
    pub lines: Vec<Variation>,
}

impl Analysis {
    pub fn new(study: &engine::Analysis) -> Self {
        let position = study.position();
        let to_move = position.to_move();
        let first = study.lines().first();
        let win_probability = study.win_probability(to_move);
        let score_lead = match study.score() {
            Some(engine::Score::Estimate(millilogits)) => {
                let logit = f64::from(millilogits) / 1000.0;
                Some(expected_score_lead(position, logit))
            }
            _ => None,
        };
        let variations = study.lines().iter().map(|info| variation(study, info));
        Self {
            fen: position.to_text(),
            to_move: to_move.into(),
            winner: winner(position),
            score: study.score().map(Score::from),
            win_probability: win_probability.map(|p| WinProbability::of(to_move, p)),
            score_lead,
            exact: study.exact().map(|exact| Box::new(exact.into())),
            best_move: study.best_move().map(|mv| mv.to_string()),
            depth: first.map_or(0, |info| info.depth),
            nodes: first.map_or(0, |info| info.nodes),
            seconds: first.map_or(0.0, |info| info.time.as_secs_f64()),
            lines: variations.collect(),
        }
    }
}

fn variation(study: &engine::Analysis, info: &SearchInfo) -> Variation {
    let to_move = study.position().to_move();
    let win_probability =
        |score: engine::Score| WinProbability::of(to_move, score.win_probability());
    Variation {
        moves: info.pv.iter().map(Move::to_string).collect(),
        score: info.score.map(Score::from),
        win_probability: info.score.map(win_probability),
        visits: info.visits,
    }
}
