//! Results of games by position: how often it came up, and who won.

use std::collections::HashMap;
use std::ops::AddAssign;

use crate::key::Key;

/// The games in which a position came up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// How many.
    pub games: u32,
    /// Those that the player to move has won.
    pub won: u32,
}

/// By position; symmetric ones are one.
pub type Games = HashMap<Key, Played>;

impl AddAssign for Played {
    /// Counts others as well; what would be too many stays as many as there can be.
    fn add_assign(&mut self, others: Self) {
        self.games = self.games.saturating_add(others.games);
        self.won = self.won.saturating_add(others.won);
    }
}

impl Played {
    pub(crate) fn to_bytes(self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&self.games.to_le_bytes());
        bytes[4..].copy_from_slice(&self.won.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (games, won) = bytes.split_first_chunk()?;
        Some(Self {
            games: u32::from_le_bytes(*games),
            won: u32::from_le_bytes(won.try_into().ok()?),
        })
    }
}
