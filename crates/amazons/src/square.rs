//! Squares, directions and board sizes.

use std::fmt;
use std::str::FromStr;

use strum::VariantArray;
use thiserror::Error;

/// Number of indices per row: ten columns and a guard column that is on no board. A step east from
/// column `j` or west from column `a` leads to the guard column, so that shifts of bitboards do not
/// wrap around to another row.
pub(crate) const STRIDE: u8 = 11;

/// Maximum number of columns and of rows.
pub const MAX_SIDE: u8 = 10;

/// A square of the 10×10 frame (the largest board), such as `d1`: column `a` is at the left, row 1
/// at the bottom.
///
/// A smaller board is the lower left corner of the frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// Error of parsing a [`Square`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid square {0:?}: expected a1 to j10")]
pub struct ParseSquareError(pub String);

impl Square {
    /// Number of indices, including those of the guard column: the length of an array indexed by
    /// square.
    pub const INDEX_COUNT: usize = STRIDE as usize * MAX_SIDE as usize;

    /// The square at a column and row, both from 0; `None` if outside the 10×10 frame.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Self> {
        if column < MAX_SIDE && row < MAX_SIDE {
            Some(Self(row * STRIDE + column))
        } else {
            None
        }
    }

    /// The inverse of [`index`](Self::index).
    #[inline]
    pub(crate) const fn from_index(index: u32) -> Self {
        debug_assert!(index < Self::INDEX_COUNT as u32);
        Self(index as u8)
    }

    /// Array index below [`INDEX_COUNT`](Self::INDEX_COUNT). Indices of the guard column belong to
    /// no square.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 at the left.
    #[must_use]
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % STRIDE
    }

    /// The row, from 0 at the bottom.
    #[must_use]
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / STRIDE
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Parses `d1` or `D1`.
impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let (column, row) = match text.as_bytes() {
            [column, row @ b'1'..=b'9'] => (*column, row - b'1'),
            [column, b'1', b'0'] => (*column, 9),
            _ => return Err(ParseSquareError(text.to_owned())),
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        Self::new(column, row).ok_or_else(|| ParseSquareError(text.to_owned()))
    }
}

/// The eight directions in which amazons move and shoot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, VariantArray)]
#[expect(missing_docs, reason = "compass directions")]
pub enum Direction {
    East,
    North,
    NorthEast,
    NorthWest,
    West,
    South,
    SouthWest,
    SouthEast,
}

impl Direction {
    /// All eight: the four that increase a square's index, then their opposites in the same order.
    pub const ALL: [Self; 8] = *Self::VARIANTS.first_chunk().expect("all variants");

    /// Change of column and row by one step in this direction.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Self::East => (1, 0),
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::NorthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::SouthEast => (1, -1),
        }
    }

    /// Change of a square's index by one step in this direction.
    pub(crate) const fn offset(self) -> i8 {
        let (columns, rows) = self.delta();
        rows * STRIDE as i8 + columns
    }
}

/// Columns and rows of a board, each from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BoardSize {
    columns: u8,
    rows: u8,
}

/// Error of parsing a [`BoardSize`]; holds the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("invalid board size {0:?}: expected 1x1 to 10x10, columns first")]
pub struct ParseBoardSizeError(pub String);

impl BoardSize {
    /// 10×10, the standard board.
    pub const STANDARD: Self = Self {
        columns: 10,
        rows: 10,
    };

    /// Creates a size; `None` unless both numbers are from 1 to 10.
    #[must_use]
    pub const fn new(columns: u8, rows: u8) -> Option<Self> {
        if columns >= 1 && columns <= MAX_SIDE && rows >= 1 && rows <= MAX_SIDE {
            Some(Self { columns, rows })
        } else {
            None
        }
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The size with columns and rows swapped.
    #[must_use]
    pub const fn transposed(self) -> Self {
        Self {
            columns: self.rows,
            rows: self.columns,
        }
    }

    /// The square at a column and row, both from 0; `None` if it is not on the board.
    #[must_use]
    pub const fn square(self, column: u8, row: u8) -> Option<Square> {
        if column < self.columns && row < self.rows {
            Square::new(column, row)
        } else {
            None
        }
    }

    /// Whether `square` is on the board.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        square.column() < self.columns && square.row() < self.rows
    }
}

/// Formats as `10x10`, columns first.
impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

/// Parses `8x6` (columns first), `8×6`, or `8` for a square board.
impl FromStr for BoardSize {
    type Err = ParseBoardSizeError;

    fn from_str(text: &str) -> Result<Self, ParseBoardSizeError> {
        let (columns, rows) = text.split_once(['x', 'X', '×']).unwrap_or((text, text));
        match (columns.parse(), rows.parse()) {
            (Ok(columns), Ok(rows)) => Self::new(columns, rows),
            _ => None,
        }
        .ok_or_else(|| ParseBoardSizeError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_round_trip() {
        let mut count = 0;
        for row in 0..10 {
            for column in 0..10 {
                let square = Square::new(column, row).unwrap();
                assert_eq!((square.column(), square.row()), (column, row));
                assert_eq!(square.to_string().parse(), Ok(square));
                assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
                count += 1;
            }
        }
        assert_eq!(count, 100);
    }

    #[test]
    fn invalid_squares_are_rejected() {
        for text in [
            "", "a", "a0", "k1", "a11", "a1 ", "é1", "a01", "1a", "@1", "a1b",
        ] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError(text.into())));
        }
    }

    #[test]
    fn sizes_round_trip() {
        for text in ["10x10", "1x1", "8x6"] {
            assert_eq!(text.parse::<BoardSize>().unwrap().to_string(), text);
        }
        assert_eq!(
            "6".parse(),
            Ok(BoardSize {
                columns: 6,
                rows: 6
            })
        );
        assert_eq!(
            "4×7".parse(),
            Ok(BoardSize {
                columns: 4,
                rows: 7
            })
        );
        for text in ["", "0x4", "11x2", "x", "3x", "-1x3", "axb"] {
            assert!(text.parse::<BoardSize>().is_err(), "{text}");
        }
    }
}
