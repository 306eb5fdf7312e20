//! Records of finished games.

use game::{Color, PerColor};
use serde::{Deserialize, Serialize};

use crate::forfeit::Forfeit;
use crate::player::EngineInfo;

/// A finished game. Positions and moves are texts in the game's notation, so that a record can be
/// read without knowing the game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in the match, from 0. Games 2n and 2n+1 are a pair: same players, same
    /// opening, colors swapped.
    pub game: usize,
    /// Number of the opening, from 0.
    pub opening: usize,
    /// Black, as an index of a participant.
    pub black: usize,
    /// White, as an index of a participant.
    pub white: usize,
    /// Side to move in the start position.
    #[serde(with = "ColorName")]
    pub first: Color,
    /// The winner; `None` for a draw.
    #[serde(rename = "result", with = "winner_name")]
    pub winner: Option<Color>,
    /// How the game ended.
    #[serde(rename = "ending")]
    pub termination: Termination,
    /// Start position.
    pub start: String,
    /// Moves of the opening.
    pub opening_moves: Vec<String>,
    /// Moves of the players.
    pub moves: Vec<PlayedMove>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Termination {
    /// By the rules.
    Rules,
    /// By a proven result before the end.
    Proven,
    /// The loser resigned.
    Resignation,
    /// The loser forfeited.
    #[serde(rename = "fault")]
    Forfeit(Forfeit),
}

/// A move of a player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Search information of the player.
    #[serde(flatten)]
    pub info: EngineInfo,
    /// Time for the move.
    pub milliseconds: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "snake_case")]
enum ColorName {
    Black,
    White,
}

/// `black`, `white`, or `neither` for `None`.
mod winner_name {
    use game::Color;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        winner: &Option<Color>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "neither",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Color>, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "black" => Ok(Some(Color::Black)),
            "white" => Ok(Some(Color::White)),
            "neither" => Ok(None),
            other => Err(D::Error::unknown_variant(
                other,
                &["black", "white", "neither"],
            )),
        }
    }
}

impl GameRecord {
    /// Both players, as indices of participants.
    #[must_use]
    pub fn players(&self) -> PerColor<usize> {
        PerColor::new(self.black, self.white)
    }

    /// Half points of a side: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, color: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == color => 2,
            Some(_) => 0,
        }
    }

    /// Describes how the game ended.
    #[must_use]
    pub fn termination_text(&self) -> String {
        match &self.termination {
            Termination::Rules => "by the rules".to_owned(),
            Termination::Proven => "proven".to_owned(),
            Termination::Resignation => "resignation".to_owned(),
            Termination::Forfeit(forfeit) => {
                let loser = match self.winner {
                    Some(Color::Black) => "white",
                    _ => "black",
                };
                format!("{loser} {forfeit}")
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record without moves, White first.
    pub(crate) fn empty_record(
        game: usize,
        black: usize,
        white: usize,
        winner: Option<Color>,
    ) -> GameRecord {
        GameRecord {
            game,
            opening: game / 2,
            black,
            white,
            first: Color::White,
            winner,
            termination: Termination::Rules,
            start: String::new(),
            opening_moves: Vec::new(),
            moves: Vec::new(),
        }
    }

    #[test]
    fn journal_names_are_stable() {
        let mut record = empty_record(0, 0, 1, None);
        record.termination = Termination::Forfeit(Forfeit::Crash("x".to_owned()));
        record.moves.push(PlayedMove {
            mv: "a".to_owned(),
            info: EngineInfo::default(),
            milliseconds: 1.0,
        });
        let json = "{\"game\":0,\"opening\":0,\"black\":0,\"white\":1,\"first\":\"white\",\
                    \"result\":\"neither\",\"ending\":{\"fault\":{\"crash\":\"x\"}},\"start\":\"\",\
                    \"opening_moves\":[],\"moves\":[{\"move\":\"a\",\"milliseconds\":1.0}]}";
        assert_eq!(serde_json::to_string(&record).unwrap(), json);
        assert_eq!(serde_json::from_str::<GameRecord>(json).unwrap(), record);
    }
}
