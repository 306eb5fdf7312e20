//! Games that are played and kept.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::review::ReviewState;
use super::side::Side;
use super::tree::Tree;

/// Who plays a side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// Somebody at the board.
    Person {
        /// What to call them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(required = false, max_length = 100)]
        name: Option<String>,
    },
    /// This program.
    Engine {
        /// From 1, a beginner, to 20, full strength.
        #[schema(minimum = 1, maximum = 20)]
        level: u8,
        /// How long it thinks about a move at most; a second if left out, or what its clock allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(required = false, minimum = 0.01, maximum = 60)]
        seconds: Option<f64>,
    },
    /// Another program on the server's machine; only from that machine, and only where its owner allows it.
    Program {
        /// Its number.
        program: u64,
        /// What it was called when the game began; the server fills it in.
        #[serde(default)]
        #[schema(required = false)]
        name: String,
        /// How long it thinks about a move; a second if left out, or what its clock allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(required = false, minimum = 0.01, maximum = 60)]
        seconds: Option<f64>,
    },
}

/// The time that each player has.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clock {
    /// For the whole game.
    #[schema(minimum = 1, maximum = 86400)]
    pub seconds: f64,
    /// What each move adds.
    #[serde(default)]
    #[schema(required = false, minimum = 0, maximum = 3600)]
    pub increment: f64,
}

/// The time that each player has left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Remaining {
    /// Black's.
    pub black: u64,
    /// White's.
    pub white: u64,
}

/// A game to be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewGame {
    /// Where it starts, as a FEN.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub start: String,
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// The time that each player has; as much as they like if left out.
    #[serde(default)]
    #[schema(required = false)]
    pub clock: Option<Clock>,
    /// What to call the game.
    #[serde(default)]
    #[schema(required = false, max_length = 200)]
    pub name: String,
    /// The moves already played, to go on from.
    #[serde(default)]
    #[schema(required = false, max_items = 100)]
    pub moves: Vec<String>,
}

impl NewGame {
    /// Whether another program plays.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        let mut players = [&self.black, &self.white].into_iter();
        players.any(|player| matches!(player, Player::Program { .. }))
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameResult {
    /// Who won.
    pub winner: Side,
    /// And why.
    pub reason: Reason,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The other player cannot move.
    NoMoves,
    /// The other player gave up.
    Resignation,
    /// The other player ran out of time.
    Time,
    /// The other player is a program that broke down or against the rules.
    Fault,
}

/// A game as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Game {
    /// Its number.
    pub id: u64,
    /// Grows with every change; a game with a larger one is newer.
    pub revision: u64,
    /// What it is called; may be empty.
    pub name: String,
    /// Where it started.
    pub start: String,
    /// The moves played.
    pub moves: Vec<String>,
    /// The position now.
    pub fen: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// The time that each player had.
    #[schema(required)]
    pub clock: Option<Clock>,
    /// The time that each player has left, at the moment of this answer.
    #[schema(required)]
    pub remaining: Option<Remaining>,
    /// Whether the clock of the player to move runs.
    pub running: bool,
    /// Whether the computer is thinking about its move.
    pub thinking: bool,
    /// How the game ended; `null` while it goes on.
    #[schema(required)]
    pub result: Option<GameResult>,
    /// What was wrong with the program that lost by a fault, in a sentence.
    #[schema(required)]
    pub fault: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
    /// Comments and variations kept with it.
    #[schema(required)]
    pub tree: Option<Tree>,
    /// What a review found.
    #[schema(required)]
    pub review: Option<ReviewState>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameSummary {
    /// Its number.
    pub id: u64,
    /// What it is called; may be empty.
    pub name: String,
    /// Where it started.
    pub start: String,
    /// The position now.
    pub fen: String,
    /// How many moves were played.
    pub moves: usize,
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// How it ended; `null` while it goes on.
    #[schema(required)]
    pub result: Option<GameResult>,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
}

/// Games, the newest first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Where the list goes on: the `before` of the next request; `null` at its end.
    #[schema(required)]
    pub next: Option<u64>,
}

/// Which games to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GameRange {
    /// How many at most; 50 if left out.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<usize>,
    /// Only games with a smaller number than this.
    pub before: Option<u64>,
}

/// A move to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NewMove {
    /// How many moves were played before it, so that a request sent twice is no second move.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    #[schema(example = "d1-d7/g7")]
    pub mv: String,
}

/// How far to take back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakeBack {
    /// How many moves to leave.
    pub to_ply: usize,
}

/// Who gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Resignation {
    /// The loser.
    pub side: Side,
}
