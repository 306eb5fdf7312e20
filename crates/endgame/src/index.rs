//! Which shape some squares are, and which of its squares each of them is, in one look.
//!
//! The file holds a hash table of all shapes of a size in all orientations. A slot has two words: the hash of the
//! squares' bits ([`SquareSet::bits`]) in the corner of the board, and the number of the shape with, above it, four bits for each square: its number
//! in the shape. Squares of a region always are some shape, so hashes need only differ from each other: that they do is
//! checked when the table is made.

use std::path::{Path, PathBuf};

use amazons::{MAX_SIDE, Square, SquareSet};
use rayon::prelude::*;

use crate::error::TableError;
use crate::file::{self, Header, Part};
use crate::shape::{MOST_SQUARES, Shape};

const KIND: [u8; 8] = *b"THMDSHP2";

/// Bits from one row of a set of squares to the next.
const ROW: u32 = Square::INDICES as u32 / MAX_SIDE as u32;

/// Bytes of a slot.
const SLOT: usize = 16;

/// The second word of a slot that is free.
const FREE: u64 = u64::MAX;

/// Bits of a shape's number.
const NUMBER_BITS: u32 = 24;

/// The shapes of one size, by the bits of their squares.
#[derive(Debug)]
pub(crate) struct Index {
    file: Part,
}

/// A shape that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found(u64);

impl Found {
    /// The number of the shape among those of its size.
    #[inline]
    pub fn number(self) -> usize {
        (self.0 & ((1 << NUMBER_BITS) - 1)) as usize
    }

    /// The number in the shape of each square that was given, in their order: four bits each, the first one lowest.
    #[inline]
    pub fn squares(self) -> u64 {
        self.0 >> NUMBER_BITS
    }
}

/// Squares of the board that are a shape, and which of its squares hold amazons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Located {
    /// The number of the shape among those of its size.
    pub shape: usize,
    pub black: u16,
    pub white: u16,
}

fn path(folder: &Path, size: usize) -> PathBuf {
    folder.join(format!("{size:02}.shapes"))
}

/// The bits of squares, moved into the corner of the board.
#[inline]
fn in_the_corner(squares: SquareSet) -> u128 {
    let bits = squares.bits();
    let row = bits.trailing_zeros() / ROW;
    // All ten rows laid over the first.
    let halves = bits | bits >> (5 * ROW);
    let pairs = halves | halves >> (2 * ROW) | halves >> (4 * ROW);
    let column = (pairs | pairs >> ROW).trailing_zeros();
    bits >> ((ROW * row + column) % u128::BITS)
}

/// Mixes the bits of a shape.
#[inline]
fn hash(squares: SquareSet) -> u64 {
    let bits = in_the_corner(squares);
    let [low, high] = [bits as u64, (bits >> 64) as u64];
    let mixed = (low ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (mixed ^ mixed >> 32 ^ high).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mixed ^ mixed >> 29
}

/// The first of `slots` slots to look at.
#[inline]
fn home(hash: u64, slots: u64) -> u64 {
    ((u128::from(hash) * u128::from(slots)) >> 64) as u64
}

/// The squares of a shape in the corner of the board.
fn squares_of(shape: Shape) -> SquareSet {
    let squares = shape.squares();
    squares
        .filter_map(|(row, column)| Square::new(column, row))
        .collect()
}

impl Index {
    /// Writes the index of all shapes of a size, in their order.
    pub fn write(folder: &Path, size: usize, shapes: &[Shape]) -> Result<(), TableError> {
        let (header, contents) = Self::make(size, shapes);
        file::write(&path(folder, size), header, &contents)
    }

    /// The same index without a file.
    pub fn held(size: usize, shapes: &[Shape]) -> Self {
        let (header, contents) = Self::make(size, shapes);
        let path = path(Path::new(""), size);
        Self {
            file: Part::held(&path, header, contents),
        }
    }

    fn make(size: usize, shapes: &[Shape]) -> (Header, Vec<u8>) {
        let mut entries: Vec<[u64; 2]> = shapes
            .par_iter()
            .enumerate()
            .flat_map_iter(|(number, shape)| {
                shape
                    .orientations()
                    .into_iter()
                    .map(move |(image, squares)| {
                        let squares = squares[..size].iter().rev();
                        let packed =
                            squares.fold(0, |packed, &square| packed << 4 | u64::from(square));
                        [
                            hash(squares_of(image)),
                            packed << NUMBER_BITS | number as u64,
                        ]
                    })
            })
            .collect();
        entries.par_sort_unstable();
        assert!(
            entries.windows(2).all(|pair| pair[0][0] != pair[1][0]),
            "the hashes of all shapes differ"
        );
        let slots = entries.len() as u64 * 4 / 3 + 1;
        let mut table = vec![[0, FREE]; slots as usize];
        for entry in &entries {
            let mut slot = home(entry[0], slots);
            while table[slot as usize][1] != FREE {
                slot = (slot + 1) % slots;
            }
            table[slot as usize] = *entry;
        }
        let contents: Vec<u8> = table
            .iter()
            .flatten()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let header = Header {
            kind: KIND,
            size: size as u32,
            numbers: [shapes.len() as u64, entries.len() as u64, slots, 0],
        };
        (header, contents)
    }

    /// Opens the index of a size, if there is one.
    pub fn open(folder: &Path, size: usize) -> Result<Option<Self>, TableError> {
        let path = path(folder, size);
        if !path.exists() {
            return Ok(None);
        }
        let file = Part::open(&path, KIND, |header| {
            header.numbers[2].saturating_mul(SLOT as u64)
        })?;
        if file.header().size as usize != size {
            return Err(TableError::Misnamed { path });
        }
        file.contents()?;
        Ok(Some(Self { file }))
    }

    /// How many shapes it knows.
    pub fn shapes(&self) -> usize {
        self.file.header().numbers[0] as usize
    }

    /// Looks up squares of the board, as many as this index is about, and the amazons on them.
    #[inline]
    pub fn locate(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Option<Located> {
        let found = self.find(squares)?;
        let halves = |set: SquareSet| [set.bits() as u64, (set.bits() >> u64::BITS) as u64];
        let [squares, black, white] = [squares, black, white].map(halves);
        let mut numbers = found.squares();
        let (mut black_here, mut white_here) = (0, 0);
        for half in 0..2 {
            let mut left = squares[half];
            while left != 0 {
                let square = left & left.wrapping_neg();
                left ^= square;
                let number = numbers & 15;
                numbers >>= 4;
                black_here |= u16::from(black[half] & square != 0) << number;
                white_here |= u16::from(white[half] & square != 0) << number;
            }
        }
        Some(Located {
            shape: found.number(),
            black: black_here,
            white: white_here,
        })
    }

    /// Looks up squares, wherever they lie. `None` if they are no shape of this size.
    #[inline]
    pub fn find(&self, squares: SquareSet) -> Option<Found> {
        let contents = self.file.contents().ok()?;
        let hash = hash(squares);
        let slots = self.file.header().numbers[2];
        let mut slot = home(hash, slots);
        loop {
            let bytes = contents
                .get(slot as usize * SLOT..)?
                .first_chunk::<SLOT>()?;
            let word = |half: usize| {
                let bytes = bytes[8 * half..][..8].try_into();
                u64::from_le_bytes(bytes.expect("eight bytes"))
            };
            if word(1) == FREE {
                return None;
            }
            if word(0) == hash {
                return Some(Found(word(1)));
            }
            slot = (slot + 1) % slots;
        }
    }
}

const _: () = assert!(NUMBER_BITS as usize + 4 * MOST_SQUARES <= 64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn every_orientation_is_found_with_its_squares() {
        let folder = tempfile::tempdir().unwrap();
        let catalogue = Catalogue::new(6);
        for size in 1..=6 {
            Index::write(folder.path(), size, catalogue.shapes(size)).unwrap();
            let index = Index::open(folder.path(), size).unwrap().unwrap();
            assert_eq!(index.shapes(), catalogue.shapes(size).len());
            for (number, shape) in catalogue.shapes(size).iter().enumerate() {
                for (image, squares) in shape.orientations() {
                    let corner = squares_of(image);
                    let found = index.find(corner).unwrap();
                    assert_eq!(found.number(), number);
                    for (place, &square) in squares[..size].iter().enumerate() {
                        assert_eq!(found.squares() >> (4 * place) & 15, u64::from(square));
                    }
                    // Where they lie makes no difference, as long as it is on the board.
                    for shift in [1, 3, 4] {
                        let moved: Option<SquareSet> = image
                            .squares()
                            .map(|(row, column)| Square::new(column + shift, row + 4))
                            .collect();
                        assert_eq!(index.find(moved.unwrap()), Some(found));
                    }
                }
            }
            assert_eq!(index.find(SquareSet::from_bits(0b101)), None);
        }
        assert!(Index::open(folder.path(), 7).unwrap().is_none());
    }
}
