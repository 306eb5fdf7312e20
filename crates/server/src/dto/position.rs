//! Positions and board overlays.

use std::collections::BTreeMap;

use amazons::{Color, Game, Outcome, SquareSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{ApiError, ErrorReason};
use super::side::{Side, WinProbability};

/// A position in parts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// FEN.
    pub fen: String,
    /// Number of columns, 1 to 10.
    pub width: u8,
    /// Number of rows, 1 to 10.
    pub height: u8,
    /// Side to move.
    pub to_move: Side,
    /// Winner, if the game is over.
    #[schema(required)]
    pub winner: Option<Side>,
    /// Squares of Black's amazons.
    pub black: Vec<String>,
    /// Squares of White's amazons.
    pub white: Vec<String>,
    /// Burned squares.
    pub burned: Vec<String>,
    /// Number of legal moves.
    pub moves: u64,
}

impl From<&amazons::Position> for Position {
    fn from(position: &amazons::Position) -> Self {
        Self {
            fen: position.to_text(),
            width: position.size().columns(),
            height: position.size().rows(),
            to_move: position.to_move().into(),
            winner: winner(position),
            black: square_names(position.amazons(Color::Black)),
            white: square_names(position.amazons(Color::White)),
            burned: square_names(position.burned()),
            moves: position.move_count(),
        }
    }
}

/// Winner, if the game is over.
pub fn winner(position: &amazons::Position) -> Option<Side> {
    position.outcome().and_then(Outcome::winner).map(Side::from)
}

/// Names of squares, row by row from a1.
pub fn square_names(squares: SquareSet) -> Vec<String> {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}

/// A position as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct PositionText {
    /// A FEN, a diagram, `startpos`, or a board size such as `8x8`.
    #[schema(example = "startpos")]
    pub text: String,
}

/// A position as a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fen {
    /// Position; other notations are accepted too.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub fen: String,
}

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
    /// Lead of Black at the end of the game that corresponds to the win probability, in squares;
    /// negative if White leads.
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

/// Parses a position in any supported notation.
pub fn parse_position(text: &str) -> Result<amazons::Position, ApiError> {
    amazons::notation::parse_position(text.trim()).map_err(|error| {
        let detail = error.to_string();
        ApiError::bad_request(error).because(ErrorReason::InvalidPosition { detail })
    })
}

/// Parses a sequence of legal moves. Returns the moves and the position after them.
pub fn parse_moves(
    start: &amazons::Position,
    moves: &[String],
) -> Result<(Vec<amazons::Move>, amazons::Position), ApiError> {
    let mut position = *start;
    let mut parsed = Vec::with_capacity(moves.len());
    for (text, ply) in moves.iter().zip(1..) {
        let mv = amazons::notation::parse_move(&position, text)
            .map_err(|error| invalid_move(format!("move {ply}: {error}")))?;
        position.play(mv);
        parsed.push(mv);
    }
    Ok((parsed, position))
}

/// The error for a move that cannot be parsed or is illegal.
pub fn invalid_move(detail: String) -> ApiError {
    ApiError::bad_request(&detail).because(ErrorReason::InvalidMove { detail })
}
