//! Games: players, time control, moves and result.

use amazons::Game as _;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::review::ReviewState;
use super::side::Side;
use super::tree::GameTree;

/// Player of one side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// A human.
    #[serde(rename = "person")]
    Human {
        /// Name of the player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(max_length = 100)]
        name: Option<String>,
    },
    /// The built-in engine.
    Engine {
        /// Level from 1 (beginner) to 20 (full strength).
        #[schema(minimum = 1, maximum = 20)]
        level: u8,
        /// Maximum search time per move in seconds; 1 by default, or as the clock allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 0.01, maximum = 60)]
        seconds: Option<f64>,
    },
    /// An external engine. Requires a request from the server's machine and
    /// `thermodon serve --allow-engines`.
    #[serde(rename = "program")]
    ExternalEngine {
        /// Id of the engine.
        #[serde(rename = "program")]
        engine: u64,
        /// Name of the engine when the game started; filled in by the server.
        #[serde(default)]
        name: String,
        /// Search time per move in seconds; 1 by default, or as the clock allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(minimum = 0.01, maximum = 60)]
        seconds: Option<f64>,
    },
}

/// Time control, the same for both sides.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TimeControl {
    /// Base time in seconds.
    #[schema(minimum = 1, maximum = 86400)]
    pub seconds: f64,
    /// Increment per move in seconds.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 3600)]
    pub increment: f64,
}

/// Remaining time of both sides in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RemainingTime {
    /// Black's time.
    pub black: u64,
    /// White's time.
    pub white: u64,
}

/// Game to start.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// Start position as a FEN.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub start: String,
    /// Player of Black.
    pub black: Player,
    /// Player of White.
    pub white: Player,
    /// Time control; unlimited by default.
    #[serde(default, rename = "clock")]
    pub time_control: Option<TimeControl>,
    /// Title of the game.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub name: String,
    /// Moves played already.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub moves: Vec<String>,
}

impl NewGame {
    pub fn has_external_engine(&self) -> bool {
        let mut players = [&self.black, &self.white].into_iter();
        players.any(|player| matches!(player, Player::ExternalEngine { .. }))
    }
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// Side that won.
    pub winner: Side,
    /// Why the game ended.
    pub reason: EndReason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// The loser could not move.
    NoMoves,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    #[serde(rename = "time")]
    Timeout,
    /// The loser is an external engine that crashed, hung or made an illegal move.
    #[serde(rename = "fault")]
    EngineFault,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Id of the game.
    pub id: u64,
    /// Version of the game; grows with every change.
    pub revision: u64,
    /// Title; may be empty.
    pub name: String,
    /// Start position.
    pub start: String,
    /// Moves played.
    pub moves: Vec<String>,
    /// Current position.
    pub fen: String,
    /// Side to move.
    pub to_move: Side,
    /// Player of Black.
    pub black: Player,
    /// Player of White.
    pub white: Player,
    /// Time control.
    #[serde(rename = "clock")]
    #[schema(required)]
    pub time_control: Option<TimeControl>,
    /// Remaining time of both sides when the response was made.
    #[schema(required)]
    pub remaining: Option<RemainingTime>,
    /// Whether the clock of the side to move is running.
    #[serde(rename = "running")]
    pub clock_running: bool,
    /// Whether an engine is choosing its move.
    #[serde(rename = "thinking")]
    pub engine_thinking: bool,
    /// Result; `null` while the game is running.
    #[schema(required)]
    pub result: Option<GameResult>,
    /// What the external engine did wrong, if it lost by a fault.
    #[schema(required)]
    pub fault: Option<String>,
    /// Start time in milliseconds since 1970.
    pub created: u64,
    /// Time of the last change in milliseconds since 1970.
    pub updated: u64,
    /// Comments and variations.
    #[schema(required)]
    pub tree: Option<GameTree>,
    /// Review of the game.
    #[schema(required)]
    pub review: Option<ReviewState>,
}

/// Summary of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Id of the game.
    pub id: u64,
    /// Title; may be empty.
    pub name: String,
    /// Start position.
    pub start: String,
    /// Current position.
    pub fen: String,
    /// Number of moves played.
    pub moves: usize,
    /// Player of Black.
    pub black: Player,
    /// Player of White.
    pub white: Player,
    /// Result; `null` while the game is running.
    #[schema(required)]
    pub result: Option<GameResult>,
    /// Start time in milliseconds since 1970.
    pub created: u64,
    /// Time of the last change in milliseconds since 1970.
    pub updated: u64,
    /// Whether the stored game is damaged: it can only be deleted.
    #[serde(default)]
    #[schema(required)]
    pub damaged: bool,
}

impl GameSummary {
    /// Summary of a game of which nothing is known.
    pub fn damaged(id: u64) -> Self {
        let fen = amazons::Position::standard_start().to_text();
        Self {
            id,
            name: String::new(),
            start: fen.clone(),
            fen,
            moves: 0,
            black: Player::Human { name: None },
            white: Player::Human { name: None },
            result: None,
            created: 0,
            updated: 0,
            damaged: true,
        }
    }

    /// The same summary, of a damaged game.
    pub fn into_damaged(self) -> Self {
        Self {
            damaged: true,
            ..self
        }
    }
}

/// A page of games, the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// `before` of the next page; `null` on the last page.
    #[schema(required)]
    pub next: Option<u64>,
}

/// Page of the list of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameListQuery {
    /// Maximum number of games; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<usize>,
    /// Lists only games with a smaller id.
    pub before: Option<u64>,
}

/// Move to play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewMove {
    /// Number of moves played before it. Makes the request idempotent.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1-d7/g7")]
    pub mv: String,
}

/// Takeback request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakeBack {
    /// Number of moves to keep.
    pub to_ply: usize,
}

/// Resignation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Resignation {
    /// Side that resigns.
    pub side: Side,
}
