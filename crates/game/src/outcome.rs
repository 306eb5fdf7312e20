//! How a game ends.

use std::fmt;

use crate::Color;

/// The result of a game, from nobody's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That player won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// 1 for a win of `color`, −1 for a loss, 0 for a draw.
    #[must_use]
    pub fn score_for(self, color: Color) -> i32 {
        match self {
            Self::Win(winner) if winner == color => 1,
            Self::Win(_) => -1,
            Self::Draw => 0,
        }
    }

    /// The winner, if there is one.
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
