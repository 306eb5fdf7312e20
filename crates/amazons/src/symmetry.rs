//! Positions that are the same but for the way one looks at them: turned, mirrored, or with the
//! players exchanged.

use game::{Color, PerColor};

use crate::moves::Move;
use crate::position::Position;
use crate::square::{BoardSize, Square};
use crate::square_set::SquareSet;

/// One of the eight symmetries of a square: columns and rows exchanged or not, then either
/// reversed or not. On a board that is not square, half of them turn columns into rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    transposes: bool,
    mirrors_columns: bool,
    mirrors_rows: bool,
}

impl Symmetry {
    /// The one that changes nothing.
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

    /// The size of the image of a board.
    #[must_use]
    pub fn image_size(self, size: BoardSize) -> BoardSize {
        if self.transposes {
            size.transposed()
        } else {
            size
        }
    }

    /// The image of a square of a board of that size.
    #[must_use]
    pub fn image(self, size: BoardSize, square: Square) -> Square {
        debug_assert!(size.contains(square));
        let image_size = self.image_size(size);
        let (mut column, mut row) = (square.column(), square.row());
        if self.transposes {
            (column, row) = (row, column);
        }
        if self.mirrors_columns {
            column = image_size.columns() - 1 - column;
        }
        if self.mirrors_rows {
            row = image_size.rows() - 1 - row;
        }
        Square::new(column, row).unwrap_or(square)
    }

    /// The symmetry that leads back.
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

/// A way to look at positions of one board size: a [`Symmetry`], and whether the players are
/// exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct View {
    /// The size of the boards looked at.
    pub size: BoardSize,
    /// How they are turned and mirrored.
    pub symmetry: Symmetry,
    /// Whether Black's amazons are shown as White's and the other way round, the turn included.
    pub exchanges_players: bool,
}

impl View {
    /// How a position looks this way; it must be of the view's size.
    #[must_use]
    pub fn of(self, position: &Position) -> Position {
        debug_assert_eq!(position.size(), self.size);
        let seen_color = |color: Color| {
            if self.exchanges_players {
                !color
            } else {
                color
            }
        };
        let mut seen = Position::empty(
            self.symmetry.image_size(self.size),
            seen_color(position.to_move()),
        );
        seen.fill(
            PerColor::from_fn(|color| self.image_of(position.amazons(seen_color(color)))),
            self.image_of(position.burned()),
        );
        seen
    }

    /// How a move looks this way.
    #[must_use]
    pub fn of_move(self, mv: Move) -> Move {
        let image = |square| self.symmetry.image(self.size, square);
        Move {
            from: image(mv.from),
            to: image(mv.to),
            arrow: image(mv.arrow),
        }
    }

    /// The view that leads back.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self {
            size: self.symmetry.image_size(self.size),
            symmetry: self.symmetry.inverse(),
            ..self
        }
    }

    fn image_of(self, squares: SquareSet) -> SquareSet {
        squares
            .iter()
            .map(|square| self.symmetry.image(self.size, square))
            .collect()
    }
}

impl Position {
    /// The representative of all positions that are the same under the eight symmetries and the
    /// exchange of the players, and the view that leads to it. In a canonical position White is
    /// to move.
    #[must_use]
    pub fn canonical(&self) -> (Self, View) {
        let exchanges_players = self.to_move() == Color::Black;
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| View {
                size: self.size(),
                symmetry,
                exchanges_players,
            })
            .map(|view| (view.of(self), view))
            .min_by_key(|(seen, _)| seen.ordering_key())
            .expect("there are eight symmetries")
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, perft};
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::any_position;

    fn all_views(size: BoardSize) -> impl Iterator<Item = View> {
        Symmetry::ALL.into_iter().flat_map(move |symmetry| {
            [false, true].map(|exchanges_players| View {
                size,
                symmetry,
                exchanges_players,
            })
        })
    }

    #[test]
    fn the_start_looks_the_same_from_four_sides() {
        let start = Position::standard_start();
        let same = all_views(start.size())
            .filter(|view| view.of(&start) == start)
            .count();
        // Left-right and not at all; turning upside down needs the players exchanged, and then
        // the turn passes.
        assert_eq!(same, 2);
        assert_eq!(
            start.canonical().0,
            start.with_to_move(Color::Black).canonical().0
        );
    }

    proptest! {
        #[test]
        fn views_lead_back_and_keep_the_moves(position in any_position()) {
            for view in all_views(position.size()) {
                let seen = view.of(&position);
                prop_assert_eq!(view.inverse().of(&seen), position);
                prop_assert_eq!(perft(&seen, 1), perft(&position, 1));
                for mv in position.moves().into_iter().step_by(97) {
                    prop_assert_eq!(view.inverse().of_move(view.of_move(mv)), mv);
                    prop_assert_eq!(
                        seen.after(view.of_move(mv)).ok(),
                        position.after(mv).ok().map(|next| view.of(&next))
                    );
                }
            }
        }

        #[test]
        fn all_views_of_a_position_have_one_canonical_form(position in any_position()) {
            let (canonical, to_canonical) = position.canonical();
            prop_assert_eq!(to_canonical.of(&position), canonical);
            for view in all_views(position.size()) {
                prop_assert_eq!(view.of(&position).canonical().0, canonical);
            }
        }
    }
}
