//! Scores of a subgame for either first player.

use amazons::Color;

use crate::shape::MAX_SQUARES;

/// Scores of a subgame when the players alternate: Black's moves minus White's. `None` if the first
/// player has no move. A player who runs out of moves later passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ScorePair {
    /// Score if Black moves first.
    pub black_first: Option<i8>,
    /// Score if White moves first.
    pub white_first: Option<i8>,
}

/// Maximum number of moves with one amazon.
const MAX_MOVES_ONE_SIDED: i8 = MAX_SQUARES as i8 - 1;

/// Maximum number of moves with one amazon of each color.
const MAX_MOVES_CONTESTED: i8 = MAX_SQUARES as i8 - 2;

/// Number of scores for the first player where both can move: from all moves to one move.
const SCORE_COUNT: i8 = 2 * MAX_MOVES_CONTESTED - 1;

/// Lowest score of the first player.
const MIN_SCORE: i8 = 2 - MAX_MOVES_CONTESTED;

impl ScorePair {
    /// Nobody has a move.
    pub const NO_MOVES: Self = Self {
        black_first: None,
        white_first: None,
    };

    /// Only `owner` can move, `moves` times.
    #[must_use]
    pub const fn one_sided(owner: Color, moves: i8) -> Self {
        match owner {
            _ if moves == 0 => Self::NO_MOVES,
            Color::Black => Self {
                black_first: Some(moves),
                white_first: None,
            },
            Color::White => Self {
                black_first: None,
                white_first: Some(-moves),
            },
        }
    }

    /// Number of codes with at least as many black amazons as white ones.
    pub const CODE_COUNT: usize = 1
        + MAX_MOVES_ONE_SIDED as usize
        + MAX_MOVES_CONTESTED as usize
        + (SCORE_COUNT as usize) * (SCORE_COUNT as usize);

    /// The pair with colors swapped.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            black_first: self.white_first.map(|value| -value),
            white_first: self.black_first.map(|value| -value),
        }
    }

    /// Scores with Black and with White to move where a player without a move passes.
    pub const fn with_passing(self) -> [i8; 2] {
        match (self.black_first, self.white_first) {
            (Some(black), Some(white)) => [black, white],
            (Some(only), None) | (None, Some(only)) => [only, only],
            (None, None) => [0, 0],
        }
    }

    /// The pair as a byte. The codes suffice:
    ///
    /// - A player who alone has a move makes all moves, at least one. (White can keep Black locked
    ///   in: what a move opens can be burned at once.)
    /// - If both have a move, there is an amazon of each color, so at most eight moves are made, at
    ///   least one of them by the first player.
    pub const fn code(self) -> u8 {
        let code = match (self.black_first, self.white_first) {
            (None, None) => 0,
            (Some(black), None) => black,
            (None, Some(white)) => MAX_MOVES_ONE_SIDED - white,
            (Some(black), Some(white)) => {
                let pair =
                    (black - MIN_SCORE) as i32 * SCORE_COUNT as i32 + (-white - MIN_SCORE) as i32;
                return (1 + MAX_MOVES_ONE_SIDED as i32 + MAX_MOVES_CONTESTED as i32 + pair) as u8;
            }
        };
        code as u8
    }

    /// The pair of a code.
    pub const fn from_code(code: u8) -> Option<Self> {
        const FIRST_CONTESTED_CODE: u8 = (1 + MAX_MOVES_ONE_SIDED + MAX_MOVES_CONTESTED) as u8;
        const LAST_BLACK_CODE: u8 = MAX_MOVES_ONE_SIDED as u8;
        let (black_first, white_first) = match code {
            0 => (None, None),
            1..=LAST_BLACK_CODE => (Some(code as i8), None),
            _ if code < FIRST_CONTESTED_CODE => (None, Some(MAX_MOVES_ONE_SIDED - code as i8)),
            _ if (code as usize) < Self::CODE_COUNT => {
                let pair = code - FIRST_CONTESTED_CODE;
                let black = (pair / SCORE_COUNT as u8) as i8 + MIN_SCORE;
                let white = -((pair % SCORE_COUNT as u8) as i8 + MIN_SCORE);
                (Some(black), Some(white))
            }
            _ => return None,
        };
        Some(Self {
            black_first,
            white_first,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        assert_eq!(ScorePair::CODE_COUNT, 243);
        for code in 0..=255 {
            let pair = ScorePair::from_code(code);
            assert_eq!(pair.is_some(), usize::from(code) < ScorePair::CODE_COUNT);
            if let Some(pair) = pair {
                assert_eq!(pair.code(), code);
                assert_eq!(pair.negated().negated(), pair);
            }
        }
        for (black_first, white_first) in [
            (Some(8), Some(-8)),
            (Some(-6), Some(6)),
            (Some(9), None),
            (None, Some(-8)),
        ] {
            let extreme = ScorePair {
                black_first,
                white_first,
            };
            assert_eq!(ScorePair::from_code(extreme.code()), Some(extreme));
        }
    }
}
