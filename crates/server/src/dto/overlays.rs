//! What can be drawn over a position.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::{Chances, Side};

/// Everything that can be drawn over a position. Lists with a value for each square go row by row from a1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Overlays {
    /// How many queen's moves each square is away from each side.
    pub queen: Distances,
    /// How many king's moves.
    pub king: Distances,
    /// Who is expected to own each square in the end: from +1, Black, to −1, White.
    pub ownership: Vec<f64>,
    /// How many squares each amazon can reach in a move.
    pub mobility: BTreeMap<String, usize>,
    /// The parts of the board that fire has cut off from each other.
    pub regions: Vec<Region>,
    /// What the network thinks of it, without a search.
    pub win_probability: Chances,
    /// By how many squares Black is expected to come out ahead in the end; negative if White.
    pub margin: f64,
}

/// How far each square is from each side's nearest amazon; `null` where it cannot come, or where nobody
/// can stand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Distances {
    /// From Black's amazons.
    pub black: Vec<Option<usize>>,
    /// From White's amazons.
    pub white: Vec<Option<usize>>,
}

/// A part of the board that fire has cut off.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Region {
    /// Its squares, those of amazons included.
    pub squares: Vec<String>,
    /// How many of Black's amazons are in it.
    pub black: usize,
    /// How many of White's.
    pub white: usize,
    /// The only player with amazons in it.
    #[schema(required)]
    pub owner: Option<Side>,
}
