//! Scores of all shape sums of one size.

use std::path::Path;

use super::shard::{SUMS_PER_SHARD, Shard, ShardKind};
use crate::error::TableError;
use crate::placement::Placements;
use crate::table_file::TableFile;

/// Opened shards of one size.
#[derive(Debug)]
pub(crate) struct ScoreLayer {
    stride: usize,
    single: usize,
    shapes: Vec<TableFile>,
    /// Empty if they were not built.
    sums: Vec<TableFile>,
}

impl ScoreLayer {
    /// Opens all shards of a size: `single` shapes and `several` sums. Missing sums are an error
    /// only if `needed`.
    pub fn open(
        dir: &Path,
        size: usize,
        single: usize,
        several: usize,
        needed: bool,
    ) -> Result<Self, TableError> {
        let open = |content, count| {
            Shard::all(size, content, count)
                .map(|shard| shard.open(dir, count))
                .collect::<Result<Vec<_>, _>>()
        };
        let is_there = |shard: Shard| needed || shard.path(dir).exists();
        let sums = if Shard::all(size, ShardKind::Sums, several).all(is_there) {
            open(ShardKind::Sums, several)?
        } else {
            Vec::new()
        };
        Ok(Self {
            stride: Placements::new(size).len(),
            single,
            shapes: open(ShardKind::Shapes, single)?,
            sums,
        })
    }

    /// A layer that was just computed.
    pub fn in_memory(
        size: usize,
        single: usize,
        shapes: Vec<TableFile>,
        sums: Vec<TableFile>,
    ) -> Self {
        Self {
            stride: Placements::new(size).len(),
            single,
            shapes,
            sums,
        }
    }

    /// Scores of a shape sum in the order of its placements; `None` if not built.
    ///
    /// # Errors
    /// If the file is corrupt.
    #[inline]
    pub fn values(&self, shape_sum: usize) -> Result<Option<&[u8]>, TableError> {
        let (files, place) = match shape_sum.checked_sub(self.single) {
            None => (&self.shapes, shape_sum),
            Some(place) => (&self.sums, place),
        };
        let Some(file) = files.get(place / SUMS_PER_SHARD) else {
            return Ok(None);
        };
        let values = &file.contents()?[place % SUMS_PER_SHARD * self.stride..];
        Ok(values.get(..self.stride))
    }

    /// Scores of all shapes, one file at a time.
    pub fn shape_values(&self) -> impl Iterator<Item = Result<&[u8], TableError>> {
        self.shapes.iter().map(TableFile::contents)
    }

    /// All files of the layer.
    pub fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.shapes.iter().chain(&self.sums)
    }
}
