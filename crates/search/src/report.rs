//! What a search tells: lines of play while it runs, and its answer at the end.

use std::time::Duration;

use crate::Value;

/// What a position is worth to the player to move, and how sure that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// An estimate: the logarithm of the odds of winning, in thousandths.
    Estimate(i32),
    /// A proved win: within so many plies the game is over or its outcome known.
    Win {
        /// 1 if the next move decides.
        plies: u32,
    },
    /// A proved loss: whatever is played, the opponent can end the game, or reach a known outcome,
    /// within so many plies.
    Loss {
        /// 0 if the game is over.
        plies: u32,
    },
    /// A proved draw.
    Draw,
}

impl Score {
    /// The score that a value stands for; `proved` if the search left nothing out, so that an even
    /// value is a draw.
    #[must_use]
    pub fn of(value: Value, proved: bool) -> Self {
        match value.plies() {
            Some(plies) if value.is_win() => Self::Win { plies },
            Some(plies) => Self::Loss { plies },
            None if proved && value == Value::DRAW => Self::Draw,
            None => Self::Estimate(value.thousandths()),
        }
    }
}

/// A line of play and what the search thinks of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// What the line is worth to the player to move at its start.
    pub score: Score,
    /// The moves; never empty.
    pub moves: Vec<M>,
    /// How often its first move was looked into, over all searches that this one goes on from; `None` if
    /// the search does not count that.
    pub visits: Option<u64>,
}

/// What a running search tells its listener.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// How many plies deep the search has looked.
    pub depth: u32,
    /// The place of this line among the best ones, from 1.
    pub rank: usize,
    /// The line.
    pub line: Line<M>,
    /// The positions looked at so far.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The best lines, the best one first; as many as were asked for and there are moves. Empty only
    /// where there is no move to choose.
    pub lines: Vec<Line<M>>,
    /// How many plies deep the search has looked.
    pub depth: u32,
    /// The positions looked at.
    pub nodes: u64,
}

impl<M: Copy> Answer<M> {
    /// The move to play; `None` if there is none to choose.
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.first().copied())
    }

    /// The reply that the search expects, if it expects one.
    #[must_use]
    pub fn expected_reply(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.get(1).copied())
    }

    /// What the position is worth, if there is a move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first().map(|line| line.score)
    }
}
