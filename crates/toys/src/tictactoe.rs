//! Tic-Tac-Toe. X is Black and moves first.

use std::fmt;
use std::ops::ControlFlow;

use game::{Color, Game, Outcome, PerColor};
use thiserror::Error;

const FULL_BOARD: u16 = 0b111_111_111;

/// Rows, columns and diagonals as bit sets; bit `3·row + column`, row 0 at the top.
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];

/// A cell of the board, from 0 at the top left, row by row. As a move: mark this cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u8);

/// Error of parsing a position or a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseTicTacToeError {
    /// The board is not three rows of three cells, or there is no side to move.
    #[error("invalid Tic-Tac-Toe position {0:?}: expected e.g. xo./.x./..o x")]
    InvalidBoard(String),
    /// The side to move is neither `x` nor `o`.
    #[error("invalid side to move {0:?}: expected x or o")]
    InvalidSideToMove(String),
    /// The text is not a cell.
    #[error("invalid Tic-Tac-Toe move {0:?}: expected a1 to c3")]
    InvalidCell(String),
    /// The cell is taken or the game is over.
    #[error("illegal move {0}: the cell is taken or the game is over")]
    IllegalMove(String),
}

/// A position of Tic-Tac-Toe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe {
    /// Cells marked by each player, as bit sets.
    marks: PerColor<u16>,
    to_move: Color,
}

impl TicTacToe {
    /// The empty board, X to move.
    #[must_use]
    pub fn start() -> Self {
        Self {
            marks: PerColor::default(),
            to_move: Color::Black,
        }
    }

    /// Number of lines, of eight, without a mark of the opponent of `color`.
    #[must_use]
    pub fn open_lines(&self, color: Color) -> u32 {
        let is_blocked = |line: &&u16| self.marks[!color] & **line != 0;
        (LINES.len() - LINES.iter().filter(is_blocked).count()) as u32
    }

    fn has_three_in_a_row(&self, color: Color) -> bool {
        LINES.iter().any(|line| self.marks[color] & line == *line)
    }

    /// Bit set of the empty cells; none if the game is over.
    fn legal_cells(&self) -> u16 {
        if Color::ALL
            .iter()
            .any(|&color| self.has_three_in_a_row(color))
        {
            return 0;
        }
        FULL_BOARD & !(self.marks[Color::Black] | self.marks[Color::White])
    }
}

impl Game for TicTacToe {
    const NAME: &'static str = "tictactoe";
    type Move = Cell;
    type Undo = ();
    type ParseError = ParseTicTacToeError;

    fn to_move(&self) -> Color {
        self.to_move
    }

    fn visit_moves<B>(&self, mut visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        let legal = self.legal_cells();
        (0..9)
            .filter(|cell| legal >> cell & 1 == 1)
            .try_for_each(|cell| visit(Cell(cell)))
    }

    fn move_count(&self) -> u64 {
        self.legal_cells().count_ones().into()
    }

    fn play(&mut self, cell: Cell) {
        self.marks[self.to_move] |= 1 << cell.0;
        self.to_move = !self.to_move;
    }

    fn unplay(&mut self, cell: Cell, (): ()) {
        self.to_move = !self.to_move;
        self.marks[self.to_move] &= !(1 << cell.0);
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(&winner) = Color::ALL
            .iter()
            .find(|&&color| self.has_three_in_a_row(color))
        {
            return Some(Outcome::Win(winner));
        }
        (self.legal_cells() == 0).then_some(Outcome::Draw)
    }

    /// The packed position, so keys never collide.
    fn key(&self) -> u64 {
        u64::from(self.marks[Color::Black])
            | u64::from(self.marks[Color::White]) << 9
            | (self.to_move as u64) << 18
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Result<Self, ParseTicTacToeError> {
        let invalid = || ParseTicTacToeError::InvalidBoard(text.to_owned());
        let (board, side) = text.trim().split_once(' ').ok_or_else(invalid)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.chars().count() != 3) {
            return Err(invalid());
        }
        let mut marks = PerColor::default();
        for (cell, mark) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match mark {
                'x' => marks[Color::Black] |= 1 << cell,
                'o' => marks[Color::White] |= 1 << cell,
                '.' => {}
                _ => return Err(invalid()),
            }
        }
        let to_move = match side {
            "x" => Color::Black,
            "o" => Color::White,
            _ => return Err(ParseTicTacToeError::InvalidSideToMove(side.to_owned())),
        };
        Ok(Self { marks, to_move })
    }

    fn move_to_text(&self, Cell(cell): Cell) -> String {
        format!("{}{}", char::from(b'a' + cell % 3), 3 - cell / 3)
    }

    fn parse_move(&self, text: &str) -> Result<Cell, ParseTicTacToeError> {
        let cell = match text.as_bytes() {
            &[column @ b'a'..=b'c', row @ b'1'..=b'3'] => 3 * (b'3' - row) + (column - b'a'),
            _ => return Err(ParseTicTacToeError::InvalidCell(text.to_owned())),
        };
        if self.legal_cells() >> cell & 1 == 1 {
            Ok(Cell(cell))
        } else {
            Err(ParseTicTacToeError::IllegalMove(text.to_owned()))
        }
    }
}

/// `xo./.x./..o x`: rows from the top, then the side to move.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..9 {
            if cell > 0 && cell % 3 == 0 {
                f.write_str("/")?;
            }
            let bit = 1 << cell;
            f.write_str(if self.marks[Color::Black] & bit != 0 {
                "x"
            } else if self.marks[Color::White] & bit != 0 {
                "o"
            } else {
                "."
            })?;
        }
        f.write_str(if self.to_move == Color::Black {
            " x"
        } else {
            " o"
        })
    }
}

#[cfg(test)]
mod tests {
    use game::perft;

    use super::*;

    #[test]
    fn perft_matches_known_counts() {
        let known = [1, 9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
        for (depth, &count) in known.iter().enumerate() {
            assert_eq!(
                perft(&TicTacToe::start(), depth as u32),
                count,
                "depth {depth}"
            );
        }
    }

    /// 255,168 games: 131,184 won by X, 77,904 by O, 46,080 drawn.
    #[test]
    fn results_of_all_games_match_known_counts() {
        fn count(position: &mut TicTacToe, counts: &mut [u32; 3]) {
            match position.outcome() {
                Some(Outcome::Win(Color::Black)) => counts[0] += 1,
                Some(Outcome::Win(Color::White)) => counts[1] += 1,
                Some(Outcome::Draw) => counts[2] += 1,
                None => {
                    for mv in position.moves() {
                        let before = *position;
                        position.play(mv);
                        count(position, counts);
                        position.unplay(mv, ());
                        assert_eq!(*position, before);
                    }
                }
            }
        }
        let mut counts = [0; 3];
        count(&mut TicTacToe::start(), &mut counts);
        assert_eq!(counts, [131_184, 77_904, 46_080]);
    }

    #[test]
    fn open_lines_have_no_opposing_mark() {
        assert_eq!(TicTacToe::start().open_lines(Color::Black), 8);
        let position = TicTacToe::parse(".../.x./o.. x").unwrap();
        assert_eq!(position.open_lines(Color::Black), 5);
        assert_eq!(position.open_lines(Color::White), 4);
    }

    #[test]
    fn text_round_trips_and_errors_are_specific() {
        let position = TicTacToe::parse("xo./.x./..o x").unwrap();
        assert_eq!(position.to_text(), "xo./.x./..o x");
        for mv in position.moves() {
            assert_eq!(position.parse_move(&position.move_to_text(mv)), Ok(mv));
            assert!(position.is_legal(mv));
        }
        assert_eq!(
            position.parse_move("a3"),
            Err(ParseTicTacToeError::IllegalMove("a3".into()))
        );
        assert_eq!(
            position.parse_move("d1"),
            Err(ParseTicTacToeError::InvalidCell("d1".into()))
        );
        assert!(matches!(
            TicTacToe::parse("xo./.x. x"),
            Err(ParseTicTacToeError::InvalidBoard(_))
        ));
        assert!(matches!(
            TicTacToe::parse("xo./.x./..q x"),
            Err(ParseTicTacToeError::InvalidBoard(_))
        ));
        assert!(matches!(
            TicTacToe::parse("xo./.x./..o y"),
            Err(ParseTicTacToeError::InvalidSideToMove(_))
        ));
    }
}
