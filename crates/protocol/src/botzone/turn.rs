//! A turn as six numbers, and the game that turns make.

use std::fmt;

use amazons::notation::NotationError;
use amazons::{BoardSize, Color, Move, Position, Square};
use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

/// Number of columns and rows.
const BOARD_SIZE: u8 = 8;

/// Maximum number of requests: a move per empty square of the start position, and one without a
/// move.
pub(super) const MAX_TURNS: usize = BOARD_SIZE as usize * BOARD_SIZE as usize - 8 + 1;

/// A turn as the server writes it: six numbers, all −1 for no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Turn {
    x0: i64,
    y0: i64,
    x1: i64,
    y1: i64,
    x2: i64,
    y2: i64,
}

impl From<[i64; 6]> for Turn {
    fn from([x0, y0, x1, y1, x2, y2]: [i64; 6]) -> Self {
        Self {
            x0,
            y0,
            x1,
            y1,
            x2,
            y2,
        }
    }
}

impl From<Option<Move>> for Turn {
    fn from(mv: Option<Move>) -> Self {
        let Some(mv) = mv else {
            return [-1; 6].into();
        };
        let numbers = |square: Square| {
            let y = i64::from(BOARD_SIZE) - 1 - i64::from(square.row());
            [i64::from(square.column()), y]
        };
        let [[x0, y0], [x1, y1], [x2, y2]] = [mv.from, mv.to, mv.arrow].map(numbers);
        [x0, y0, x1, y1, x2, y2].into()
    }
}

impl Turn {
    fn to_move(self) -> anyhow::Result<Move> {
        Ok(Move {
            from: square(self.x0, self.y0)?,
            to: square(self.x1, self.y1)?,
            arrow: square(self.x2, self.y2)?,
        })
    }
}

fn square(x: i64, y: i64) -> anyhow::Result<Square> {
    let row = (i64::from(BOARD_SIZE) - 1).checked_sub(y);
    let row = row.and_then(|row| u8::try_from(row).ok());
    let column = u8::try_from(x).ok();
    BoardSize::new(BOARD_SIZE, BOARD_SIZE)
        .zip(column.zip(row))
        .and_then(|(board, (column, row))| board.square(column, row))
        .with_context(|| format!("there is no square {x},{y}: both numbers must be from 0 to 7"))
}

/// `x0 y0 x1 y1 x2 y2`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = [self.x0, self.y0, self.x1, self.y1, self.x2, self.y2];
        f.write_str(&numbers.map(|number| number.to_string()).join(" "))
    }
}

/// A position and the number of turns before it.
pub(super) struct BotzoneGame {
    position: Position,
    turns: usize,
}

impl BotzoneGame {
    /// The start position, with Black to move.
    pub(super) fn new() -> Self {
        let start = BoardSize::new(BOARD_SIZE, BOARD_SIZE).and_then(Position::start);
        let start = start.expect("an 8x8 board has a start position");
        Self {
            position: start.with_to_move(Color::Black),
            turns: 0,
        }
    }

    /// The position after all turns of a game.
    pub(super) fn after(turns: &[Turn]) -> anyhow::Result<Self> {
        let mut game = Self::new();
        turns.iter().try_for_each(|&turn| game.play(turn))?;
        Ok(game)
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a turn. A turn without a move is legal as the first one, and for a player who cannot
    /// move.
    pub(super) fn play(&mut self, turn: Turn) -> anyhow::Result<()> {
        self.turns += 1;
        self.position = self
            .position_after(turn)
            .with_context(|| format!("turn {}, {turn}, cannot be played", self.turns))?;
        Ok(())
    }

    fn position_after(&self, turn: Turn) -> anyhow::Result<Position> {
        if turn == None.into() {
            if self.turns > 1 && self.position.has_legal_move() {
                bail!("only the first request may have no move");
            }
            return Ok(self.position);
        }
        let mv = turn.to_move()?;
        let illegal = |reason| NotationError::Illegal { mv, reason };
        Ok(self.position.after(mv).map_err(illegal)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_origin_is_at_the_top_left() {
        let turn = Turn::from([2, 0, 2, 5, 7, 0]);
        let mv = turn.to_move().unwrap();
        assert_eq!(mv.to_string(), "c8-c3/h8");
        assert_eq!(Turn::from(Some(mv)), turn);
        assert_eq!(turn.to_string(), "2 0 2 5 7 0");
    }

    #[test]
    fn squares_off_the_board_are_rejected() {
        for [x, y] in [
            [8, 0],
            [0, 8],
            [-1, 0],
            [0, -1],
            [300, 0],
            [0, i64::MIN],
            [i64::MAX, 0],
        ] {
            let error = Turn::from([0, 0, 0, 0, x, y]).to_move().unwrap_err();
            let expected = format!("there is no square {x},{y}: ");
            assert!(error.to_string().starts_with(&expected), "{error}");
        }
    }

    #[test]
    fn first_turn_may_have_no_move() {
        let opening = Turn::from([2, 0, 2, 5, 7, 0]);
        let game = BotzoneGame::after(&[None.into(), opening]).unwrap();
        let without = BotzoneGame::after(&[opening]).unwrap();
        assert_eq!(game.position(), without.position());
    }
}
