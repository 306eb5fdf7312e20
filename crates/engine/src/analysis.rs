//! What a search tells its listener.

use std::time::Duration;

use amazons::Move;

use crate::exact::Exact;

/// Something that happened in a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// What exact values say for certain, before anything is searched.
    Exact(Exact),
    /// What the opening book has to do with the move; comes first, if at all.
    Opening(Opening),
    /// A line that the search found, or found to be better or worse than before.
    Info(Info),
    /// The search is over; nothing comes after this.
    Answer(Answer),
}

/// What the opening book has to do with a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    /// The move is from the book: nothing is searched.
    InBook,
    /// The book had the engine's last move, and does not know this position well enough: from now on the engine thinks for itself.
    LeftBook,
}

/// One line of play and what the search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// How many moves deep the search has looked on all lines; 0 where there is no move.
    pub depth: u32,
    /// The place of this line among the best ones, from 1.
    pub rank: u32,
    /// What the line is worth to the player to move at its start, if that is known.
    pub score: Option<Score>,
    /// The positions looked at so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The moves, beginning with one for the player to move.
    pub line: Vec<Move>,
    /// How often the search looked into the line's first move, if it counts that.
    pub visits: Option<u64>,
}

/// What a position is worth to the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// An estimate: the logarithm of the odds of winning, in thousandths; 0 is an even game, 1,000 a
    /// chance of 73 %.
    Estimate(i32),
    /// A proved win, within so many moves of both players together.
    Win {
        /// 1 if the next move leaves the opponent without one.
        plies: u32,
    },
    /// A proved loss, within so many moves of both players together.
    Loss {
        /// 0 if there is no move already.
        plies: u32,
    },
}

impl Score {
    /// The chance that the player to move wins, from 0 to 1.
    #[must_use]
    pub fn chance(self) -> f64 {
        match self {
            Self::Estimate(thousandths) => 1.0 / (1.0 + (-f64::from(thousandths) / 1000.0).exp()),
            Self::Win { .. } => 1.0,
            Self::Loss { .. } => 0.0,
        }
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play; `None` if there is none to choose from.
    pub best_move: Option<Move>,
    /// The reply that the search expects, if it expects one: what to ponder on.
    pub expected_reply: Option<Move>,
}
