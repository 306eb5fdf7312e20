//! The standard start positions.

use game::Color;

use crate::position::{Content, Position};
use crate::square::BoardSize;

impl Position {
    /// The start of tournament play: White on d1 g1 a4 j4, Black on d10 g10 a7 j7.
    ///
    /// White moves first, as in FEN; use [`with_to_move`](Self::with_to_move) where the custom
    /// is another.
    #[must_use]
    pub fn standard_start() -> Self {
        Self::start(BoardSize::STANDARD).expect("the standard board has a start")
    }

    /// Four amazons for each side, a third of the way in from the corners: the customary start on
    /// 10×10, 8×8, 6×6, 5×5 and 4×N boards. `None` on boards too small for it. White moves first.
    #[must_use]
    pub fn start(size: BoardSize) -> Option<Self> {
        let (columns, rows) = (size.columns(), size.rows());
        if columns < 4 || rows < 4 {
            return None;
        }
        let (inset, height) = ((columns - 1) / 3, (rows - 1) / 3);
        let white = [
            (inset, 0),
            (columns - 1 - inset, 0),
            (0, height),
            (columns - 1, height),
        ];
        let mut position = Self::empty(size, Color::White);
        for (column, row) in white {
            for (color, row) in [(Color::White, row), (Color::Black, rows - 1 - row)] {
                let square = size.square(column, row)?;
                position.put(square, Content::Amazon(color)).ok()?;
            }
        }
        Some(position)
    }
}
