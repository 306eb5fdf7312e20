//! What a subgame is worth, whoever begins.

use amazons::Color;

use crate::shape::MOST_SQUARES;

/// The values of a subgame in which the players take turns: Black's moves minus White's. A player who has no move
/// at the start has no value; one who has none later waits until the other has made one, or has none either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pair {
    /// If Black begins.
    pub black_first: Option<i8>,
    /// If White begins.
    pub white_first: Option<i8>,
}

/// The most moves that can be made where one amazon stands.
const ALONE: i8 = MOST_SQUARES as i8 - 1;

/// The same where there is one of each colour.
const TOGETHER: i8 = MOST_SQUARES as i8 - 2;

/// How many values the beginner can get where both have a move: at best all moves are the beginner's, at worst all
/// but the first are the opponent's.
const RANGE: i8 = 2 * TOGETHER - 1;

/// The worst value for a beginner.
const WORST: i8 = 2 - TOGETHER;

impl Pair {
    /// Nobody has a move.
    pub const NONE: Self = Self {
        black_first: None,
        white_first: None,
    };

    /// What a player can do alone, in so many moves.
    #[must_use]
    pub const fn alone(owner: Color, moves: i8) -> Self {
        match owner {
            _ if moves == 0 => Self::NONE,
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

    /// How many pairs there can be where Black has at least as many amazons as White.
    pub const CODES: usize =
        1 + ALONE as usize + TOGETHER as usize + (RANGE as usize) * (RANGE as usize);

    /// The same with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            black_first: self.white_first.map(|value| -value),
            white_first: self.black_first.map(|value| -value),
        }
    }

    /// What the rest of a game is worth if this is what is left of it, by who moves next, Black or White: a player
    /// without a move waits.
    pub const fn resolved(self) -> [i8; 2] {
        match (self.black_first, self.white_first) {
            (Some(black), Some(white)) => [black, white],
            (Some(only), None) | (None, Some(only)) => [only, only],
            (None, None) => [0, 0],
        }
    }

    /// The pair as a byte. There are enough of them:
    ///
    /// - a player who alone has a move makes all of them, at least one. (White can keep Black locked in: what a move
    ///   leaves behind its arrow can burn at once);
    /// - if both have a move, one of each colour stands on the squares, so at most eight moves are made, at least
    ///   one of them by the beginner.
    pub const fn code(self) -> u8 {
        let code = match (self.black_first, self.white_first) {
            (None, None) => 0,
            (Some(black), None) => black,
            (None, Some(white)) => ALONE - white,
            (Some(black), Some(white)) => {
                let pair = (black - WORST) as i32 * RANGE as i32 + (-white - WORST) as i32;
                return (1 + ALONE as i32 + TOGETHER as i32 + pair) as u8;
            }
        };
        code as u8
    }

    /// The pair of a byte, if it is one.
    pub const fn from_code(code: u8) -> Option<Self> {
        const FIRST_OF_BOTH: u8 = (1 + ALONE + TOGETHER) as u8;
        const LAST_OF_BLACK: u8 = ALONE as u8;
        let (black_first, white_first) = match code {
            0 => (None, None),
            1..=LAST_OF_BLACK => (Some(code as i8), None),
            _ if code < FIRST_OF_BOTH => (None, Some(ALONE - code as i8)),
            _ if (code as usize) < Self::CODES => {
                let pair = code - FIRST_OF_BOTH;
                let black = (pair / RANGE as u8) as i8 + WORST;
                let white = -((pair % RANGE as u8) as i8 + WORST);
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
    fn every_byte_is_one_pair_or_none() {
        assert_eq!(Pair::CODES, 243);
        for code in 0..=255 {
            let pair = Pair::from_code(code);
            assert_eq!(pair.is_some(), usize::from(code) < Pair::CODES);
            if let Some(pair) = pair {
                assert_eq!(pair.code(), code);
                assert_eq!(pair.swapped().swapped(), pair);
            }
        }
        let extreme = |black, white| Pair {
            black_first: black,
            white_first: white,
        };
        for pair in [
            extreme(Some(8), Some(-8)),
            extreme(Some(-6), Some(6)),
            extreme(Some(9), None),
            extreme(None, Some(-8)),
        ] {
            assert_eq!(Pair::from_code(pair.code()), Some(pair));
        }
    }
}
