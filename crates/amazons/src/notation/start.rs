//! Start positions.

use game::Color;

use crate::position::{Content, Position};
use crate::square::BoardSize;

impl Position {
    /// The standard 10×10 start: White on d1 g1 a4 j4, Black on d10 g10 a7 j7, White to move.
    ///
    /// Use [`with_to_move`](Self::with_to_move) where Black moves first.
    #[must_use]
    pub fn standard_start() -> Self {
        Self::start(BoardSize::STANDARD).expect("the standard board has a start")
    }

    /// The usual start on 10×10, 8×8, 6×6, 5×5 and 4×N boards, generalized to other sizes: four
    /// amazons for each side, a third of the way from the corners, White to move. `None` if the
    /// board has fewer than four columns or rows.
    #[must_use]
    pub fn start(size: BoardSize) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        if columns < 4 || rows < 4 {
            return None;
        }
        let (column_inset, row_inset) = ((columns - 1) / 3, (rows - 1) / 3);
        let white_amazons = [
            (column_inset, 0),
            (columns - 1 - column_inset, 0),
            (0, row_inset),
            (columns - 1, row_inset),
        ];
        let mut position = Self::empty(size, Color::White);
        for (column, row) in white_amazons {
            for (color, row) in [(Color::White, row), (Color::Black, rows - 1 - row)] {
                let square = size.square(column, row)?;
                position.put(square, Content::Amazon(color)).ok()?;
            }
        }
        Some(position)
    }
}
