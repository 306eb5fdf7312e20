//! Positions.

use amazons::{Color, Game, Outcome, SquareSet};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::problem::Refusal;
use super::side::Side;

/// A position, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Position {
    /// As a FEN.
    pub fen: String,
    /// The columns, a to j at most.
    pub width: u8,
    /// The rows, 1 to 10 at most.
    pub height: u8,
    /// Whose turn it is.
    pub to_move: Side,
    /// Who has won, if the player to move cannot.
    #[schema(required)]
    pub winner: Option<Side>,
    /// The squares of Black's amazons.
    pub black: Vec<String>,
    /// The squares of White's amazons.
    pub white: Vec<String>,
    /// The burned squares.
    pub burned: Vec<String>,
    /// How many legal moves there are.
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
            black: names(position.amazons(Color::Black)),
            white: names(position.amazons(Color::White)),
            burned: names(position.burned()),
            moves: position.move_count(),
        }
    }
}

/// Who has won, if the game is over.
#[must_use]
pub fn winner(position: &amazons::Position) -> Option<Side> {
    position.outcome().and_then(Outcome::winner).map(Side::from)
}

/// The names of squares, row by row from a1.
#[must_use]
pub fn names(squares: SquareSet) -> Vec<String> {
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
    /// The position; whatever else describes one is understood as well.
    #[schema(example = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w - - 0 1")]
    pub fen: String,
}

/// Reads a position in any notation.
///
/// # Errors
/// If it is none; the refusal says why.
pub fn read(text: &str) -> Result<amazons::Position, Refusal> {
    amazons::notation::parse_position(text.trim()).map_err(Refusal::bad_request)
}

/// Reads moves, each to be legal after those before it.
///
/// # Errors
/// If one is no move or not legal; the refusal says which and why.
pub fn read_moves(
    start: &amazons::Position,
    moves: &[String],
) -> Result<(Vec<amazons::Move>, amazons::Position), Refusal> {
    let mut position = *start;
    let mut read = Vec::with_capacity(moves.len());
    for (text, ply) in moves.iter().zip(1..) {
        let mv = amazons::notation::parse_move(&position, text)
            .map_err(|error| Refusal::bad_request(format!("move {ply}: {error}")))?;
        position.play(mv);
        read.push(mv);
    }
    Ok((read, position))
}
