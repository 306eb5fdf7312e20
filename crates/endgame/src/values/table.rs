//! Probing the value table.

use std::path::Path;

use amazons::{Color, Region, SquareSet};

use super::shard::{ValueFile, ValueRecord, ValueShard};
use crate::error::TableError;
use crate::placement::{MAX_AMAZONS, Placements};
use crate::shape::MAX_SQUARES;
use crate::shape_index::ShapeIndex;

/// Values of all subgames up to a size, memory-mapped.
#[derive(Debug)]
pub struct ValueTable {
    /// By size, from 1.
    sizes: Vec<ValueTableLayer>,
    values: u32,
}

#[derive(Debug)]
struct ValueTableLayer {
    index: ShapeIndex,
    placements: Placements,
    files: Vec<ValueFile>,
}

impl ValueTable {
    /// Opens all complete sizes in a directory; empty if there are none.
    ///
    /// # Errors
    /// If a file is invalid.
    pub fn open(dir: &Path) -> Result<Self, TableError> {
        let mut table = Self {
            sizes: Vec::new(),
            values: 0,
        };
        for size in 1..=MAX_SQUARES {
            let Some(index) = ShapeIndex::open(dir, size)? else {
                break;
            };
            let shapes = index.shapes();
            if !ValueShard::all(size, shapes).all(|shard| shard.path(dir).exists()) {
                break;
            }
            let mut files = Vec::new();
            for shard in ValueShard::all(size, shapes) {
                let file = shard.open(dir, shapes)?;
                if file.first_value_id != table.values {
                    return Err(TableError::WrongContents {
                        path: file.path().into(),
                    });
                }
                table.values += file.new_values() as u32;
                files.push(file);
            }
            table.sizes.push(ValueTableLayer {
                index,
                placements: Placements::new(size),
                files,
            });
        }
        Ok(table)
    }

    /// Squares of the largest subgames in the table; 0 if it is empty.
    #[must_use]
    pub fn max_size(&self) -> usize {
        self.sizes.len()
    }

    /// Number of distinct values. Ids count from 0, the zero game.
    #[must_use]
    pub fn value_count(&self) -> u32 {
        self.values
    }

    /// Size of all files in bytes.
    #[must_use]
    pub fn size_in_bytes(&self) -> u64 {
        let files = self.sizes.iter().flat_map(|size| &size.files);
        files.map(ValueFile::length).sum()
    }

    /// Value id of a region; `None` if it is too large or has too many amazons.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn probe(&self, region: &Region) -> Result<Option<u32>, TableError> {
        self.probe_squares(
            region.squares(),
            region.amazons(Color::Black),
            region.amazons(Color::White),
        )
    }

    /// Value id of connected squares with amazons on them.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn probe_squares(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Result<Option<u32>, TableError> {
        let Some(known) = self.sizes.get((squares.len() as usize).wrapping_sub(1)) else {
            return Ok(None);
        };
        if black.len() as usize > MAX_AMAZONS || white.len() as usize > MAX_AMAZONS {
            return Ok(None);
        }
        let swaps = white.len() > black.len();
        let (more, fewer) = if swaps {
            (white, black)
        } else {
            (black, white)
        };
        let Some(found) = known.index.locate(squares, more, fewer) else {
            return Ok(None);
        };
        let (file, place) = ValueShard::of(found.shape);
        let rank = known.placements.rank(found.black, found.white);
        let Some(file) = known.files.get(file) else {
            return Ok(None);
        };
        let number = file.value_id(place * known.placements.len() + rank)?;
        match number {
            Some(number) if swaps => Ok(self.value(number)?.map(|value| value.negative)),
            number => Ok(number),
        }
    }

    /// Record of a value; `None` if the id is unknown.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn value(&self, number: u32) -> Result<Option<ValueRecord>, TableError> {
        let files = self.sizes.iter().flat_map(|size| &size.files);
        // There are few files, and small sizes are asked for most.
        for file in files {
            let place = number.wrapping_sub(file.first_value_id) as usize;
            if place < file.new_values() {
                return file.value(place);
            }
        }
        Ok(None)
    }
}
