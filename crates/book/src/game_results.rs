//! Results of games by position. Amazons has no draws.

use std::collections::HashMap;
use std::ops::AddAssign;

use crate::key::BookKey;

/// Results of the games through a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResultCount {
    /// Number of games.
    pub games: u32,
    /// Games won by the player to move.
    pub wins: u32,
}

/// Results by position; symmetric positions are counted together.
pub type GameResults = HashMap<BookKey, ResultCount>;

impl AddAssign for ResultCount {
    /// Adds counts, saturating.
    fn add_assign(&mut self, other: Self) {
        self.games = self.games.saturating_add(other.games);
        self.wins = self.wins.saturating_add(other.wins);
    }
}

impl ResultCount {
    /// Games and wins, little-endian.
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&self.games.to_le_bytes());
        bytes[4..].copy_from_slice(&self.wins.to_le_bytes());
        bytes
    }

    /// The inverse of [`to_bytes`](Self::to_bytes); `None` if the length is wrong.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (games, wins) = bytes.split_first_chunk()?;
        Some(Self {
            games: u32::from_le_bytes(*games),
            wins: u32::from_le_bytes(wins.try_into().ok()?),
        })
    }
}
