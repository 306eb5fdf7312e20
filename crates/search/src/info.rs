//! What a search reports: lines with scores while it runs, and its result.

use std::ops::Neg;
use std::time::Duration;

use crate::Value;

/// Score of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Estimate in millilogits: 1/1000 of the natural logarithm of the odds of winning.
    Estimate(i32),
    /// Proven win.
    Win {
        /// Maximum number of plies until the game ends or its outcome is known; 1 if the next
        /// move wins.
        plies: u32,
    },
    /// Proven loss.
    Loss {
        /// Maximum number of plies until the game ends or its outcome is known; 0 if it is over.
        plies: u32,
    },
    /// Proven draw.
    Draw,
}

impl Score {
    /// Score of a value. [`Value::DRAW`] is a draw if `is_proven`, otherwise an estimate of 0.
    #[must_use]
    pub fn from_value(value: Value, is_proven: bool) -> Self {
        if is_proven && value == Value::DRAW {
            Self::Draw
        } else {
            value.into()
        }
    }

    /// Probability that the player to move wins, from 0 to 1; a draw counts ½.
    #[must_use]
    pub fn win_probability(self) -> f64 {
        match self {
            Self::Estimate(millilogits) => 1.0 / (1.0 + (-f64::from(millilogits) / 1000.0).exp()),
            Self::Win { .. } => 1.0,
            Self::Loss { .. } => 0.0,
            Self::Draw => 0.5,
        }
    }
}

/// The score for the other player.
impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Estimate(millilogits) => Self::Estimate(-millilogits),
            Self::Win { plies } => Self::Loss { plies },
            Self::Loss { plies } => Self::Win { plies },
            Self::Draw => Self::Draw,
        }
    }
}

/// A value other than a proven win or loss becomes an estimate; for proven draws, see
/// [`Score::from_value`].
impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value.plies_to_end() {
            Some(plies) if value.is_win() => Self::Win { plies },
            Some(plies) => Self::Loss { plies },
            None => Self::Estimate(value.millilogits()),
        }
    }
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        match score {
            Score::Estimate(millilogits) => Self::from_millilogits(millilogits),
            Score::Win { plies } => Self::win(plies),
            Score::Loss { plies } => Self::loss(plies),
            Score::Draw => Self::DRAW,
        }
    }
}

/// One line of play with its score and statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo<M> {
    /// Depth reached, in plies; 0 if there is no legal move.
    pub depth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// Score for the player to move at the root; `None` if the searcher does not evaluate.
    pub score: Option<Score>,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// Principal variation: the moves of the line, from the root.
    pub pv: Vec<M>,
    /// MCTS visits of the first move, including those of a reused tree; `None` for other searchers.
    pub visits: Option<u64>,
}

impl<M> SearchInfo<M> {
    /// A line of one move, found without a search.
    #[must_use]
    pub fn single_move(mv: M, score: Option<Score>, time: Duration) -> Self {
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The best lines, best first: at most as many as requested, one per root move. Empty if there
    /// is no move.
    pub lines: Vec<SearchInfo<M>>,
    /// Depth reached, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play; `None` if there is no move.
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.lines.first()?.pv.first().copied()
    }

    /// The expected reply, if the best line has one.
    #[must_use]
    pub fn ponder_move(&self) -> Option<M> {
        self.lines.first()?.pv.get(1).copied()
    }

    /// Score of the best line; `None` if there is no move or the searcher does not evaluate.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first()?.score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_round_trip_through_scores() {
        for value in [Value::win(3), Value::loss(0), Value::from_millilogits(-7)] {
            assert_eq!(Value::from(Score::from(value)), value);
            assert_eq!(Score::from_value(value, true), Score::from(value));
        }
        assert_eq!(Score::from_value(Value::DRAW, true), Score::Draw);
        assert_eq!(Score::from(Value::DRAW), Score::Estimate(0));
        assert_eq!(Score::Estimate(0).win_probability(), 0.5);
    }
}
