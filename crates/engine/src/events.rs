//! Events that a search reports to its listener.

use std::time::Duration;

use amazons::Move;
use search::Value;

use crate::endgames::ExactResult;

/// A report of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What exact endgame values prove; sent before the search.
    ExactResult(ExactResult),
    /// Whether the move comes from the opening book; the first event, if sent at all.
    Book(BookStatus),
    /// A new or updated line.
    Info(SearchInfo),
    /// The result, as the last event.
    BestMove(BestMove),
}

/// Use of the opening book for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookStatus {
    /// The move is a book move; nothing is searched.
    InBook,
    /// The engine's last move was a book move and this position is out of book.
    LeftBook,
}

/// One line of play with its score and statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// Completed depth in plies; 0 if there is no legal move.
    pub depth: u32,
    /// Rank of the line, from 1.
    pub multipv: u32,
    /// Score for the side to move, if known.
    pub score: Option<Score>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the search started.
    pub time: Duration,
    /// The moves of the line (principal variation).
    pub pv: Vec<Move>,
    /// Visits of the first move, if the search counts them.
    pub visits: Option<u64>,
}

impl SearchInfo {
    /// A line of one move, as reported by players that do not search.
    pub(crate) fn single_move(mv: Move, score: Option<Score>, time: Duration) -> Self {
        Self {
            depth: 1,
            multipv: 1,
            score,
            nodes: 1,
            time,
            pv: vec![mv],
            visits: None,
        }
    }
}

/// Score of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Estimated log-odds of winning in millilogits: 0 is even, 1,000 is 73 %.
    Estimate(i32),
    /// A proven win.
    Win {
        /// Upper bound on the plies to the end; 1 if the next move leaves the opponent without one.
        plies: u32,
    },
    /// A proven loss.
    Loss {
        /// Upper bound on the plies to the end; 0 if there is no legal move.
        plies: u32,
    },
}

impl Score {
    /// Win probability of the side to move, 0 to 1.
    #[must_use]
    pub fn win_probability(self) -> f64 {
        match self {
            Self::Estimate(millilogits) => 1.0 / (1.0 + (-f64::from(millilogits) / 1000.0).exp()),
            Self::Win { .. } => 1.0,
            Self::Loss { .. } => 0.0,
        }
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value.plies_to_end() {
            None => Self::Estimate(value.millilogits()),
            Some(plies) if value.is_win() => Self::Win { plies },
            Some(plies) => Self::Loss { plies },
        }
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score {
            Score::Estimate(millilogits) => Self::from_millilogits(millilogits),
            Score::Win { plies } => Self::win(plies),
            Score::Loss { plies } => Self::loss(plies),
        }
    }
}

/// Result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move to play; `None` if there is none to choose from.
    pub mv: Option<Move>,
    /// The expected reply, if any: the move to ponder on.
    pub ponder: Option<Move>,
}

impl BestMove {
    /// The first two moves of a principal variation.
    pub(crate) fn from_pv(pv: &[Move]) -> Self {
        Self {
            mv: pv.first().copied(),
            ponder: pv.get(1).copied(),
        }
    }
}
