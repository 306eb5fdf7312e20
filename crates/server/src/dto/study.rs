//! What the engine found in a position.

use amazons::{Game, Move};
use engine::Info;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::position::winner;
use super::side::{Chances, Side};

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Score {
    /// An estimate.
    Estimate {
        /// The logarithm of the odds of winning.
        logit: f64,
    },
    /// A proved win.
    Win {
        /// Within so many moves of both players together.
        plies: u32,
    },
    /// A proved loss.
    Loss {
        /// Within so many moves of both players together.
        plies: u32,
    },
}

impl From<engine::Score> for Score {
    fn from(score: engine::Score) -> Self {
        match score {
            engine::Score::Estimate(thousandths) => Self::Estimate {
                logit: f64::from(thousandths) / 1000.0,
            },
            engine::Score::Win { plies } => Self::Win { plies },
            engine::Score::Loss { plies } => Self::Loss { plies },
        }
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Line {
    /// The moves, beginning with one for the player to move.
    pub moves: Vec<String>,
    /// What the line is worth to the player to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// The same as chances.
    #[schema(required)]
    pub win_probability: Option<Chances>,
    /// How many of the positions looked at lie behind its first move, where that is counted.
    #[schema(required)]
    pub visits: Option<u64>,
}

/// What exact values of all regions say for certain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Exact {
    /// Who wins.
    pub winner: Side,
    /// At least so many moves ahead: so often the loser could pass and would still lose.
    pub least: u32,
    /// At most so many moves ahead.
    pub most: u32,
    /// The region where the first move is worth most, if all are known and one is worth a move.
    #[schema(required)]
    pub hottest: Option<Hottest>,
    /// The moves that keep the win, if the player to move wins and all regions are known.
    #[schema(required)]
    pub winning_moves: Option<Vec<String>>,
}

/// The region where the first move is worth most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Hottest {
    /// Its squares.
    pub squares: Vec<String>,
    /// What it is worth as a combinatorial game, Black being Left.
    pub value: String,
    /// How much the first move is worth.
    pub temperature: String,
}

impl From<&engine::Exact> for Exact {
    fn from(exact: &engine::Exact) -> Self {
        let winning = exact.winning.as_ref();
        Self {
            winner: exact.winner.into(),
            least: exact.ahead.least,
            most: exact.ahead.most,
            hottest: exact.hottest.as_ref().map(|hottest| Hottest {
                squares: hottest.squares.iter().map(|s| s.to_string()).collect(),
                value: hottest.value.clone(),
                temperature: hottest.temperature.clone(),
            }),
            winning_moves: winning.map(|moves| moves.iter().map(Move::to_string).collect()),
        }
    }
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Study {
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// Who has won, if the player to move cannot.
    #[schema(required)]
    pub winner: Option<Side>,
    /// What the position is worth to the player to move.
    #[schema(required)]
    pub score: Option<Score>,
    /// The same as chances.
    #[schema(required)]
    pub win_probability: Option<Chances>,
    /// By how many squares Black is expected to come out ahead in the end; negative if White.
    #[schema(required)]
    pub margin: Option<f64>,
    /// What is certain by exact values, if anything is.
    #[schema(required)]
    pub exact: Option<Box<Exact>>,
    /// The move that the search prefers.
    #[schema(required)]
    pub best_move: Option<String>,
    /// How many moves deep the search has looked.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
    /// The time spent on it.
    pub seconds: f64,
    /// The best lines, the best one first.
    pub lines: Vec<Line>,
}

impl Study {
    /// What a search has found, and the margin that the network expects.
    #[must_use]
    pub fn new(study: &engine::Study, margin: Option<f64>) -> Self {
        let position = study.position();
        let first = study.lines().first();
        let mover = position.to_move();
        Self {
            fen: position.to_text(),
            to_move: mover.into(),
            winner: winner(position),
            score: study.score().map(Score::from),
            win_probability: study.chance(mover).map(|chance| Chances::of(mover, chance)),
            margin,
            exact: study.exact().map(|exact| Box::new(exact.into())),
            best_move: study.best_move().map(|mv| mv.to_string()),
            depth: first.map_or(0, |info| info.depth),
            nodes: first.map_or(0, |info| info.nodes),
            seconds: first.map_or(0.0, |info| info.time.as_secs_f64()),
            lines: study.lines().iter().map(|info| line(study, info)).collect(),
        }
    }
}

fn line(study: &engine::Study, info: &Info) -> Line {
    let mover = study.position().to_move();
    Line {
        moves: info.line.iter().map(Move::to_string).collect(),
        score: info.score.map(Score::from),
        win_probability: info.score.map(|score| Chances::of(mover, score.chance())),
        visits: info.visits,
    }
}
