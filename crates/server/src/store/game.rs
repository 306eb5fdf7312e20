//! Stored form of a game.

use amazons::Color;
use serde::{Deserialize, Serialize};

use crate::dto::game::{GameResult, Player, RemainingTime, TimeControl};
use crate::dto::review::ReviewState;
use crate::dto::tree::GameTree;

/// A game as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// Title; may be empty.
    pub name: String,
    /// Start position as a FEN.
    pub start: String,
    pub moves: Vec<String>,
    pub black: Player,
    pub white: Player,
    #[serde(rename = "clock")]
    pub time_control: Option<TimeControl>,
    /// Remaining time at the start and after each move; empty without a time control.
    pub times: Vec<RemainingTime>,
    pub result: Option<GameResult>,
    /// What the external engine did wrong, if it lost by a fault.
    #[serde(default)]
    pub fault: Option<String>,
    /// Start time in milliseconds since 1970.
    pub created: u64,
    /// Time of the last change in milliseconds since 1970.
    pub updated: u64,
    pub revision: u64,
    /// Comments and variations.
    pub tree: Option<GameTree>,
    pub review: Option<ReviewState>,
}

impl StoredGame {
    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
