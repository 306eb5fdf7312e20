//! Finds the shape of a set of squares, and the index of each square in it, in one lookup.
//!
//! The file is an open-addressing hash table of all orientations of all shapes of a size. A slot
//! has two words: the hash of the squares' bits ([`SquareSet::bits`]) in the corner of the board,
//! and the shape's index with, above it, four bits per square for its index in the shape. Every
//! region is some shape, so only the hashes need to be distinct, which is checked when the table is
//! built.

use std::path::{Path, PathBuf};

use amazons::{MAX_SIDE, Square, SquareSet};
use rayon::prelude::*;

use crate::error::TableError;
use crate::shape::{MAX_SQUARES, Shape};
use crate::sided_region::SidedRegion;
use crate::table_file::{self, Header, TableFile, word};

const MAGIC: [u8; 8] = *b"THMDSHP2";

/// Bits per row of a [`SquareSet`].
const ROW_STRIDE: u32 = Square::INDEX_COUNT as u32 / MAX_SIDE as u32;

/// Bytes per slot.
const SLOT_SIZE: usize = 16;

/// Second word of an empty slot.
const EMPTY_SLOT: u64 = u64::MAX;

/// Bits of a shape's index.
const NUMBER_BITS: u32 = 24;

/// All shapes of one size by the bits of their squares.
#[derive(Debug)]
pub(crate) struct ShapeIndex {
    file: TableFile,
}

/// A shape and its squares with amazons.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LocatedSubgame {
    /// Number of squares.
    pub size: usize,
    /// Index of the shape among those of its size.
    pub shape: usize,
    pub black: u16,
    pub white: u16,
}

fn path(dir: &Path, size: usize) -> PathBuf {
    dir.join(format!("{size:02}.shapes"))
}

/// Bits of squares translated to the corner of the board.
#[inline]
fn normalized_bits(squares: SquareSet) -> u128 {
    let bits = squares.bits();
    let row = bits.trailing_zeros() / ROW_STRIDE;
    // Overlays all ten rows.
    let halves = bits | bits >> (5 * ROW_STRIDE);
    let pairs = halves | halves >> (2 * ROW_STRIDE) | halves >> (4 * ROW_STRIDE);
    let column = (pairs | pairs >> ROW_STRIDE).trailing_zeros();
    bits >> ((ROW_STRIDE * row + column) % u128::BITS)
}

/// Hash of a shape.
#[inline]
fn hash(squares: SquareSet) -> u64 {
    let bits = normalized_bits(squares);
    let [low, high] = [bits as u64, (bits >> 64) as u64];
    let mixed = (low ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let mixed = (mixed ^ mixed >> 32 ^ high).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    mixed ^ mixed >> 29
}

/// First slot to probe.
#[inline]
fn home_slot(hash: u64, slots: u64) -> u64 {
    ((u128::from(hash) * u128::from(slots)) >> 64) as u64
}

/// Squares of a shape in the corner of the board.
fn shape_squares(shape: Shape) -> SquareSet {
    shape.squares_on_board().collect()
}

impl ShapeIndex {
    /// Writes the index of all shapes of a size.
    pub fn write(dir: &Path, size: usize, shapes: &[Shape]) -> Result<(), TableError> {
        let (header, contents) = Self::make(size, shapes);
        table_file::write(&path(dir, size), header, &contents)
    }

    /// The same index in memory.
    pub fn in_memory(size: usize, shapes: &[Shape]) -> Self {
        let (header, contents) = Self::make(size, shapes);
        let path = path(Path::new(""), size);
        Self {
            file: TableFile::in_memory(&path, header, contents),
        }
    }

    fn make(size: usize, shapes: &[Shape]) -> (Header, Vec<u8>) {
        let mut entries: Vec<[u64; 2]> = shapes
            .par_iter()
            .enumerate()
            .flat_map_iter(|(number, shape)| {
                let orientations = shape.orientations().into_iter();
                orientations.map(move |(image, squares)| {
                    let squares = squares[..size].iter().rev();
                    let packed = squares.fold(0, |packed, &square| packed << 4 | u64::from(square));
                    let entry = packed << NUMBER_BITS | number as u64;
                    [hash(shape_squares(image)), entry]
                })
            })
            .collect();
        entries.par_sort_unstable();
        assert!(
            entries.windows(2).all(|pair| pair[0][0] != pair[1][0]),
            "the hashes of all shapes differ"
        );
        let slots = entries.len() as u64 * 4 / 3 + 1;
        let mut table = vec![[0, EMPTY_SLOT]; slots as usize];
        for entry in &entries {
            let mut slot = home_slot(entry[0], slots);
            while table[slot as usize][1] != EMPTY_SLOT {
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
            magic: MAGIC,
            size: size as u32,
            numbers: [shapes.len() as u64, entries.len() as u64, slots, 0],
        };
        (header, contents)
    }

    /// Opens the index of a size; `None` if it is missing.
    pub fn open(dir: &Path, size: usize) -> Result<Option<Self>, TableError> {
        let path = path(dir, size);
        if !path.exists() {
            return Ok(None);
        }
        let file = TableFile::open(&path, MAGIC, |header| {
            header.numbers[2].saturating_mul(SLOT_SIZE as u64)
        })?;
        if file.header().size as usize != size {
            return Err(TableError::WrongContents(path));
        }
        file.contents()?;
        Ok(Some(Self { file }))
    }

    /// Number of shapes.
    pub fn shapes(&self) -> usize {
        self.file.header().numbers[0] as usize
    }

    /// Locates a region of this index's size, with Black as its player.
    #[inline]
    pub fn locate(&self, region: SidedRegion) -> Option<LocatedSubgame> {
        let (shape, mut numbers) = self.find(region.squares)?;
        let halves = |set: SquareSet| [set.bits() as u64, (set.bits() >> u64::BITS) as u64];
        let [squares, black, white] = [region.squares, region.own, region.opponent].map(halves);
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
        Some(LocatedSubgame {
            size: region.squares.len() as usize,
            shape,
            black: black_here,
            white: white_here,
        })
    }

    /// Finds squares anywhere on the board: index of the shape among those of its size, and index
    /// in the shape of each given square, four bits each, first one lowest. `None` if the squares
    /// are not a shape of this size.
    #[inline]
    fn find(&self, squares: SquareSet) -> Option<(usize, u64)> {
        let contents = self.file.contents().ok()?;
        let hash = hash(squares);
        let slots = self.file.header().numbers[2];
        let mut slot = home_slot(hash, slots);
        loop {
            let bytes = contents
                .get(slot as usize * SLOT_SIZE..)?
                .first_chunk::<SLOT_SIZE>()?;
            let (found, entry) = (word(bytes, 0), word(bytes, 8));
            if entry == EMPTY_SLOT {
                return None;
            }
            if found == hash {
                let number = entry & ((1 << NUMBER_BITS) - 1);
                return Some((number as usize, entry >> NUMBER_BITS));
            }
            slot = (slot + 1) % slots;
        }
    }
}

const _: () = assert!(NUMBER_BITS as usize + 4 * MAX_SQUARES <= 64);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape_catalogue::ShapeCatalogue;

    #[test]
    fn every_orientation_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let catalogue = ShapeCatalogue::new(6);
        for size in 1..=6 {
            ShapeIndex::write(dir.path(), size, catalogue.shapes(size)).unwrap();
            let index = ShapeIndex::open(dir.path(), size).unwrap().unwrap();
            assert_eq!(index.shapes(), catalogue.shapes(size).len());
            for (number, shape) in catalogue.shapes(size).iter().enumerate() {
                for (image, squares) in shape.orientations() {
                    let corner = shape_squares(image);
                    let found = index.find(corner).unwrap();
                    assert_eq!(found.0, number);
                    for (place, &square) in squares[..size].iter().enumerate() {
                        assert_eq!(found.1 >> (4 * place) & 15, u64::from(square));
                    }
                    // Translation does not matter.
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
        assert!(ShapeIndex::open(dir.path(), 7).unwrap().is_none());
    }
}
