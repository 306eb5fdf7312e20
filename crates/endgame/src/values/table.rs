//! Probing the value table.

use std::path::Path;

use amazons::{Color, Region};

use super::shard::{ValueFile, ValueRecord, value_shards};
use crate::error::TableError;
use crate::placement::Placements;
use crate::scores::SUMS_PER_SHARD;
use crate::shape::MAX_SQUARES;
use crate::shape_index::ShapeIndex;
use crate::sided_region::SidedRegion;

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
            if !value_shards(size, shapes).all(|shard| shard.path(dir).exists()) {
                break;
            }
            let mut files = Vec::new();
            for shard in value_shards(size, shapes) {
                let file = ValueFile::open(dir, shard, shapes)?;
                if file.first_value_id != table.values {
                    return Err(TableError::WrongContents(file.path().into()));
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
        self.probe_sided(SidedRegion::new(region, Color::Black))
    }

    /// As [`probe`](Self::probe), taking the region's own amazons as Black.
    pub(crate) fn probe_sided(&self, region: SidedRegion) -> Result<Option<u32>, TableError> {
        let Some(layer) = self
            .sizes
            .get((region.squares.len() as usize).wrapping_sub(1))
        else {
            return Ok(None);
        };
        let found = layer.index.locate(region).and_then(|found| {
            let (rank, swaps) = layer
                .placements
                .rank_up_to_colors(found.black, found.white)?;
            let place = found.shape % SUMS_PER_SHARD * layer.placements.count() + rank;
            Some((layer.files.get(found.shape / SUMS_PER_SHARD)?, place, swaps))
        });
        let Some((file, place, swaps)) = found else {
            return Ok(None);
        };
        match file.value_id(place)? {
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
