//! Sides and win probabilities.

use amazons::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Side of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Black.
    Black,
    /// White.
    White,
}

convert_enum!(Color => Side: Black, White);
convert_enum!(Side => Color: Black, White);

/// Win probabilities of both sides; their sum is 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct WinProbability {
    /// Black's, from 0 to 1.
    pub black: f64,
    /// White's, from 0 to 1.
    pub white: f64,
}

impl WinProbability {
    /// Both probabilities, given that of one side.
    pub fn of(color: Color, probability: f64) -> Self {
        let own = round_to_millionths(probability);
        let other = round_to_millionths(1.0 - probability);
        let (black, white) = match color {
            Color::Black => (own, other),
            Color::White => (other, own),
        };
        Self { black, white }
    }
}

/// Rounds away digits that depend on the platform's `exp` and `ln`.
fn round_to_millionths(probability: f64) -> f64 {
    (probability * 1e6).round() / 1e6
}
