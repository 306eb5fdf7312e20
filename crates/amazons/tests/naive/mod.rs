//! The rules of Amazons written down a second time, slowly and plainly: a table of cells,
//! coordinates, one step at a time. It is what the fast rules are compared with, so it shares
//! nothing with them: it uses nothing of the crate under test, not even its squares or colours.

/// What a cell of the table holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cell {
    Empty,
    Black,
    White,
    Burned,
}

/// A column and a row, both counted from 0, the row from the bottom.
pub type Place = (usize, usize);

/// From, to, arrow.
pub type Turn = (Place, Place, Place);

/// A board as a table, `cells[row][column]`, row 0 at the bottom.
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
    /// Reads the board of a FEN, White to move. For texts of the tests themselves: it panics on
    /// any other.
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
        let rows: Vec<String> = self.cells.iter().rev().map(|row| write_row(row)).collect();
        let side = if self.black_to_move { "b" } else { "w" };
        format!("{} {side}", rows.join("/"))
    }

    pub fn columns(&self) -> usize {
        self.cells[0].len()
    }

    pub fn rows(&self) -> usize {
        self.cells.len()
    }

    /// All legal turns, each once.
    pub fn turns(&self) -> Vec<Turn> {
        let mine = self.mover();
        let mut turns = Vec::new();
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
                        turns.push((from, to, arrow));
                    }
                }
            }
        }
        turns
    }

    /// The board after a turn.
    pub fn after(&self, (from, to, arrow): Turn) -> Self {
        let mut next = self.clone();
        next.cells[from.1][from.0] = Cell::Empty;
        next.cells[to.1][to.0] = self.mover();
        next.cells[arrow.1][arrow.0] = Cell::Burned;
        next.black_to_move = !self.black_to_move;
        next
    }

    /// The number of sequences of `depth` turns, every last one walked to.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count(),
            _ => self
                .turns()
                .into_iter()
                .map(|turn| self.after(turn).perft(depth - 1))
                .sum(),
        }
    }

    /// The number of legal turns: as many as [`turns`](Self::turns) lists, each counted one by one.
    pub fn count(&self) -> u64 {
        let mut count = 0;
        let mut board = self.clone();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                if self.cells[row][column] != self.mover() {
                    continue;
                }
                // The amazon blocks neither its own way nor that of its arrow.
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

    /// Where a queen on `from` could go.
    fn reach(&self, from: Place) -> Vec<Place> {
        let mut reached = Vec::new();
        self.walk(from, |place| reached.push(place));
        reached
    }

    /// Visits every square that a queen on `from` could go to, step by step until something is in the
    /// way.
    fn walk(&self, from: Place, mut visit: impl FnMut(Place)) {
        for (dx, dy) in DIRECTIONS {
            let mut place = from;
            while let Some(next) = self.beside(place, dx, dy) {
                if self.cells[next.1][next.0] != Cell::Empty {
                    break;
                }
                visit(next);
                place = next;
            }
        }
    }

    fn beside(&self, (column, row): Place, dx: isize, dy: isize) -> Option<Place> {
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
