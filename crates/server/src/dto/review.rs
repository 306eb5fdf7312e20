//! Games looked back on.

use engine::review::Judgement as EngineJudgement;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::{Chances, Side};

/// A game to be looked back on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewReview {
    /// Where it started, as a FEN.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub start: String,
    /// Its moves.
    #[schema(max_items = 100)]
    pub moves: Vec<String>,
    /// How long to think about each position; half a second if neither this nor `nodes` is said.
    #[serde(default)]
    #[schema(required = false, minimum = 0.01, maximum = 60)]
    pub seconds_per_move: Option<f64>,
    /// How many positions to look at for each.
    #[serde(default)]
    #[schema(required = false, minimum = 1, maximum = 1000000)]
    pub nodes: Option<u64>,
    /// The kept game that it is a review of, and is kept with.
    #[serde(default)]
    #[schema(required = false)]
    pub game: Option<u64>,
}

/// The number of a review that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewId {
    /// Its number.
    pub id: u64,
}

/// How far a review has come, and what it found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewState {
    /// Its number.
    pub id: u64,
    /// How many positions there are to look at.
    pub total: usize,
    /// How many were looked at.
    pub done: usize,
    /// Whether it is complete.
    pub finished: bool,
    /// The chances at the start, once they are known.
    #[schema(required)]
    pub start_chances: Option<Chances>,
    /// The moves of the game, each `null` until it is judged.
    pub moves: Vec<Option<ReviewedMove>>,
    /// The move since which the side that stood better in the end was always ahead.
    #[schema(required)]
    pub turning_point: Option<TurningPoint>,
    /// How well each side played, once all is known.
    #[schema(required)]
    pub performance: Option<Performances>,
}

/// A move of the game, judged.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ReviewedMove {
    /// Which move of the game, from 1.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The chances after it.
    pub chances: Chances,
    /// The win probability that the mover gave away, from 0 to 1.
    pub loss: f64,
    /// The name for it.
    pub judgement: Judgement,
    /// The move that the engine prefers.
    pub best_move: String,
    /// The line that begins with it.
    pub line: Vec<String>,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The move that the engine prefers.
    Best,
    /// Another one that gives away little.
    Good,
    /// Gives away at least 5 %.
    Inaccuracy,
    /// Gives away at least 10 %.
    Mistake,
    /// Gives away at least 20 %.
    Blunder,
}

impl From<EngineJudgement> for Judgement {
    fn from(judgement: EngineJudgement) -> Self {
        match judgement {
            EngineJudgement::Best => Self::Best,
            EngineJudgement::Good => Self::Good,
            EngineJudgement::Inaccuracy => Self::Inaccuracy,
            EngineJudgement::Mistake => Self::Mistake,
            EngineJudgement::Blunder => Self::Blunder,
        }
    }
}

/// Where a game turned.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurningPoint {
    /// The move, from 1; it may have been either side's.
    pub ply: usize,
    /// Who took the lead for good.
    pub leader: Side,
    /// The leader's chance before it.
    pub before: f64,
    /// The leader's chance after it.
    pub after: f64,
}

/// How well each side played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Performances {
    /// Black.
    pub black: Performance,
    /// White.
    pub white: Performance,
}

/// How well one side played while the game was open.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Performance {
    /// The moves played while the game was open.
    pub counted: usize,
    /// From 0 to 1; `null` if no move counts.
    #[schema(required)]
    pub accuracy: Option<f64>,
    /// The mean win probability given away by a move.
    #[schema(required)]
    pub mean_loss: Option<f64>,
}
