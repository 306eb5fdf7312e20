//! Insights: results by level and mistakes from reviewed games.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::review::Judgement;
use super::side::{Side, WinProbability};

/// Statistics of the games played on this server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Insights {
    /// Results of humans against each level played, the weakest first.
    pub results: Vec<LevelResult>,
    /// Mistakes of humans, those of the newest game first.
    pub mistakes: Vec<Mistake>,
    /// Ids of finished games without a review, the newest first.
    #[serde(rename = "unreviewed")]
    pub unreviewed_games: Vec<u64>,
}

/// Results of humans against a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelResult {
    /// Level from 1 to 20.
    pub level: u8,
    /// Games won by the human.
    pub won: u32,
    /// Games lost by the human.
    pub lost: u32,
}

/// A human's move that lost at least 10 % win probability, according to the review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Mistake {
    /// Id of the game.
    pub game: u64,
    /// Title of the game; may be empty.
    pub name: String,
    /// Number of the move in the game, from 1.
    pub ply: usize,
    /// Position before the move.
    pub fen: String,
    /// Side that moved.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Loss of win probability, from 0 to 1.
    pub loss: f64,
    /// Class of the loss.
    pub judgement: Judgement,
    /// Win probability after the move.
    #[serde(rename = "chances")]
    pub win_probability: WinProbability,
    /// Best move.
    pub best_move: String,
    /// Line that starts with the best move.
    pub line: Vec<String>,
    /// Start time of the game in milliseconds since 1970.
    pub played: u64,
}
