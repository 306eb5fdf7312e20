//! A naive implementation of the rules on a two-dimensional array, as an oracle. It uses nothing of
//! the crate under test.

/// Content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    Empty,
    Black,
    White,
    Burned,
}

/// Column and row from 0, the row from the bottom.
pub type Coord = (usize, usize);

/// Origin, target and arrow.
pub type NaiveMove = (Coord, Coord, Coord);

/// `cells[row][column]`, row 0 at the bottom, and the side to move.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Board {
    pub cells: Vec<Vec<Cell>>,
    pub black_to_move: bool,
}

const DIRECTIONS: [(isize, isize); 8] = [
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (1, 1),
];

impl Board {
    /// Parses the board of a FEN, White to move. Panics on errors.
    pub fn read(text: &str) -> Self {
        let mut cells: Vec<Vec<Cell>> = text.split('/').map(read_row).collect();
        cells.reverse();
        Self {
            cells,
            black_to_move: false,
        }
    }

    /// Writes the board and the side to move as the first two fields of a FEN.
    pub fn write(&self) -> String {
        let rows = self.cells.iter().rev().map(|row| write_row(row));
        let rows: Vec<String> = rows.collect();
        let side = if self.black_to_move { "b" } else { "w" };
        format!("{} {side}", rows.join("/"))
    }

    pub fn columns(&self) -> usize {
        self.cells[0].len()
    }

    pub fn rows(&self) -> usize {
        self.cells.len()
    }

    /// All legal moves.
    pub fn moves(&self) -> Vec<NaiveMove> {
        let mine = self.mover();
        let mut moves = Vec::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.cells[row][column] != mine {
                    continue;
                }
                let from = (column, row);
                for to in self.reach(from) {
                    let mut moved = self.clone();
                    moved.cells[from.1][from.0] = Cell::Empty;
                    moved.cells[to.1][to.0] = mine;
                    for arrow in moved.reach(to) {
                        moves.push((from, to, arrow));
                    }
                }
            }
        }
        moves
    }

    /// The board after a move.
    pub fn after(&self, (from, to, arrow): NaiveMove) -> Self {
        let mut next = self.clone();
        next.cells[from.1][from.0] = Cell::Empty;
        next.cells[to.1][to.0] = self.mover();
        next.cells[arrow.1][arrow.0] = Cell::Burned;
        next.black_to_move = !self.black_to_move;
        next
    }

    /// Perft without bulk counting.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count(),
            _ => self
                .moves()
                .into_iter()
                .map(|mv| self.after(mv).perft(depth - 1))
                .sum(),
        }
    }

    /// Number of legal moves, counted one by one.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        let mut board = self.clone();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.cells[row][column] != self.mover() {
                    continue;
                }
                // The amazon does not block its own arrow.
                board.cells[row][column] = Cell::Empty;
                self.walk((column, row), |to| board.walk(to, |_| count += 1));
                board.cells[row][column] = self.mover();
            }
        }
        count
    }

    fn mover(&self) -> Cell {
        if self.black_to_move {
            Cell::Black
        } else {
            Cell::White
        }
    }

    /// The queen moves from a cell.
    fn reach(&self, from: Coord) -> Vec<Coord> {
        let mut reached = Vec::new();
        self.walk(from, |coord| reached.push(coord));
        reached
    }

    /// Visits the queen moves from a cell, one step at a time.
    fn walk(&self, from: Coord, mut visit: impl FnMut(Coord)) {
        for (dx, dy) in DIRECTIONS {
            let mut coord = from;
            while let Some(next) = self.step(coord, dx, dy) {
                if self.cells[next.1][next.0] != Cell::Empty {
                    break;
                }
                visit(next);
                coord = next;
            }
        }
    }

    fn step(&self, (column, row): Coord, dx: isize, dy: isize) -> Option<Coord> {
        let column = column.checked_add_signed(dx)?;
        let row = row.checked_add_signed(dy)?;
        (column < self.columns() && row < self.rows()).then_some((column, row))
    }
}

fn read_row(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut number = 0;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = 10 * number + digit as usize;
            continue;
        }
        cells.extend(vec![Cell::Empty; number]);
        number = 0;
        cells.push(match letter {
            'q' => Cell::Black,
            'Q' => Cell::White,
            '*' => Cell::Burned,
            other => panic!("{other:?} in the row {text:?}"),
        });
    }
    cells.extend(vec![Cell::Empty; number]);
    cells
}

fn write_row(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut index = 0;
    while index < cells.len() {
        let empty = cells[index..]
            .iter()
            .take_while(|&&cell| cell == Cell::Empty)
            .count();
        if empty > 0 {
            text += &empty.to_string();
            index += empty;
            continue;
        }
        text.push(match cells[index] {
            Cell::Black => 'q',
            Cell::White => 'Q',
            _ => '*',
        });
        index += 1;
    }
    text
}
