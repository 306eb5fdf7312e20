//! The game so far.

use amazons::{BoardSize, Color, Position};

use super::error::Error;
use super::turn::{NotAMove, SIDE, Turn};

/// Every move burns one of the squares that are empty at the start, and one request is none.
pub(super) const MOST_TURNS: usize = SIDE as usize * SIDE as usize - 8 + 1;

/// The position and the number of turns that led to it.
#[derive(Clone, Debug)]
pub(super) struct Table {
    position: Position,
    turns: usize,
}

impl Table {
    /// The start: Black at the top and to move.
    pub(super) fn new() -> Self {
        let start = BoardSize::new(SIDE, SIDE).and_then(Position::start);
        Self {
            position: start
                .expect("an 8x8 board has a start")
                .with_to_move(Color::Black),
            turns: 0,
        }
    }

    /// The position after all turns of a game.
    pub(super) fn after(turns: &[Turn]) -> Result<Self, Error> {
        let mut table = Self::new();
        turns.iter().try_for_each(|&turn| table.take(turn))?;
        Ok(table)
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a turn. No move is a turn too: at the very start, and for a player who has none.
    pub(super) fn take(&mut self, turn: Turn) -> Result<(), Error> {
        let number = self.turns + 1;
        let after = self.played(turn).map_err(|reason| Error::Turn {
            number,
            turn,
            reason,
        })?;
        self.position = after;
        self.turns = number;
        Ok(())
    }

    fn played(&self, turn: Turn) -> Result<Position, NotAMove> {
        if turn == Turn::NONE {
            let may_be_none = self.turns == 0 || !self.position.has_move();
            return if may_be_none {
                Ok(self.position)
            } else {
                Err(NotAMove::None)
            };
        }
        let mv = turn.to_move()?;
        let illegal = |reason| NotAMove::Illegal { mv, reason };
        self.position.after(mv).map_err(illegal)
    }
}

#[cfg(test)]
mod tests {
    use amazons::notation::fen;

    use super::*;

    #[test]
    fn black_sits_at_the_top_and_begins() {
        assert_eq!(
            fen::write(Table::new().position()),
            "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b - - 0 1"
        );
    }

    #[test]
    fn only_the_first_request_may_be_no_move() {
        let opening = Turn::from_numbers([2, 0, 2, 5, 7, 0]);
        let table = Table::after(&[Turn::NONE, opening]).unwrap();
        assert_eq!(
            table.position(),
            Table::after(&[opening]).unwrap().position()
        );
        let error = Table::after(&[Turn::NONE, opening, Turn::NONE]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "turn 3, -1 -1 -1 -1 -1 -1, cannot be played: only the first request may be no move"
        );
    }

    #[test]
    fn turns_against_the_rules_are_refused_by_number() {
        let error = Table::after(&[Turn::from_numbers([2, 7, 2, 5, 7, 0])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "turn 1, 2 7 2 5 7 0, cannot be played: c1-c3/h8 is not legal: \
            the amazon on c1 is white's, and it is not white's turn"
        );
    }
}
