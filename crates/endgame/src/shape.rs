//! Shapes: sets of squares connected by king's moves, the same however they are turned, mirrored or moved.

/// The largest shape.
pub const MOST_SQUARES: usize = 10;

/// Columns of the frame that shapes are drawn in: no shape is wider.
const WIDTH: u32 = MOST_SQUARES as u32;

/// Symmetries of the square.
const SYMMETRIES: u8 = 8;

/// A set of squares in a corner of a frame of ten by ten: bit `10 · row + column`. Its squares are numbered in
/// the order of their bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape(u128);

/// A list of at most ten squares as rows and columns.
#[derive(Clone, Copy, Debug)]
struct Cells {
    cells: [(u8, u8); MOST_SQUARES],
    length: usize,
    rows: u8,
    columns: u8,
}

/// A shape in its standard position, and where the squares that it was made from have gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The standard position.
    pub shape: Shape,
    /// For each square that it was made from, in its order, the number of that square in the shape.
    pub places: [u8; MOST_SQUARES],
}

impl Cells {
    /// Squares as rows and columns, moved into the corner.
    fn new(squares: impl Iterator<Item = (u8, u8)>) -> Self {
        let mut cells = [(0, 0); MOST_SQUARES];
        let mut length = 0;
        let (mut low, mut high) = ((u8::MAX, u8::MAX), (0, 0));
        for (row, column) in squares {
            cells[length] = (row, column);
            length += 1;
            low = (low.0.min(row), low.1.min(column));
            high = (high.0.max(row), high.1.max(column));
        }
        for cell in &mut cells[..length] {
            *cell = (cell.0 - low.0, cell.1 - low.1);
        }
        Self {
            cells,
            length,
            rows: high.0.saturating_sub(low.0) + 1,
            columns: high.1.saturating_sub(low.1) + 1,
        }
    }

    fn bit(&self, symmetry: u8, index: usize) -> u32 {
        let (mut row, mut column) = self.cells[index];
        if symmetry & 1 != 0 {
            row = self.rows - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = self.columns - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        u32::from(row) * WIDTH + u32::from(column)
    }

    fn image(&self, symmetry: u8) -> Shape {
        Shape((0..self.length).fold(0, |bits, index| bits | 1 << self.bit(symmetry, index)))
    }
}

impl Shape {
    /// A single square.
    pub const SQUARE: Self = Self(1);

    /// The standard position of some squares, given as rows and columns: of all eight ways to look at them, the one
    /// whose bits are the smallest number. At most ten squares, each given once.
    #[must_use]
    pub fn place(squares: impl Iterator<Item = (u8, u8)>) -> Placed {
        let cells = Cells::new(squares);
        let (shape, symmetry) = (0..SYMMETRIES)
            .map(|symmetry| (cells.image(symmetry), symmetry))
            .min()
            .expect("there are eight");
        let mut places = [0; MOST_SQUARES];
        for (index, place) in places[..cells.length].iter_mut().enumerate() {
            let below = (1_u128 << cells.bit(symmetry, index)) - 1;
            *place = (shape.0 & below).count_ones() as u8;
        }
        Placed { shape, places }
    }

    /// How many squares it has.
    #[must_use]
    pub fn size(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its bits: `10 · row + column`.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Its squares in order, as rows and columns.
    pub fn squares(self) -> impl Iterator<Item = (u8, u8)> + Clone {
        let mut left = self.0;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros();
                left &= left - 1;
                ((bit / WIDTH) as u8, (bit % WIDTH) as u8)
            })
        })
    }

    /// The number of the square in that row and column, if it is part of the shape.
    fn number(self, row: i8, column: i8) -> Option<usize> {
        let inside = 0..WIDTH as i8;
        if !inside.contains(&row) || !inside.contains(&column) {
            return None;
        }
        let bit = row as u32 * WIDTH + column as u32;
        (self.0 >> bit & 1 == 1).then(|| (self.0 & ((1 << bit) - 1)).count_ones() as usize)
    }

    /// For each square, the squares in each of the eight directions, the nearest first, as far as the shape goes.
    #[must_use]
    pub fn rays(self) -> Vec<[Vec<usize>; 8]> {
        const DIRECTIONS: [(i8, i8); 8] = [
            (0, 1),
            (1, 1),
            (1, 0),
            (1, -1),
            (0, -1),
            (-1, -1),
            (-1, 0),
            (-1, 1),
        ];
        self.squares()
            .map(|(row, column)| {
                DIRECTIONS.map(|(up, right)| {
                    (1..)
                        .map_while(|steps| {
                            self.number(row as i8 + steps * up, column as i8 + steps * right)
                        })
                        .collect()
                })
            })
            .collect()
    }

    /// What is left without one square: the connected parts, each as numbers of squares, in the order of their
    /// first squares.
    #[must_use]
    pub fn parts_without(self, square: usize) -> Vec<Vec<usize>> {
        let near = self.neighbours();
        let mut left = ((1_u16 << self.size()) - 1) & !(1 << square);
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let grown = bits(part).fold(part, |grown, index| grown | near[index]) & left;
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            parts.push(bits(part).collect());
        }
        parts
    }

    /// For each square, the set of those a king's move away.
    fn neighbours(self) -> [u16; MOST_SQUARES] {
        let mut near = [0; MOST_SQUARES];
        for (index, (row, column)) in self.squares().enumerate() {
            for (other, (other_row, other_column)) in self.squares().enumerate() {
                if row.abs_diff(other_row).max(column.abs_diff(other_column)) == 1 {
                    near[index] |= 1 << other;
                }
            }
        }
        near
    }

    /// The shape of some of its squares, and where they have gone.
    #[must_use]
    pub fn part(self, numbers: &[usize]) -> Placed {
        let mut squares = [(0, 0); MOST_SQUARES];
        for (slot, square) in squares.iter_mut().zip(self.squares()) {
            *slot = square;
        }
        Self::place(numbers.iter().map(|&number| squares[number]))
    }

    /// All shapes with one square more.
    pub fn larger(self) -> impl Iterator<Item = Self> {
        // Moved away from the edges, so that there is room on all sides.
        let squares: Vec<(u8, u8)> = self
            .squares()
            .map(|(row, column)| (row + 1, column + 1))
            .collect();
        let (rows, columns) = squares
            .iter()
            .fold((0, 0), |(rows, columns), &(row, column)| {
                (rows.max(row), columns.max(column))
            });
        let room = (0..=rows + 1).flat_map(move |row| (0..=columns + 1).map(move |c| (row, c)));
        room.filter_map(move |(row, column)| {
            let mut touches = false;
            for &(other_row, other_column) in &squares {
                match row.abs_diff(other_row).max(column.abs_diff(other_column)) {
                    0 => return None,
                    1 => touches = true,
                    _ => {}
                }
            }
            touches.then(|| {
                let grown = squares.iter().copied().chain([(row, column)]);
                Self::place(grown).shape
            })
        })
    }

    /// The ways in which it looks the same: for each, where every square goes. The first changes nothing.
    #[must_use]
    pub fn symmetries(self) -> Vec<[u8; MOST_SQUARES]> {
        let cells = Cells::new(self.squares());
        (0..SYMMETRIES)
            .filter(|&symmetry| cells.image(symmetry) == self)
            .map(|symmetry| {
                let mut places = [0; MOST_SQUARES];
                for (index, place) in places[..cells.length].iter_mut().enumerate() {
                    let below = (1_u128 << cells.bit(symmetry, index)) - 1;
                    *place = (self.0 & below).count_ones() as u8;
                }
                places
            })
            .collect()
    }

    /// Every way to turn and mirror it that looks different, in the corner of the frame, and for each of the image's
    /// squares in order its number in this shape.
    #[must_use]
    pub fn orientations(self) -> Vec<(Self, [u8; MOST_SQUARES])> {
        let cells = Cells::new(self.squares());
        let mut images: Vec<(Self, [u8; MOST_SQUARES])> = Vec::new();
        for symmetry in 0..SYMMETRIES {
            let image = cells.image(symmetry);
            if images.iter().any(|&(known, _)| known == image) {
                continue;
            }
            let mut numbers = [0; MOST_SQUARES];
            for index in 0..cells.length {
                let below = (1_u128 << cells.bit(symmetry, index)) - 1;
                numbers[(image.0 & below).count_ones() as usize] = index as u8;
            }
            images.push((image, numbers));
        }
        images
    }
}

/// The numbers of the bits that are set, the lowest first.
pub fn bits(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let index = set.trailing_zeros() as usize;
            set &= set - 1;
            index
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_is_the_same_however_it_is_looked_at() {
        let squares = [(0, 0), (0, 1), (1, 2), (2, 2), (3, 1)];
        let placed = Shape::place(squares.into_iter());
        for (image, numbers) in placed.shape.orientations() {
            let again = Shape::place(image.squares().map(|(row, column)| (row + 3, column + 2)));
            assert_eq!(again.shape, placed.shape);
            assert_eq!(again.places[..5], numbers[..5]);
        }
        assert_eq!(placed.shape.orientations().len(), 8);
        assert_eq!(placed.shape.symmetries().len(), 1);
        let cross = Shape::place([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)].into_iter()).shape;
        assert_eq!(cross.orientations().len(), 1);
        assert_eq!(cross.symmetries().len(), 8);
    }

    #[test]
    fn rays_end_at_the_edge_of_the_shape() {
        // ..#
        // .#.   with the corner missing
        let shape = Shape::place([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)].into_iter()).shape;
        let rays = shape.rays();
        let lengths: Vec<usize> = rays
            .iter()
            .map(|directions| directions.iter().map(Vec::len).sum())
            .collect();
        let mut sorted = lengths.clone();
        sorted.sort_unstable();
        // The corner sees two on each side; the ends of the arms see two; those between see three (one across).
        assert_eq!(sorted, [2, 2, 3, 3, 4], "{shape:?}");
    }

    #[test]
    fn taking_a_square_out_leaves_its_parts() {
        let line = Shape::place((0..5).map(|column| (0, column))).shape;
        assert_eq!(line.parts_without(0), [vec![1, 2, 3, 4]]);
        assert_eq!(line.parts_without(2), [vec![0, 1], vec![3, 4]]);
        assert_eq!(line.part(&[3, 4]).shape.size(), 2);
        assert!(Shape::SQUARE.parts_without(0).is_empty());
    }
}
