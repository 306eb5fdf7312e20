//! Endgame puzzles.

use engine::puzzles::Difficulty;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::side::Side;

/// Difficulty and seed of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleQuery {
    /// Difficulty of the puzzle.
    pub difficulty: PuzzleDifficulty,
    /// Seed; the same seed gives the same puzzle.
    #[param(minimum = 0, maximum = 9007199254740991u64)]
    pub seed: u64,
}

/// Difficulty of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleDifficulty {
    /// A small board on which several moves win.
    Easy,
    /// Two regions, and few moves win.
    Medium,
    /// Very few moves win, and the obvious one loses.
    Hard,
}

impl From<PuzzleDifficulty> for Difficulty {
    fn from(difficulty: PuzzleDifficulty) -> Self {
        match difficulty {
            PuzzleDifficulty::Easy => Self::Easy,
            PuzzleDifficulty::Medium => Self::Medium,
            PuzzleDifficulty::Hard => Self::Hard,
        }
    }
}

/// A position in which the side to move wins by one tempo.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Puzzle {
    /// Difficulty of the puzzle.
    pub difficulty: PuzzleDifficulty,
    /// Seed of the puzzle.
    pub seed: u64,
    /// Position to solve.
    pub fen: String,
    /// Side to move, which wins.
    pub to_move: Side,
    /// Number of legal moves.
    pub moves: u64,
    /// All winning moves, proven.
    pub winning_moves: Vec<String>,
}
