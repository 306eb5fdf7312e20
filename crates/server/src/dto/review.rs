//! Game reviews and insights from them.

use engine::review;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::{Side, WinProbability};

/// Game to review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewReview {
    /// Start position as a FEN.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub start: String,
    /// Moves of the game.
    #[schema(max_items = 100)]
    pub moves: Vec<String>,
    /// Search time per position in seconds; 0.5 by default. Ignored if `nodes` is given.
    #[serde(default)]
    #[schema(minimum = 0.01, maximum = 60)]
    pub seconds_per_move: Option<f64>,
    /// Nodes per position.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 1000000)]
    pub nodes: Option<u64>,
    /// Id of the stored game to attach the review to.
    #[serde(default)]
    pub game: Option<u64>,
}

/// Id of a new review.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewId {
    /// Id of the review.
    pub id: u64,
}

/// Progress and results of a review.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewState {
    /// Id of the review.
    pub id: u64,
    /// Number of positions to analyze.
    pub total: usize,
    /// Number of positions analyzed.
    pub done: usize,
    /// Whether the review is finished.
    pub finished: bool,
    /// Win probability in the start position, once it is analyzed.
    #[serde(rename = "start_chances")]
    #[schema(required)]
    pub start_win_probability: Option<WinProbability>,
    /// Moves of the game; each `null` until it is reviewed.
    pub moves: Vec<Option<ReviewedMove>>,
    /// Move since which the final leader was always ahead.
    #[schema(required)]
    pub turning_point: Option<TurningPoint>,
    /// Summaries of both sides, once the review is finished.
    #[serde(rename = "performance")]
    #[schema(required)]
    pub summaries: Option<SideSummaries>,
}

/// A reviewed move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewedMove {
    /// Number of the move in the game, from 1.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Win probability after the move.
    #[serde(rename = "chances")]
    pub win_probability: WinProbability,
    /// Win probability that the move lost, from 0 to 1.
    pub loss: f64,
    /// Class of the loss.
    pub judgement: Judgement,
    /// Best move.
    pub best_move: String,
    /// Line that starts with the best move.
    pub line: Vec<String>,
}

/// Class of a move by the win probability it lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The best move.
    Best,
    /// Another move that lost less than 5 %.
    Good,
    /// Lost at least 5 %.
    Inaccuracy,
    /// Lost at least 10 %.
    Mistake,
    /// Lost at least 20 %.
    Blunder,
}

convert_enum!(review::Judgement => Judgement: Best, Good, Inaccuracy, Mistake, Blunder);

/// Move since which the final leader was always ahead.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurningPoint {
    /// Number of the move, from 1; of either side.
    pub ply: usize,
    /// Side that took the lead.
    pub leader: Side,
    /// Leader's win probability before the move.
    pub before: f64,
    /// Leader's win probability after the move.
    pub after: f64,
}

/// Summaries of both sides' play.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideSummaries {
    /// Black.
    pub black: SideSummary,
    /// White.
    pub white: SideSummary,
}

/// Accuracy of one side while the game was undecided.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideSummary {
    /// Number of moves while the game was undecided.
    #[serde(rename = "counted")]
    pub counted_moves: usize,
    /// Accuracy from 0 to 1; `null` if no move counts.
    #[schema(required)]
    pub accuracy: Option<f64>,
    /// Mean loss of win probability per move; `null` if no move counts.
    #[schema(required)]
    pub mean_loss: Option<f64>,
}

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
