//! Scores of all shape sums of one size.

use std::path::Path;

use super::score_pair::ScorePair;
use super::shard::{SUMS_PER_SHARD, Shard, ShardKind};
use crate::error::TableError;
use crate::placement::Placements;
use crate::table_file::TableFile;

/// Opened shards of one size.
#[derive(Debug)]
pub(crate) struct ScoreLayer {
    placements: Placements,
    /// Number of single shapes.
    shape_count: usize,
    shapes: Vec<TableFile>,
    /// Empty if they were not built.
    sums: Vec<TableFile>,
}

impl ScoreLayer {
    /// A layer of all shards of a size, with `counts` shapes and sums.
    pub fn new(
        size: usize,
        counts: [usize; 2],
        open: impl Fn(Shard, usize) -> Result<TableFile, TableError>,
    ) -> Result<Self, TableError> {
        let open_all = |content, count| {
            let shards = Shard::all(size, content, count);
            shards
                .map(|shard| open(shard, count))
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            placements: Placements::new(size),
            shape_count: counts[0],
            shapes: open_all(ShardKind::Shapes, counts[0])?,
            sums: open_all(ShardKind::Sums, counts[1])?,
        })
    }

    /// Opens the files of a size; without sums unless all of them are there.
    pub fn open(dir: &Path, size: usize, [shapes, sums]: [usize; 2]) -> Result<Self, TableError> {
        let mut sum_shards = Shard::all(size, ShardKind::Sums, sums);
        let has_sums = sum_shards.all(|shard| shard.path(dir).exists());
        let counts = [shapes, if has_sums { sums } else { 0 }];
        Self::new(size, counts, |shard, count| shard.open(dir, count))
    }

    /// Score codes of a shape sum in the order of its placements; `None` if not built.
    ///
    /// # Errors
    /// If the file is corrupt.
    #[inline]
    pub fn codes(&self, shape_sum: usize) -> Result<Option<&[u8]>, TableError> {
        let (files, place) = match shape_sum.checked_sub(self.shape_count) {
            None => (&self.shapes, shape_sum),
            Some(place) => (&self.sums, place),
        };
        let Some(file) = files.get(place / SUMS_PER_SHARD) else {
            return Ok(None);
        };
        let stride = self.placements.count();
        let codes = &file.contents()?[place % SUMS_PER_SHARD * stride..];
        Ok(codes.get(..stride))
    }

    /// Scores of a placement on a shape sum; `None` if not built or with too many amazons.
    ///
    /// # Errors
    /// If the file is corrupt.
    #[inline]
    pub fn score(
        &self,
        shape_sum: usize,
        black: u16,
        white: u16,
    ) -> Result<Option<ScorePair>, TableError> {
        let Some((rank, swaps)) = self.placements.rank_up_to_colors(black, white) else {
            return Ok(None);
        };
        let codes = self.codes(shape_sum)?;
        let pair = codes.and_then(|codes| ScorePair::from_code(codes[rank]));
        Ok(pair.map(|pair| if swaps { pair.negated() } else { pair }))
    }

    /// Score codes of all shapes, one file at a time.
    pub fn shape_codes(&self) -> impl Iterator<Item = Result<&[u8], TableError>> {
        self.shapes.iter().map(TableFile::contents)
    }

    /// All files of the layer.
    pub fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.shapes.iter().chain(&self.sums)
    }
}
