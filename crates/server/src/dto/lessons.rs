//! What can be learnt from the games that were played, and puzzles.

use engine::puzzles::Difficulty;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::review::Judgement;
use super::side::{Chances, Side};

/// What can be learnt from the games that were played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lessons {
    /// How people did against each level of the computer, the weakest first; levels that were not played are left out.
    pub results: Vec<LevelResult>,
    /// What people's mistakes were, those of the newest game first.
    pub mistakes: Vec<Mistake>,
    /// Games that are over and have not been reviewed, the newest first.
    pub unreviewed: Vec<u64>,
}

/// How people did against a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LevelResult {
    /// From 1 to 20.
    pub level: u8,
    /// Games that a person won.
    pub won: u32,
    /// Games that a person lost.
    pub lost: u32,
}

/// A move by which a person gave away at least 10 %, as the review of the game says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Mistake {
    /// The game.
    pub game: u64,
    /// What it is called; may be empty.
    pub name: String,
    /// Which move of it, from 1.
    pub ply: usize,
    /// The position before it.
    pub fen: String,
    /// Whose move it was.
    pub side: Side,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The win probability that it gave away, from 0 to 1.
    pub loss: f64,
    /// The name for it.
    pub judgement: Judgement,
    /// The chances after it.
    pub chances: Chances,
    /// The move that the review preferred.
    pub best_move: String,
    /// The line that begins with it.
    pub line: Vec<String>,
    /// When the game began, in milliseconds since 1970.
    pub played: u64,
}

/// Which puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleChoice {
    /// How hard it is.
    pub difficulty: PuzzleDifficulty,
    /// Which of them: the same number is the same puzzle.
    #[param(minimum = 0, maximum = 9007199254740991u64)]
    pub seed: u64,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleDifficulty {
    /// A small board, and some moves win.
    Easy,
    /// Two regions to choose from, and few moves win.
    Medium,
    /// Very few moves win, and the first that comes to mind is none of them.
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

/// A position in which the player to move wins without a move to spare.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Puzzle {
    /// How hard it is.
    pub difficulty: PuzzleDifficulty,
    /// Which of them.
    pub seed: u64,
    /// The position.
    pub fen: String,
    /// Who is to move, and wins.
    pub to_move: Side,
    /// How many moves there are.
    pub moves: u64,
    /// All that keep the win: proved.
    pub winning_moves: Vec<String>,
}
