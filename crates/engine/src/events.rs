//! Events that a search reports to its listener.

use amazons::Move;

use crate::SearchInfo;
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

/// Result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move to play; `None` if there is none to choose from.
    pub mv: Option<Move>,
    /// The expected reply, if any: the move to ponder on.
    pub ponder: Option<Move>,
}

/// Reports a line that is known without a search and returns its first move.
pub(crate) fn report_line(line: SearchInfo, listener: &mut impl FnMut(Event)) -> BestMove {
    let best_move = BestMove::from_pv(&line.pv);
    listener(Event::Info(line));
    best_move
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
