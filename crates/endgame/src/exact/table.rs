//! Looking exact values up.

use std::path::Path;

use amazons::{Color, Region, SquareSet};

use super::shard::{ExactFile, ExactShard, ExactValue};
use crate::error::TableError;
use crate::index::Index;
use crate::placement::{MOST_AMAZONS, Placements};
use crate::shape::MOST_SQUARES;

/// The exact values of all subgames up to some size, in files that are mapped.
#[derive(Debug)]
pub struct ExactTable {
    /// By size, from 1.
    sizes: Vec<Size>,
    values: u32,
}

#[derive(Debug)]
struct Size {
    index: Index,
    placements: Placements,
    files: Vec<ExactFile>,
}

impl ExactTable {
    /// Opens the table in a folder: all sizes from 1 on that are complete. A folder without one is a table that knows
    /// nothing.
    ///
    /// # Errors
    /// If a file of it is not sound.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let mut table = Self {
            sizes: Vec::new(),
            values: 0,
        };
        for size in 1..=MOST_SQUARES {
            let Some(index) = Index::open(folder, size)? else {
                break;
            };
            let shapes = index.shapes();
            if !ExactShard::all(size, shapes).all(|shard| shard.path(folder).exists()) {
                break;
            }
            let mut files = Vec::new();
            for shard in ExactShard::all(size, shapes) {
                let file = shard.open(folder, shapes)?;
                if file.first_value != table.values {
                    return Err(TableError::Misnamed {
                        path: file.path().into(),
                    });
                }
                table.values += file.new_values() as u32;
                files.push(file);
            }
            table.sizes.push(Size {
                index,
                placements: Placements::new(size),
                files,
            });
        }
        Ok(table)
    }

    /// The most squares of a subgame that it knows; 0 if it knows none.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.sizes.len()
    }

    /// How many different values it has: they are numbered from 0, the game in which nobody can move.
    #[must_use]
    pub fn values(&self) -> u32 {
        self.values
    }

    /// The bytes of all its files.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let files = self.sizes.iter().flat_map(|size| &size.files);
        files.map(ExactFile::length).sum()
    }

    /// The number of a region's value; `None` if the region is too large or has too many amazons.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn probe(&self, region: &Region) -> Result<Option<u32>, TableError> {
        self.probe_squares(
            region.squares(),
            region.amazons(Color::Black),
            region.amazons(Color::White),
        )
    }

    /// The number of the value of squares that are connected and on which those amazons stand.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn probe_squares(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Result<Option<u32>, TableError> {
        let Some(known) = self.sizes.get((squares.len() as usize).wrapping_sub(1)) else {
            return Ok(None);
        };
        if black.len() as usize > MOST_AMAZONS || white.len() as usize > MOST_AMAZONS {
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
        let (file, place) = ExactShard::of(found.shape);
        let rank = known.placements.rank(found.black, found.white);
        let Some(file) = known.files.get(file) else {
            return Ok(None);
        };
        let number = file.number(place * known.placements.len() + rank)?;
        match number {
            Some(number) if swaps => Ok(self.value(number)?.map(|value| value.negative)),
            number => Ok(number),
        }
    }

    /// What is known of the value of that number; `None` if there is none.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn value(&self, number: u32) -> Result<Option<ExactValue>, TableError> {
        let files = self.sizes.iter().flat_map(|size| &size.files);
        // Values of small sizes are asked for most, and there are few files.
        for file in files {
            let place = number.wrapping_sub(file.first_value) as usize;
            if place < file.new_values() {
                return file.value(place);
            }
        }
        Ok(None)
    }
}
