//! What of a position its value depends on.
//!
//! A search in stages wants to value an amazon's step before it has chosen an arrow, which is no
//! position of the game. A [`Layout`] can be in such a state, and is cheaper to change than a
//! [`Position`], since it carries no key.

use amazons::{BoardSize, Color, Move, Position, Square, SquareSet};
use game::PerColor;

/// Amazons and empty squares on a board, with a side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    amazons: PerColor<SquareSet>,
    empty: SquareSet,
    size: BoardSize,
    to_move: Color,
}

impl Layout {
    /// The layout of a position.
    #[must_use]
    #[inline]
    pub fn of(position: &Position) -> Self {
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

    /// After the mover's amazon has gone from one square to another, with the other side to move and no
    /// arrow shot. Whether the step is legal is not checked; it must be.
    #[must_use]
    #[inline]
    pub fn after_step(mut self, from: Square, to: Square) -> Self {
        debug_assert!(self.amazons[self.to_move].contains(from) && self.empty.contains(to));
        let step = SquareSet::of(from) | to;
        self.amazons[self.to_move] ^= step;
        self.empty ^= step;
        self.to_move = !self.to_move;
        self
    }

    /// After an arrow has burned an empty square.
    #[must_use]
    #[inline]
    pub fn after_arrow(mut self, arrow: Square) -> Self {
        debug_assert!(self.empty.contains(arrow));
        self.empty -= arrow;
        self
    }

    /// After a whole move, which must be legal.
    #[must_use]
    #[inline]
    pub fn after(self, mv: Move) -> Self {
        self.after_step(mv.from, mv.to).after_arrow(mv.arrow)
    }

    /// The squares of both players' amazons.
    #[must_use]
    #[inline]
    pub fn amazons(&self) -> PerColor<SquareSet> {
        self.amazons
    }

    /// The squares with nothing on them.
    #[must_use]
    #[inline]
    pub fn empty_squares(&self) -> SquareSet {
        self.empty
    }

    /// The columns and rows of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The player whose turn it is.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Color {
        self.to_move
    }
}

impl From<&Position> for Layout {
    #[inline]
    fn from(position: &Position) -> Self {
        Self::of(position)
    }
}

#[cfg(test)]
mod tests {
    use amazons::Game;

    use super::*;

    #[test]
    fn a_move_changes_a_layout_as_it_changes_a_position() {
        let mut position = Position::standard_start();
        while let Some(&mv) = position.moves().get(position.key() as usize % 97) {
            let layout = Layout::of(&position).after(mv);
            position.play(mv);
            assert_eq!(layout, Layout::of(&position));
        }
        assert!(
            position.burned().len() > 10,
            "the game was too short to test anything"
        );
    }
}
