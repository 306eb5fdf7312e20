//! A turn as six numbers, and its move.

use std::fmt;

use amazons::{BoardSize, IllegalMoveError, Move, Square};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Number of columns and rows.
pub(super) const BOARD_SIZE: u8 = 8;

/// A turn as the server writes it: six numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Turn {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
    x2: i64,
    y2: i64,
}

/// Why a turn is illegal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnError {
    /// A square is off the board.
    #[error("there is no square {0},{1}: both numbers must be from 0 to 7")]
    NoSquare(i64, i64),
    /// The move is illegal.
    #[error("illegal move {mv}: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: IllegalMoveError,
    },
    /// The turn has no move.
    #[error("only the first request may have no move")]
    NoMove,
}

impl Turn {
    /// The turn without a move.
    pub(super) const NO_MOVE: Self = Self::from_numbers([-1; 6]);

    pub(super) const fn from_numbers([x0, y0, x1, y1, x2, y2]: [i64; 6]) -> Self {
        Self {
            x0,
            y0,
            x1,
            y1,
            x2,
            y2,
        }
    }

    /// The turn of a move.
    pub(super) fn of(mv: Move) -> Self {
        let numbers = |square: Square| {
            let y = i64::from(BOARD_SIZE) - 1 - i64::from(square.row());
            (i64::from(square.column()), y)
        };
        let [(x0, y0), (x1, y1), (x2, y2)] = [mv.from, mv.to, mv.arrow].map(numbers);
        Self::from_numbers([x0, y0, x1, y1, x2, y2])
    }

    /// The move of a turn.
    pub(super) fn to_move(self) -> Result<Move, TurnError> {
        Ok(Move {
            from: square(self.x0, self.y0)?,
            to: square(self.x1, self.y1)?,
            arrow: square(self.x2, self.y2)?,
        })
    }
}

fn square(x: i64, y: i64) -> Result<Square, TurnError> {
    let board = BoardSize::new(BOARD_SIZE, BOARD_SIZE);
    let column = u8::try_from(x).ok();
    let row = u8::try_from(y)
        .ok()
        .and_then(|y| (BOARD_SIZE - 1).checked_sub(y));
    board
        .zip(column.zip(row))
        .and_then(|(board, (column, row))| board.square(column, row))
        .ok_or(TurnError::NoSquare(x, y))
}

/// `x0 y0 x1 y1 x2 y2`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            x0,
            y0,
            x1,
            y1,
            x2,
            y2,
        } = self;
        write!(f, "{x0} {y0} {x1} {y1} {x2} {y2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_at_the_top_left() {
        let turn = Turn::from_numbers([2, 0, 2, 5, 7, 0]);
        let mv = turn.to_move().unwrap();
        assert_eq!(mv.to_string(), "c8-c3/h8");
        assert_eq!(Turn::of(mv), turn);
        assert_eq!(turn.to_string(), "2 0 2 5 7 0");
    }

    #[test]
    fn squares_off_the_board_are_rejected() {
        for (x, y) in [
            (8, 0),
            (0, 8),
            (-1, 0),
            (0, -1),
            (300, 0),
            (0, i64::MIN),
            (i64::MAX, 0),
        ] {
            let turn = Turn::from_numbers([0, 0, 0, 0, x, y]);
            assert_eq!(turn.to_move(), Err(TurnError::NoSquare(x, y)));
        }
    }
}
