//! The part of a position that the evaluation reads; also a state between step and arrow.
//!
//! Cheaper to update than a [`Position`]: it has no hash key.

use amazons::{BoardSize, Color, Move, Position, Square, SquareSet};
use game::PerColor;

/// Amazons and empty squares of a board, and the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EvalBoard {
    amazons: PerColor<SquareSet>,
    empty: SquareSet,
    size: BoardSize,
    to_move: Color,
}

impl EvalBoard {
    /// The board after a step of the side to move, with the other side to move and no arrow shot.
    /// The step must be legal; this is not checked.
    #[must_use]
    #[inline]
    pub fn after_step(mut self, from: Square, to: Square) -> Self {
        debug_assert!(self.amazons[self.to_move].contains(from) && self.empty.contains(to));
        let step = SquareSet::single(from) | to;
        self.amazons[self.to_move] ^= step;
        self.empty ^= step;
        self.to_move = !self.to_move;
        self
    }

    /// The board after an arrow has burned an empty square.
    #[must_use]
    #[inline]
    pub fn after_arrow(mut self, arrow: Square) -> Self {
        debug_assert!(self.empty.contains(arrow));
        self.empty -= arrow;
        self
    }

    /// The board after a move, which must be legal.
    #[must_use]
    #[inline]
    pub fn after(self, mv: Move) -> Self {
        self.after_step(mv.from, mv.to).after_arrow(mv.arrow)
    }

    /// Squares of each side's amazons.
    #[must_use]
    #[inline]
    pub fn amazons(&self) -> PerColor<SquareSet> {
        self.amazons
    }

    /// Squares that are neither occupied nor burned.
    #[must_use]
    #[inline]
    pub fn empty_squares(&self) -> SquareSet {
        self.empty
    }

    /// Columns and rows of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }
}

impl From<&Position> for EvalBoard {
    #[inline]
    fn from(position: &Position) -> Self {
        Self {
            amazons: PerColor::new(
                position.amazons(Color::Black),
                position.amazons(Color::White),
            ),
            empty: position.empty_squares(),
            size: position.size(),
            to_move: position.to_move(),
        }
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    #[test]
    fn moves_update_a_board_like_a_position() {
        let mut position = Position::standard_start();
        while let Some(&mv) = position.moves().get(position.key() as usize % 97) {
            let board = EvalBoard::from(&position).after(mv);
            position.play(mv);
            assert_eq!(board, EvalBoard::from(&position));
        }
        assert!(position.burned().len() > 10, "the game is too short");
    }
}
