//! The two players.

use amazons::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

impl From<Color> for Side {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}

/// The chances of both players to win; together they are 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chances {
    /// Black's, from 0 to 1.
    pub black: f64,
    /// White's, from 0 to 1.
    pub white: f64,
}

impl Chances {
    /// The chances if one player's is known.
    #[must_use]
    pub fn of(color: Color, chance: f64) -> Self {
        let (own, other) = (rounded(chance), rounded(1.0 - chance));
        match color {
            Color::Black => Self {
                black: own,
                white: other,
            },
            Color::White => Self {
                black: other,
                white: own,
            },
        }
    }
}

/// A chance to six digits: more would be noise, and would depend on the machine's logarithms.
fn rounded(chance: f64) -> f64 {
    (chance * 1e6).round() / 1e6
}
