//! The values of all clusters of one size, as far as they are there.

use std::path::Path;

use crate::error::TableError;
use crate::file::Part;
use crate::placement::Placements;
use crate::shard::{CLUSTERS, Content, Shard};

/// A size's shards, opened.
#[derive(Debug)]
pub(crate) struct Layer {
    stride: usize,
    single: usize,
    shapes: Vec<Part>,
    /// Empty where they were not built: nothing larger needs them.
    sums: Vec<Part>,
}

impl Layer {
    /// Opens all shards of a size: `single` shapes, and `several` sums, or none of those if one is missing and they are
    /// not `needed`.
    pub fn open(
        folder: &Path,
        size: usize,
        single: usize,
        several: usize,
        needed: bool,
    ) -> Result<Self, TableError> {
        let open = |content, count| {
            Shard::all(size, content, count)
                .map(|shard| shard.open(folder, count))
                .collect::<Result<Vec<_>, _>>()
        };
        let is_there = |shard: Shard| needed || shard.path(folder).exists();
        let sums = if Shard::all(size, Content::Sums, several).all(is_there) {
            open(Content::Sums, several)?
        } else {
            Vec::new()
        };
        Ok(Self {
            stride: Placements::new(size).len(),
            single,
            shapes: open(Content::Shapes, single)?,
            sums,
        })
    }

    /// A size whose shards were made just now.
    pub fn held(size: usize, single: usize, shapes: Vec<Part>, sums: Vec<Part>) -> Self {
        Self {
            stride: Placements::new(size).len(),
            single,
            shapes,
            sums,
        }
    }

    /// The values of a cluster, in the order of its placements; `None` if they were not built.
    ///
    /// # Errors
    /// If the file is damaged.
    #[inline]
    pub fn values(&self, cluster: usize) -> Result<Option<&[u8]>, TableError> {
        let (files, place) = match cluster.checked_sub(self.single) {
            None => (&self.shapes, cluster),
            Some(place) => (&self.sums, place),
        };
        let Some(file) = files.get(place / CLUSTERS) else {
            return Ok(None);
        };
        let values = &file.contents()?[place % CLUSTERS * self.stride..];
        Ok(values.get(..self.stride))
    }

    /// The values of all shapes, a file at a time.
    pub fn shape_values(&self) -> impl Iterator<Item = Result<&[u8], TableError>> {
        self.shapes.iter().map(Part::contents)
    }

    /// All its files.
    pub fn files(&self) -> impl Iterator<Item = &Part> {
        self.shapes.iter().chain(&self.sums)
    }
}
