//! The result of a game.

use std::fmt;

use crate::Color;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win of that player.
    Win(Color),
    /// A draw.
    Draw,
}

impl Outcome {
    /// 1 for a win of `color`, −1 for a loss, 0 for a draw.
    #[must_use]
    pub fn sign_for(self, color: Color) -> i32 {
        match self {
            Self::Win(winner) if winner == color => 1,
            Self::Win(_) => -1,
            Self::Draw => 0,
        }
    }

    /// The winner; `None` for a draw.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win(winner) => Some(winner),
            Self::Draw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(winner) => write!(f, "{winner} wins"),
            Self::Draw => f.write_str("draw"),
        }
    }
}
