//! Symmetries of the board and of the colors, and canonical positions.

use game::{Color, PerColor};

use crate::moves::Move;
use crate::position::Position;
use crate::square::{BoardSize, Square};
use crate::square_set::SquareSet;

/// One of the eight symmetries of a square: an optional transposition, then optional mirrorings of
/// columns and rows. Transposing swaps the columns and rows of a board that is not square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transposes: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = {
        let mut all = [Self::from_bits(0); 8];
        let mut bits = 1;
        while bits < 8 {
            all[bits as usize] = Self::from_bits(bits);
            bits += 1;
        }
        all
    };

    const fn from_bits(bits: u8) -> Self {
        Self {
            transposes: bits & 4 != 0,
            mirrors_columns: bits & 2 != 0,
            mirrors_rows: bits & 1 != 0,
        }
    }

    /// The board size after the symmetry.
    fn apply_to_size(self, size: BoardSize) -> BoardSize {
        if self.transposes {
            size.transposed()
        } else {
            size
        }
    }

    /// Maps a square of a board of this size.
    fn apply(self, size: BoardSize, square: Square) -> Square {
        debug_assert!(size.contains(square));
        let size = self.apply_to_size(size);
        let (mut column, mut row) = (square.column(), square.row());
        if self.transposes {
            (column, row) = (row, column);
        }
        if self.mirrors_columns {
            column = size.columns() - 1 - column;
        }
        if self.mirrors_rows {
            row = size.rows() - 1 - row;
        }
        Square::new(column, row).unwrap_or(square)
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Self {
        if self.transposes {
            Self {
                mirrors_columns: self.mirrors_rows,
                mirrors_rows: self.mirrors_columns,
                ..self
            }
        } else {
            self
        }
    }
}

/// A [`Symmetry`] of boards of one size, optionally with colors swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transform {
    /// The board size before the transform.
    pub size: BoardSize,
    /// The board symmetry.
    pub symmetry: Symmetry,
    /// Whether colors are swapped, including the side to move.
    pub swaps_colors: bool,
}

impl Transform {
    /// All transforms of a board size: each symmetry, without and with swapped colors.
    pub fn all(size: BoardSize) -> impl Iterator<Item = Self> {
        Symmetry::ALL.into_iter().flat_map(move |symmetry| {
            [false, true].map(|swaps_colors| Self {
                size,
                symmetry,
                swaps_colors,
            })
        })
    }

    /// Transforms a position, whose size must be that of the transform.
    #[must_use]
    pub fn apply(self, position: &Position) -> Position {
        debug_assert_eq!(position.size(), self.size);
        let map_color = |color: Color| {
            if self.swaps_colors { !color } else { color }
        };
        let mut transformed = Position::empty(
            self.symmetry.apply_to_size(self.size),
            map_color(position.to_move()),
        );
        transformed.set_all(
            PerColor::from_fn(|color| self.apply_to_set(position.amazons(map_color(color)))),
            self.apply_to_set(position.burned()),
        );
        transformed
    }

    /// Transforms a move.
    #[must_use]
    pub fn apply_to_move(self, mv: Move) -> Move {
        let map = |square| self.symmetry.apply(self.size, square);
        Move {
            from: map(mv.from),
            to: map(mv.to),
            arrow: map(mv.arrow),
        }
    }

    /// The inverse transform.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self {
            size: self.symmetry.apply_to_size(self.size),
            symmetry: self.symmetry.inverse(),
            ..self
        }
    }

    fn apply_to_set(self, squares: SquareSet) -> SquareSet {
        squares
            .iter()
            .map(|square| self.symmetry.apply(self.size, square))
            .collect()
    }
}

impl Position {
    /// The representative of all positions that are equal up to a [`Transform`], and the transform
    /// that leads to it. In a canonical position White is to move.
    #[must_use]
    pub fn canonical(&self) -> (Self, Transform) {
        let swaps_colors = self.to_move() == Color::Black;
        Transform::all(self.size())
            .filter(|transform| transform.swaps_colors == swaps_colors)
            .map(|transform| (transform.apply(self), transform))
            .min_by_key(|(transformed, _)| transformed.ordering_key())
            .expect("there are eight symmetries")
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, perft};
    use proptest::prelude::*;

    use super::*;
    use crate::test_strategies::any_position;

    #[test]
    fn the_start_has_one_mirror_symmetry() {
        let start = Position::standard_start();
        let same = Transform::all(start.size())
            .filter(|transform| transform.apply(&start) == start)
            .count();
        // The identity and mirrored columns; mirrored rows need swapped colors, which changes the
        // side to move.
        assert_eq!(same, 2);
        assert_eq!(
            start.canonical().0,
            start.with_to_move(Color::Black).canonical().0
        );
    }

    proptest! {
        #[test]
        fn transforms_are_invertible_and_keep_the_moves(position in any_position()) {
            for transform in Transform::all(position.size()) {
                let transformed = transform.apply(&position);
                prop_assert_eq!(transform.inverse().apply(&transformed), position);
                prop_assert_eq!(perft(&transformed, 1), perft(&position, 1));
                for mv in position.moves().into_iter().step_by(97) {
                    let transformed_mv = transform.apply_to_move(mv);
                    prop_assert_eq!(transform.inverse().apply_to_move(transformed_mv), mv);
                    prop_assert_eq!(
                        transformed.after(transformed_mv).ok(),
                        position.after(mv).ok().map(|next| transform.apply(&next))
                    );
                }
            }
        }

        #[test]
        fn all_transforms_of_a_position_have_one_canonical_position(position in any_position()) {
            let (canonical, to_canonical) = position.canonical();
            prop_assert_eq!(to_canonical.apply(&position), canonical);
            for transform in Transform::all(position.size()) {
                prop_assert_eq!(transform.apply(&position).canonical().0, canonical);
            }
        }
    }
}
