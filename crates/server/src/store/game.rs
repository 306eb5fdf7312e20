//! A game as it is written to the disk.

use serde::{Deserialize, Serialize};

use super::error::StoreError;
use crate::dto::game::{Clock, GameResult, Player, Remaining};
use crate::dto::review::ReviewState;
use crate::dto::tree::Tree;

/// All that has to survive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredGame {
    /// What it is called; may be empty.
    pub name: String,
    /// Where it started, as a FEN.
    pub start: String,
    /// The moves played.
    pub moves: Vec<String>,
    /// Who plays Black.
    pub black: Player,
    /// Who plays White.
    pub white: Player,
    /// The time that each player had.
    pub clock: Option<Clock>,
    /// The time that each player had left at the start and after each move; empty without a clock.
    pub times: Vec<Remaining>,
    /// How it ended.
    pub result: Option<GameResult>,
    /// What was wrong with the program that lost by a fault.
    #[serde(default)]
    pub fault: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub created: u64,
    /// When it last changed, in milliseconds since 1970.
    pub updated: u64,
    /// Grows with every change.
    pub revision: u64,
    /// Comments and variations.
    pub tree: Option<Tree>,
    /// What a review found.
    pub review: Option<ReviewState>,
}

impl StoredGame {
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, StoreError> {
        serde_json::to_vec(self).map_err(StoreError::Writing)
    }

    pub(super) fn from_bytes(id: u64, bytes: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(bytes).map_err(|reason| StoreError::Game { id, reason })
    }
}
