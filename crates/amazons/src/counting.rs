//! Counting moves without listing them: the last level of perft, and a measure of mobility.
//!
//! A move's number of arrows is the number of squares visible from where the amazon lands. Seen
//! from a square, each of its four lines is a word of at most ten blocked bits, so a small table
//! says how much is visible on it, and four look-ups answer for a square. The square that the
//! amazon left is not blocked for the arrow; but every landing square lies on a line through it,
//! so what that opens is the same for all squares of a ray: the square itself and the free run
//! behind it.

use crate::position::Position;
use crate::square::{MAX_SIDE, Square};
use crate::square_set::SquareSet;

const SIDE: usize = MAX_SIDE as usize;
const DIAGONALS: usize = 2 * SIDE - 1;

/// Lengths of the free runs on both sides of a place on a line.
#[derive(Clone, Copy)]
struct Runs {
    down: u8,
    up: u8,
}

/// By place on the line, then by the blocked places of the line.
static RUNS: [[Runs; 1 << SIDE]; SIDE] = runs();

/// The sum of both runs, apart so that it stays in the first-level cache.
static VISIBLE: [[u8; 1 << SIDE]; SIDE] = visible();

const fn runs() -> [[Runs; 1 << SIDE]; SIDE] {
    let mut table = [[Runs { down: 0, up: 0 }; 1 << SIDE]; SIDE];
    let mut place = 0;
    while place < SIDE {
        let mut blocked = 0;
        while blocked < 1 << SIDE {
            let (mut down, mut up) = (0, 0);
            while down < place && blocked >> (place - down - 1) & 1 == 0 {
                down += 1;
            }
            while place + up + 1 < SIDE && blocked >> (place + up + 1) & 1 == 0 {
                up += 1;
            }
            table[place][blocked] = Runs {
                down: down as u8,
                up: up as u8,
            };
            blocked += 1;
        }
        place += 1;
    }
    table
}

const fn visible() -> [[u8; 1 << SIDE]; SIDE] {
    let runs = runs();
    let mut table = [[0; 1 << SIDE]; SIDE];
    let mut place = 0;
    while place < SIDE {
        let mut blocked = 0;
        while blocked < 1 << SIDE {
            table[place][blocked] = runs[place][blocked].down + runs[place][blocked].up;
            blocked += 1;
        }
        place += 1;
    }
    table
}

/// The blocked places of every line of the frame. On a row the place is the column, on a column
/// the row, on either diagonal again the column; what lies outside the board is blocked.
#[derive(Clone)]
struct BlockedLines {
    rows: [u16; SIDE],
    columns: [u16; SIDE],
    rising: [u16; DIAGONALS],
    falling: [u16; DIAGONALS],
}

impl BlockedLines {
    /// Nothing blocked but what lies outside the frame.
    const FRAME: Self = Self::frame();

    const fn frame() -> Self {
        let mut lines = Self {
            rows: [0; SIDE],
            columns: [0; SIDE],
            rising: [0; DIAGONALS],
            falling: [0; DIAGONALS],
        };
        let mut diagonal = 0;
        while diagonal < DIAGONALS {
            let mut column = 0;
            while column < SIDE {
                if column + SIDE - 1 < diagonal || column + SIDE - 1 - diagonal >= SIDE {
                    lines.rising[diagonal] |= 1 << column;
                }
                if diagonal < column || diagonal - column >= SIDE {
                    lines.falling[diagonal] |= 1 << column;
                }
                column += 1;
            }
            diagonal += 1;
        }
        lines
    }

    fn of(position: &Position) -> Self {
        let mut lines = Self::FRAME;
        let blocked = SquareSet::FRAME - position.empty_squares();
        for square in blocked {
            let (column, row) = (usize::from(square.column()), usize::from(square.row()));
            lines.rows[row] |= 1 << column;
            lines.columns[column] |= 1 << row;
            lines.rising[rising(column, row)] |= 1 << column;
            lines.falling[falling(column, row)] |= 1 << column;
        }
        lines
    }

    /// The number of squares that a queen on that square could reach.
    #[inline]
    fn visible_from(&self, column: usize, row: usize) -> u32 {
        let by_column = &VISIBLE[column];
        u32::from(by_column[usize::from(self.rows[row])])
            + u32::from(VISIBLE[row][usize::from(self.columns[column])])
            + u32::from(by_column[usize::from(self.rising[rising(column, row)])])
            + u32::from(by_column[usize::from(self.falling[falling(column, row)])])
    }
}

/// The diagonal of `/` through a square.
#[inline]
const fn rising(column: usize, row: usize) -> usize {
    column + SIDE - 1 - row
}

/// The diagonal of `\` through a square.
#[inline]
const fn falling(column: usize, row: usize) -> usize {
    column + row
}

/// The number of legal moves.
pub(crate) fn count_moves(position: &Position) -> u64 {
    let lines = BlockedLines::of(position);
    position
        .amazons(position.to_move())
        .iter()
        .map(|from| moves_of(&lines, from))
        .sum()
}

fn moves_of(lines: &BlockedLines, from: Square) -> u64 {
    let (column, row) = (usize::from(from.column()), usize::from(from.row()));
    let axes = [
        (RUNS[column][usize::from(lines.rows[row])], 1, 0),
        (RUNS[row][usize::from(lines.columns[column])], 0, 1),
        (
            RUNS[column][usize::from(lines.rising[rising(column, row)])],
            1,
            1,
        ),
        (
            RUNS[column][usize::from(lines.falling[falling(column, row)])],
            1,
            -1,
        ),
    ];
    let mut arrows = 0;
    for (runs, dx, dy) in axes {
        for (length, dx, dy) in [(runs.up, dx, dy), (runs.down, -dx, -dy)] {
            let (mut column, mut row) = (column, row);
            for _ in 0..length {
                column = column.wrapping_add_signed(dx);
                row = row.wrapping_add_signed(dy);
                arrows += lines.visible_from(column, row);
            }
        }
        let (up, down) = (u32::from(runs.up), u32::from(runs.down));
        arrows += up * (1 + down) + down * (1 + up);
    }
    arrows.into()
}
