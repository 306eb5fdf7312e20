//! Score table: an endgame table of [`ScorePair`]s, by shape and placement of the amazons.

use std::path::{Path, PathBuf};

use amazons::{Color, Game, Position, Region};
use etcetera::BaseStrategy;

use super::build::build_score_table_in_memory;
use super::layer::ScoreLayer;
use super::score_pair::ScorePair;
use crate::error::TableError;
use crate::shape::MAX_SQUARES;
use crate::shape_index::{LocatedSubgame, ShapeIndex};
use crate::shape_sums::{ShapeId, ShapeSums};
use crate::sided_region::SidedRegion;
use crate::table_file::TableFile;

/// Scores of all subgames up to a size, memory-mapped or in memory.
#[derive(Debug)]
pub struct ScoreTable {
    shape_sums: ShapeSums,
    /// Shape index and scores of each size, from one square on.
    sizes: Vec<(ShapeIndex, ScoreLayer)>,
}

/// Shape sums smaller than the largest size, given the number of shapes of each size from 1 on.
fn shape_sums(shape_counts: impl Iterator<Item = usize>) -> ShapeSums {
    let counts: Vec<usize> = [0].into_iter().chain(shape_counts).collect();
    ShapeSums::new(&counts, counts.len() - 1)
}

/// A verified file of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileSummary {
    /// Path of the file.
    pub path: PathBuf,
    /// Number of score pairs, one byte each.
    pub length: u64,
    /// Checksum of the scores.
    pub checksum: u64,
}

/// A move in a region with its score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredMove {
    /// The move.
    pub mv: amazons::Move,
    /// Black's moves minus White's in the region, this move included.
    pub score: i8,
}

impl ScoreTable {
    /// Opens the table in a directory, up to the first size that is missing or incomplete; it may
    /// be empty.
    ///
    /// # Errors
    /// If a file is invalid.
    pub fn open(dir: &Path) -> Result<Self, TableError> {
        let mut indices = Vec::new();
        while indices.len() < MAX_SQUARES {
            match ShapeIndex::open(dir, indices.len() + 1)? {
                Some(index) => indices.push(index),
                None => break,
            }
        }
        let shape_sums = shape_sums(indices.iter().map(ShapeIndex::shapes));
        let mut sizes = Vec::new();
        for (size, index) in (1..).zip(indices) {
            match ScoreLayer::open(dir, size, shape_sums.counts(size)) {
                Ok(layer) => sizes.push((index, layer)),
                // The size is incomplete.
                Err(TableError::Io { source, .. })
                    if source.kind() == std::io::ErrorKind::NotFound =>
                {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self { shape_sums, sizes })
    }

    /// Opens the table in [`default_dir`]; if that has fewer than `size` squares or is missing,
    /// builds one of `size` squares in memory.
    ///
    /// # Errors
    /// If a file of the user's table is invalid.
    pub fn open_or_build(size: usize) -> Result<Self, TableError> {
        let user_table = default_dir().map(|dir| Self::open(&dir)).transpose()?;
        Ok(user_table
            .filter(|table| table.max_size() >= size)
            .unwrap_or_else(|| build_score_table_in_memory(size)))
    }

    /// A table of the given sizes, from one square on.
    pub(crate) fn new(sizes: Vec<(ShapeIndex, ScoreLayer)>) -> Self {
        let shape_sums = shape_sums(sizes.iter().map(|(index, _)| index.shapes()));
        Self { shape_sums, sizes }
    }

    /// Squares of the largest subgames in the table; 0 if it is empty.
    #[must_use]
    pub fn max_size(&self) -> usize {
        self.sizes.len()
    }

    /// Scores of a region; `None` if it is too large or has too many amazons.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn probe(&self, region: &Region) -> Result<Option<ScorePair>, TableError> {
        self.probe_sided(SidedRegion::new(region, Color::Black))
    }

    /// As [`probe`](Self::probe), taking the region's own amazons as Black.
    #[inline]
    pub(crate) fn probe_sided(&self, region: SidedRegion) -> Result<Option<ScorePair>, TableError> {
        match self.locate(region) {
            Some(subgame) => {
                let (_, layer) = &self.sizes[subgame.size - 1];
                layer.score(subgame.shape, subgame.black, subgame.white)
            }
            None => Ok(None),
        }
    }

    /// Scores of a sum of regions, such as the parts into which an arrow splits a region; `None` if
    /// they are not in the table.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn probe_sum(&self, regions: &[Region]) -> Result<Option<ScorePair>, TableError> {
        let regions = regions.iter();
        self.probe_sided_sum(regions.map(|region| SidedRegion::new(region, Color::Black)))
    }

    /// As [`probe_sum`](Self::probe_sum), taking the regions' own amazons as Black.
    pub(crate) fn probe_sided_sum(
        &self,
        regions: impl Iterator<Item = SidedRegion>,
    ) -> Result<Option<ScorePair>, TableError> {
        let located: Option<Vec<_>> = regions.map(|region| self.locate(region)).collect();
        let Some(mut located) = located else {
            return Ok(None);
        };
        let shape_id =
            |subgame: &LocatedSubgame| self.shape_sums.shape_id(subgame.size, subgame.shape);
        located.sort_by_key(|subgame| std::cmp::Reverse(shape_id(subgame)));
        let (mut size, mut black, mut white) = (0, 0, 0);
        for subgame in &located {
            if size + subgame.size > self.max_size() {
                return Ok(None);
            }
            black |= subgame.black << size;
            white |= subgame.white << size;
            size += subgame.size;
        }
        let shapes: Vec<ShapeId> = located.iter().map(shape_id).collect();
        match self.shape_sums.number(&shapes) {
            Some(_) if size == 0 => Ok(Some(ScorePair::NO_MOVES)),
            Some(shape_sum) => self.sizes[size - 1].1.score(shape_sum, black, white),
            None => Ok(None),
        }
    }

    /// Moves of a side in a region with their scores, best first; `None` if the region or what a
    /// move leaves of it is not in the table.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn scored_moves(
        &self,
        position: &Position,
        region: &Region,
        side: Color,
    ) -> Result<Option<Vec<ScoredMove>>, TableError> {
        if region.squares().len() as usize > self.max_size() {
            return Ok(None);
        }
        let position = position.with_to_move(side);
        let mut moves = Vec::new();
        for mv in position.moves() {
            if !region.squares().contains(mv.from) {
                continue;
            }
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let parts: Vec<Region> = after
                .regions()
                .filter(|part| part.squares().intersects(region.squares()))
                .collect();
            let Some(pair) = self.probe_sum(&parts)? else {
                return Ok(None);
            };
            let [black_next, white_next] = pair.with_passing();
            let score = match side {
                Color::Black => white_next + 1,
                Color::White => black_next - 1,
            };
            moves.push(ScoredMove { mv, score });
        }
        moves.sort_by_key(|scored_move| match side {
            Color::Black => -scored_move.score,
            Color::White => scored_move.score,
        });
        Ok(Some(moves))
    }

    /// Scores by size, index of the shape and index of the placement of amazons; `None` if they are
    /// not in the table.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn score_by_index(
        &self,
        size: usize,
        shape: usize,
        placement: usize,
    ) -> Result<Option<ScorePair>, TableError> {
        let Some((_, layer)) = self.sizes.get(size.wrapping_sub(1)) else {
            return Ok(None);
        };
        let code = layer.codes(shape)?.and_then(|codes| codes.get(placement));
        Ok(code.and_then(|&code| ScorePair::from_code(code)))
    }

    /// Total size of all scores in bytes.
    #[must_use]
    pub fn size_in_bytes(&self) -> u64 {
        self.files().map(TableFile::content_len).sum()
    }

    /// Checksum of the whole table: the hash of the checksums of its files in order.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let checksums: Vec<u8> = self
            .files()
            .flat_map(|file| file.checksum().to_le_bytes())
            .collect();
        twox_hash::XxHash3_64::oneshot(&checksums)
    }

    /// Verifies the checksums of all files.
    ///
    /// # Errors
    /// If a file is corrupt.
    pub fn verify(&self) -> Result<Vec<FileSummary>, TableError> {
        let files = self.files().map(|file| {
            Ok(FileSummary {
                path: file.path().into(),
                length: file.contents()?.len() as u64,
                checksum: file.checksum(),
            })
        });
        files.collect()
    }

    /// All files, smallest size first.
    fn files(&self) -> impl Iterator<Item = &TableFile> {
        self.sizes.iter().flat_map(|(_, layer)| layer.files())
    }

    /// Number of subgames of a size for each score pair that occurs, sorted by score pair.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn score_histogram(&self, size: usize) -> Result<Vec<(ScorePair, u64)>, TableError> {
        let Some((_, layer)) = self.sizes.get(size.wrapping_sub(1)) else {
            return Ok(Vec::new());
        };
        let mut counts = [0_u64; 256];
        for codes in layer.shape_codes() {
            for &code in codes? {
                counts[usize::from(code)] += 1;
            }
        }
        let mut histogram: Vec<(ScorePair, u64)> = (0..=u8::MAX)
            .filter_map(|code| Some((ScorePair::from_code(code)?, counts[usize::from(code)])))
            .filter(|&(_, count)| count > 0)
            .collect();
        histogram.sort_unstable();
        Ok(histogram)
    }

    #[inline]
    fn locate(&self, region: SidedRegion) -> Option<LocatedSubgame> {
        let size = region.squares.len() as usize;
        self.sizes.get(size.wrapping_sub(1))?.0.locate(region)
    }
}

/// The endgame table directory in the user's data directory; `None` without a home directory.
#[must_use]
pub fn default_dir() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("thermodon").join("endgame"))
}
