//! Events that a search reports to its listener.

use std::time::Duration;

use amazons::Move;
use search::Score;

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
