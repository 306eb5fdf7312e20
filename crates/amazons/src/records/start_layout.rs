//! Infers the start layout of a record without set-up.
//!
//! The eight squares of the standard start are agreed on, but not which color is at the bottom. A
//! record names the color of each move, so its moves show which layout is meant.

use game::Color;

use super::error::RecordErrorKind;
use crate::moves::Move;
use crate::notation::NotationError;
use crate::position::Position;
use crate::square::BoardSize;
use crate::symmetry::{Symmetry, Transform};

/// The two color layouts of the standard start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StartLayout {
    /// Black on d1 g1 a4 j4: SGF and GGF.
    BlackAtBottom,
    /// White on d1 g1 a4 j4: FEN and Little Golem.
    WhiteAtBottom,
}

impl StartLayout {
    /// The start position of a board size.
    pub fn start(self, size: BoardSize, to_move: Color) -> Result<Position, RecordErrorKind> {
        let start = Position::start(size).ok_or(NotationError::NoStandardStart(size))?;
        let transform = Transform {
            size,
            symmetry: Symmetry::IDENTITY,
            swaps_colors: self == Self::BlackAtBottom,
        };
        Ok(transform.apply(&start).with_to_move(to_move))
    }

    fn other(self) -> Self {
        match self {
            Self::BlackAtBottom => Self::WhiteAtBottom,
            Self::WhiteAtBottom => Self::BlackAtBottom,
        }
    }

    /// The start of a game without set-up: this layout, or the other one if more moves of the main
    /// line are legal in that.
    ///
    /// `to_move` defaults to the player of the first move, and to Black if there is none.
    pub fn infer_start(
        self,
        size: BoardSize,
        to_move: Option<Color>,
        main_line: impl Iterator<Item = (Color, Move)>,
    ) -> Result<Position, RecordErrorKind> {
        // No game has more moves than squares.
        let max_moves = usize::from(size.columns()) * usize::from(size.rows());
        let main_line: Vec<_> = main_line.take(max_moves).collect();
        let first_mover = main_line.first().map(|&(mover, _)| mover);
        let to_move = to_move.or(first_mover).unwrap_or(Color::Black);
        let default = self.start(size, to_move)?;
        let other = self.other().start(size, to_move)?;
        let is_other = legal_prefix_len(other, &main_line) > legal_prefix_len(default, &main_line);
        Ok(if is_other { other } else { default })
    }
}

/// Number of moves before the first illegal one.
fn legal_prefix_len(start: Position, line: &[(Color, Move)]) -> usize {
    let mut position = start;
    line.iter()
        .take_while(|&&(mover, mv)| {
            let legal = mover == position.to_move() && position.check_legal(mv).is_ok();
            if legal {
                position.play_unchecked(mv);
            }
            legal
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    #[test]
    fn layouts_are_as_documented() {
        let board = |layout: StartLayout| {
            let start = layout.start(BoardSize::STANDARD, Color::Black).unwrap();
            assert_eq!(start.to_move(), Color::Black);
            fen::write_board(&start)
        };
        assert_eq!(
            board(StartLayout::BlackAtBottom),
            "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3"
        );
        assert_eq!(
            board(StartLayout::WhiteAtBottom),
            "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3"
        );
    }

    #[test]
    fn the_layout_is_inferred_from_the_moves() {
        let start = |mover, text: &str| {
            let line = [(mover, text.parse().unwrap())];
            StartLayout::BlackAtBottom
                .infer_start(BoardSize::STANDARD, None, line.into_iter())
                .map(|start| fen::write(&start))
                .unwrap()
        };
        let black_at_bottom = "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3";
        let white_at_bottom = "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3";
        for (mover, mv, board) in [
            (Color::Black, "d1-d7/g7", black_at_bottom),
            (Color::White, "d1-d7/g7", white_at_bottom),
            (Color::Black, "d10-d4/g4", white_at_bottom),
            (Color::White, "d10-d4/g4", black_at_bottom),
            // Illegal in both layouts: the default one.
            (Color::White, "e5-e6/e7", black_at_bottom),
        ] {
            let side = if mover == Color::Black { "b" } else { "w" };
            assert_eq!(start(mover, mv), format!("{board} {side} - - 0 1"), "{mv}");
        }
    }

    #[test]
    fn small_boards_have_no_start() {
        let tiny = BoardSize::new(3, 4).unwrap();
        assert_eq!(
            StartLayout::BlackAtBottom.infer_start(tiny, None, std::iter::empty()),
            Err(NotationError::NoStandardStart(tiny).into())
        );
    }
}
