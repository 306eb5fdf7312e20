//! Shapes: sets of squares connected by king's moves, up to symmetry and translation.

use amazons::Square;

/// Maximum number of squares of a shape.
pub const MAX_SQUARES: usize = 10;

/// Width of the frame of shapes.
const WIDTH: u32 = MAX_SQUARES as u32;

/// Number of symmetries of the square.
const SYMMETRIES: u8 = 8;

/// A canonical shape in a 10×10 frame: bit `10 · row + column`. Squares are numbered in bit order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape(u128);

/// At most ten squares as (row, column).
#[derive(Clone, Copy, Debug)]
struct CellList {
    cells: [(u8, u8); MAX_SQUARES],
    length: usize,
    rows: u8,
    columns: u8,
}

/// A canonical shape and the mapping of the original squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonicalized {
    /// The canonical shape.
    pub shape: Shape,
    /// For each original square its index in the shape.
    pub square_map: [u8; MAX_SQUARES],
}

impl CellList {
    /// Translates squares, given as (row, column), to the corner.
    fn new(squares: impl Iterator<Item = (u8, u8)>) -> Self {
        let mut cells = [(0, 0); MAX_SQUARES];
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

    /// For each square its index in the image under a symmetry.
    fn square_map(&self, symmetry: u8, image: Shape) -> [u8; MAX_SQUARES] {
        let mut square_map = [0; MAX_SQUARES];
        for (index, place) in square_map[..self.length].iter_mut().enumerate() {
            let below = (1_u128 << self.bit(symmetry, index)) - 1;
            *place = (image.0 & below).count_ones() as u8;
        }
        square_map
    }
}

impl Shape {
    /// A single square.
    pub const SQUARE: Self = Self(1);

    /// Canonical form of at most ten distinct squares, given as (row, column): of the eight images
    /// the one with the smallest bits.
    #[must_use]
    pub fn canonicalize(squares: impl Iterator<Item = (u8, u8)>) -> Canonicalized {
        let cells = CellList::new(squares);
        let (shape, symmetry) = (0..SYMMETRIES)
            .map(|symmetry| (cells.image(symmetry), symmetry))
            .min()
            .expect("there are eight");
        Canonicalized {
            shape,
            square_map: cells.square_map(symmetry, shape),
        }
    }

    /// Number of squares.
    #[must_use]
    pub fn size(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Squares in order as (row, column).
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

    /// The squares in the corner of the board.
    pub(crate) fn squares_on_board(self) -> impl Iterator<Item = Square> {
        self.squares()
            .map(|(row, column)| Square::new(column, row).expect("the frame is that of the board"))
    }

    /// Index of the square at a row and column, if it belongs to the shape.
    fn square_index(self, row: i8, column: i8) -> Option<usize> {
        let inside = 0..WIDTH as i8;
        if !inside.contains(&row) || !inside.contains(&column) {
            return None;
        }
        let bit = row as u32 * WIDTH + column as u32;
        (self.0 >> bit & 1 == 1).then(|| (self.0 & ((1 << bit) - 1)).count_ones() as usize)
    }

    /// For each square the squares in the eight directions, nearest first, up to the edge of the
    /// shape.
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
                            self.square_index(row as i8 + steps * up, column as i8 + steps * right)
                        })
                        .collect()
                })
            })
            .collect()
    }

    /// Connected components without one square, as square indices, ordered by first square.
    #[must_use]
    pub fn components_without(self, square: usize) -> Vec<Vec<usize>> {
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

    /// For each square the set of its neighbours.
    fn neighbours(self) -> [u16; MAX_SQUARES] {
        let mut near = [0; MAX_SQUARES];
        for (index, square) in self.squares().enumerate() {
            for (number, other) in self.squares().enumerate() {
                if king_distance(square, other) == 1 {
                    near[index] |= 1 << number;
                }
            }
        }
        near
    }

    /// Canonical shape of a subset of the squares.
    #[must_use]
    pub fn subshape(self, numbers: &[usize]) -> Canonicalized {
        let mut squares = [(0, 0); MAX_SQUARES];
        for (slot, square) in squares.iter_mut().zip(self.squares()) {
            *slot = square;
        }
        Self::canonicalize(numbers.iter().map(|&number| squares[number]))
    }

    /// All shapes with one square more.
    pub fn extensions(self) -> impl Iterator<Item = Self> {
        // Moved away from the edges to leave room on all sides.
        let squares: Vec<(u8, u8)> = self
            .squares()
            .map(|(row, column)| (row + 1, column + 1))
            .collect();
        let rows = squares.iter().map(|square| square.0).max().unwrap_or(0);
        let columns = squares.iter().map(|square| square.1).max().unwrap_or(0);
        let room = (0..=rows + 1).flat_map(move |row| (0..=columns + 1).map(move |c| (row, c)));
        room.filter_map(move |square| {
            let distances = squares.iter().map(|&other| king_distance(square, other));
            // The square is not of the shape, but touches it.
            (distances.min() == Some(1)).then(|| {
                let grown = squares.iter().copied().chain([square]);
                Self::canonicalize(grown).shape
            })
        })
    }

    /// Symmetries of the shape as permutations of its squares; the first is the identity.
    #[must_use]
    pub fn symmetries(self) -> Vec<[u8; MAX_SQUARES]> {
        let cells = CellList::new(self.squares());
        (0..SYMMETRIES)
            .filter(|&symmetry| cells.image(symmetry) == self)
            .map(|symmetry| cells.square_map(symmetry, self))
            .collect()
    }

    /// All distinct orientations in the corner of the frame, with the index in this shape of each
    /// square of the image.
    #[must_use]
    pub fn orientations(self) -> Vec<(Self, [u8; MAX_SQUARES])> {
        let cells = CellList::new(self.squares());
        let mut images: Vec<(Self, [u8; MAX_SQUARES])> = Vec::new();
        for symmetry in 0..SYMMETRIES {
            let image = cells.image(symmetry);
            if images.iter().any(|&(known, _)| known == image) {
                continue;
            }
            let mut numbers = [0; MAX_SQUARES];
            for (index, &place) in cells.square_map(symmetry, image)[..cells.length]
                .iter()
                .enumerate()
            {
                numbers[usize::from(place)] = index as u8;
            }
            images.push((image, numbers));
        }
        images
    }
}

/// Number of king's moves between two squares.
fn king_distance((row, column): (u8, u8), (other_row, other_column): (u8, u8)) -> u8 {
    row.abs_diff(other_row).max(column.abs_diff(other_column))
}

/// Indices of the set bits, lowest first.
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
    fn shapes_are_canonical() {
        let squares = [(0, 0), (0, 1), (1, 2), (2, 2), (3, 1)];
        let canonical = Shape::canonicalize(squares.into_iter());
        for (image, numbers) in canonical.shape.orientations() {
            let again =
                Shape::canonicalize(image.squares().map(|(row, column)| (row + 3, column + 2)));
            assert_eq!(again.shape, canonical.shape);
            assert_eq!(again.square_map[..5], numbers[..5]);
        }
        assert_eq!(canonical.shape.orientations().len(), 8);
        assert_eq!(canonical.shape.symmetries().len(), 1);
        let cross = Shape::canonicalize([(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)].into_iter()).shape;
        assert_eq!(cross.orientations().len(), 1);
        assert_eq!(cross.symmetries().len(), 8);
    }

    #[test]
    fn rays_end_at_the_edge_of_the_shape() {
        // An L: three squares across, three down.
        let shape = Shape::canonicalize([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)].into_iter()).shape;
        let rays = shape.rays();
        let lengths: Vec<usize> = rays
            .iter()
            .map(|directions| directions.iter().map(Vec::len).sum())
            .collect();
        let mut sorted = lengths.clone();
        sorted.sort_unstable();
        // The corner sees four squares, the ends see two, those between see three.
        assert_eq!(sorted, [2, 2, 3, 3, 4], "{shape:?}");
    }

    #[test]
    fn removing_a_square_leaves_components() {
        let line = Shape::canonicalize((0..5).map(|column| (0, column))).shape;
        assert_eq!(line.components_without(0), [vec![1, 2, 3, 4]]);
        assert_eq!(line.components_without(2), [vec![0, 1], vec![3, 4]]);
        assert_eq!(line.subshape(&[3, 4]).shape.size(), 2);
        assert!(Shape::SQUARE.components_without(0).is_empty());
    }
}
