//! A finished game, as it is kept.

use game::{Color, Outcome, PerColor};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::player::Thought;

/// Everything that is known about a finished game. Positions and moves are texts in the game's own
/// notation, so that a record can be read without knowing the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0. Games 2n and 2n+1 are a pair: the same players,
    /// the same opening, colours swapped.
    pub game: usize,
    /// The number of the opening.
    pub opening: usize,
    /// Black, as an index into the match's players.
    pub black: usize,
    /// White, likewise.
    pub white: usize,
    /// Who moves first in the start position.
    pub first: Side,
    /// Who won.
    pub result: Side,
    /// Why the game ended.
    pub ending: Ending,
    /// Where it started.
    pub start: String,
    /// The moves of the opening, which nobody chose.
    pub opening_moves: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<PlayedMove>,
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// The result is proven, though the game is not over.
    Proven,
    /// The loser gave up.
    Resignation,
    /// The loser did something wrong.
    Fault(Fault),
}

/// A move that a player chose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// What the player thought of it.
    #[serde(flatten)]
    pub thought: Thought,
    /// The time it took.
    pub milliseconds: f64,
}

/// A player's colour, or nobody's, as files write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The player called Black.
    Black,
    /// The player called White.
    White,
    /// Neither: a draw.
    Neither,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Outcome> for Side {
    fn from(outcome: Outcome) -> Self {
        outcome.winner().map_or(Self::Neither, Self::from)
    }
}

impl Side {
    /// The colour, if it is one.
    #[must_use]
    pub fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Neither => None,
        }
    }
}

impl GameRecord {
    /// Both players, as indices into the match's players.
    #[must_use]
    pub fn players(&self) -> PerColor<usize> {
        PerColor::new(self.black, self.white)
    }

    /// The points of a player: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, color: Color) -> usize {
        match self.result.color() {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        }
    }

    /// The reason of the end, in a few words.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.ending {
            Ending::Rules => "by the rules".to_owned(),
            Ending::Proven => "proven".to_owned(),
            Ending::Resignation => "resignation".to_owned(),
            Ending::Fault(fault) => {
                let loser = match self.result {
                    Side::Black => "white",
                    _ => "black",
                };
                format!("{loser} {fault}")
            }
        }
    }
}
