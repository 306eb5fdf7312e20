//! Position and turn number of a game.

use amazons::{BoardSize, Color, Position};

use super::error::BotzoneError;
use super::turn::{BOARD_SIZE, Turn, TurnError};

/// Maximum number of requests: a move per empty square of the start position, and one without a
/// move.
pub(super) const MAX_TURNS: usize = BOARD_SIZE as usize * BOARD_SIZE as usize - 8 + 1;

/// A position and the number of turns before it.
#[derive(Clone, Debug)]
pub(super) struct BotzoneGame {
    position: Position,
    turns: usize,
}

impl BotzoneGame {
    /// The start position, with Black to move.
    pub(super) fn new() -> Self {
        let start = BoardSize::new(BOARD_SIZE, BOARD_SIZE).and_then(Position::start);
        Self {
            position: start
                .expect("an 8x8 board has a start position")
                .with_to_move(Color::Black),
            turns: 0,
        }
    }

    /// The position after all turns of a game.
    pub(super) fn after(turns: &[Turn]) -> Result<Self, BotzoneError> {
        let mut game = Self::new();
        turns.iter().try_for_each(|&turn| game.play(turn))?;
        Ok(game)
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a turn. A turn without a move is legal as the first one, and for a player who cannot
    /// move.
    pub(super) fn play(&mut self, turn: Turn) -> Result<(), BotzoneError> {
        let number = self.turns + 1;
        let after = self
            .position_after(turn)
            .map_err(|reason| BotzoneError::Turn {
                number,
                turn,
                reason,
            })?;
        self.position = after;
        self.turns = number;
        Ok(())
    }

    fn position_after(&self, turn: Turn) -> Result<Position, TurnError> {
        if turn == Turn::NO_MOVE {
            let is_legal = self.turns == 0 || !self.position.has_legal_move();
            return if is_legal {
                Ok(self.position)
            } else {
                Err(TurnError::NoMove)
            };
        }
        let mv = turn.to_move()?;
        let illegal = |reason| TurnError::Illegal { mv, reason };
        self.position.after(mv).map_err(illegal)
    }
}

#[cfg(test)]
mod tests {
    use amazons::notation::fen;

    use super::*;

    #[test]
    fn black_is_at_the_top_and_moves_first() {
        assert_eq!(
            fen::write(BotzoneGame::new().position()),
            "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 b - - 0 1"
        );
    }

    #[test]
    fn only_the_first_turn_may_have_no_move() {
        let opening = Turn::from_numbers([2, 0, 2, 5, 7, 0]);
        let game = BotzoneGame::after(&[Turn::NO_MOVE, opening]).unwrap();
        assert_eq!(
            game.position(),
            BotzoneGame::after(&[opening]).unwrap().position()
        );
        let error = BotzoneGame::after(&[Turn::NO_MOVE, opening, Turn::NO_MOVE]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "turn 3, -1 -1 -1 -1 -1 -1, cannot be played: only the first request may have no move"
        );
    }

    #[test]
    fn illegal_turns_are_rejected_with_their_number() {
        let error = BotzoneGame::after(&[Turn::from_numbers([2, 7, 2, 5, 7, 0])]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "turn 1, 2 7 2 5 7 0, cannot be played: illegal move c1-c3/h8: \
            the amazon on c1 belongs to white, who is not to move"
        );
    }
}
