//! Bulk counting of moves, for perft and mobility.
//!
//! A step (an amazon's move before its arrow) has as many arrows as there are squares visible from
//! its target. The occupancy of each of the four lines through a square has at most ten bits, so
//! four table lookups count the visible squares. The step also vacates its origin. Since the target
//! is on a line through the origin, this adds the same squares for all targets on a ray: the origin
//! and the free run behind it.

use crate::position::Position;
use crate::square::{MAX_SIDE, Square};
use crate::square_set::SquareSet;

const SIDE: usize = MAX_SIDE as usize;
const DIAGONALS: usize = 2 * SIDE - 1;

/// Lengths of the runs of empty squares beside a square on its line, towards lower and higher
/// indices.
#[derive(Clone, Copy)]
struct FreeRuns {
    down: u8,
    up: u8,
}

/// By index on the line, then by the line's occupancy.
type LineTable<T> = [[T; 1 << SIDE]; SIDE];

static FREE_RUNS: LineTable<FreeRuns> = TABLES.0;

/// Sums of both runs; a separate table, so that it fits into the L1 cache.
static VISIBLE_COUNT: LineTable<u8> = TABLES.1;

const TABLES: (LineTable<FreeRuns>, LineTable<u8>) = {
    let mut runs = [[FreeRuns { down: 0, up: 0 }; 1 << SIDE]; SIDE];
    let mut visible = [[0; 1 << SIDE]; SIDE];
    let mut index = 0;
    while index < SIDE {
        let mut blocked = 0;
        while blocked < 1 << SIDE {
            let (mut down, mut up) = (0, 0);
            while down < index && blocked >> (index - down - 1) & 1 == 0 {
                down += 1;
            }
            while index + up + 1 < SIDE && blocked >> (index + up + 1) & 1 == 0 {
                up += 1;
            }
            runs[index][blocked] = FreeRuns {
                down: down as u8,
                up: up as u8,
            };
            visible[index][blocked] = (down + up) as u8;
            blocked += 1;
        }
        index += 1;
    }
    (runs, visible)
};

/// Occupancy of every line of the frame (the largest board). Bits are indexed by column on rows and
/// diagonals, by row on columns. Squares outside the board are occupied.
#[derive(Clone)]
struct LineOccupancy {
    rows: [u16; SIDE],
    columns: [u16; SIDE],
    rising: [u16; DIAGONALS],
    falling: [u16; DIAGONALS],
}

impl LineOccupancy {
    /// No occupied squares; the diagonals' bits outside the frame are set.
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

    fn new(position: &Position) -> Self {
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

    /// Number of queen moves from a square.
    #[inline]
    fn count_visible_from(&self, column: usize, row: usize) -> u32 {
        let by_column = &VISIBLE_COUNT[column];
        u32::from(by_column[usize::from(self.rows[row])])
            + u32::from(VISIBLE_COUNT[row][usize::from(self.columns[column])])
            + u32::from(by_column[usize::from(self.rising[rising(column, row)])])
            + u32::from(by_column[usize::from(self.falling[falling(column, row)])])
    }
}

/// Index of the `/` diagonal through a square.
#[inline]
const fn rising(column: usize, row: usize) -> usize {
    column + SIDE - 1 - row
}

/// Index of the `\` diagonal through a square.
#[inline]
const fn falling(column: usize, row: usize) -> usize {
    column + row
}

pub(crate) fn count_moves(position: &Position) -> u64 {
    let lines = LineOccupancy::new(position);
    position
        .amazons(position.to_move())
        .iter()
        .map(|from| count_moves_from(&lines, from))
        .sum()
}

fn count_moves_from(lines: &LineOccupancy, from: Square) -> u64 {
    let (column, row) = (usize::from(from.column()), usize::from(from.row()));
    let axes = [
        (FREE_RUNS[column][usize::from(lines.rows[row])], 1, 0),
        (FREE_RUNS[row][usize::from(lines.columns[column])], 0, 1),
        (
            FREE_RUNS[column][usize::from(lines.rising[rising(column, row)])],
            1,
            1,
        ),
        (
            FREE_RUNS[column][usize::from(lines.falling[falling(column, row)])],
            1,
            -1,
        ),
    ];
    let mut count = 0;
    for (runs, dx, dy) in axes {
        for (length, dx, dy) in [(runs.up, dx, dy), (runs.down, -dx, -dy)] {
            let (mut column, mut row) = (column, row);
            for _ in 0..length {
                column = column.wrapping_add_signed(dx);
                row = row.wrapping_add_signed(dy);
                count += lines.count_visible_from(column, row);
            }
        }
        let (up, down) = (u32::from(runs.up), u32::from(runs.down));
        count += up * (1 + down) + down * (1 + up);
    }
    count.into()
}
