//! Board overlays: distance maps, ownership, mobility and regions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::side::{Side, WinProbability};

/// All board overlays of a position. Lists with one value per square go row by row from a1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Overlays {
    /// Distance maps in queen moves.
    pub queen: DistanceMaps,
    /// Distance maps in king moves.
    pub king: DistanceMaps,
    /// Expected owner of each square at the end, from +1 (Black) to −1 (White).
    pub ownership: Vec<f64>,
    /// Number of squares that each amazon can step to, by its square.
    pub mobility: BTreeMap<String, usize>,
    /// Regions of the board.
    pub regions: Vec<BoardRegion>,
    /// Win probability from the network without search.
    pub win_probability: WinProbability,
    /// Lead of Black at the end of the game that the network expects, in squares; negative if
    /// White leads.
    #[serde(rename = "margin")]
    pub score_lead: f64,
}

/// Distances of each square from the nearest amazon of each side; `null` if unreachable or burned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DistanceMaps {
    /// Distances from Black's amazons.
    pub black: Vec<Option<usize>>,
    /// Distances from White's amazons.
    pub white: Vec<Option<usize>>,
}

/// A connected set of unburned squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BoardRegion {
    /// All squares, including those of amazons.
    pub squares: Vec<String>,
    /// Number of Black's amazons.
    pub black: usize,
    /// Number of White's amazons.
    pub white: usize,
    /// Owner, if only one side has amazons in the region.
    #[schema(required)]
    pub owner: Option<Side>,
}
