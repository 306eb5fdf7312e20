//! Stored form of a game.

use amazons::{Color, Game as _};
use serde::{Deserialize, Serialize};

use crate::dto::game::{GameResult, GameSummary, Player, RemainingTime, TimeControl};
use crate::dto::position::{parse_moves, parse_position};
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
    /// What the list of games shows.
    pub fn to_summary(&self, id: u64) -> GameSummary {
        let position = parse_position(&self.start);
        let position = position.and_then(|start| Ok(parse_moves(&start, &self.moves)?.1));
        GameSummary {
            id,
            name: self.name.clone(),
            start: self.start.clone(),
            // Stored games are legal, so errors are not expected.
            fen: position.map_or_else(|_| self.start.clone(), |position| position.to_text()),
            moves: self.moves.len(),
            black: self.black.clone(),
            white: self.white.clone(),
            result: self.result,
            created: self.created,
            updated: self.updated,
            damaged: false,
        }
    }

    pub fn player(&self, color: Color) -> &Player {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}
