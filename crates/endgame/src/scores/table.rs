//! Probing the score table.

use std::path::{Path, PathBuf};

use amazons::{Color, Game, Position, Region, SquareSet};
use etcetera::BaseStrategy;
use game::PerColor;

use super::build::build_score_table_in_memory;
use super::layer::ScoreLayer;
use super::score_pair::ScorePair;
use crate::error::TableError;
use crate::placement::{MAX_AMAZONS, Placements};
use crate::shape::MAX_SQUARES;
use crate::shape_index::ShapeIndex;
use crate::shape_sums::{ShapeId, ShapeSums};

/// Scores of all subgames up to a size, memory-mapped or in memory.
#[derive(Debug)]
pub struct ScoreTable {
    shape_sums: ShapeSums,
    /// By size, from 1.
    sizes: Vec<TableLayer>,
}

#[derive(Debug)]
struct TableLayer {
    index: ShapeIndex,
    layer: ScoreLayer,
    placements: Placements,
}

impl TableLayer {
    fn new(size: usize, index: ShapeIndex, layer: ScoreLayer) -> Self {
        Self {
            index,
            layer,
            placements: Placements::new(size),
        }
    }
}

/// All sums of the indexed shapes.
fn shape_sums(indices: &[ShapeIndex]) -> ShapeSums {
    let counts: Vec<usize> = [0]
        .into_iter()
        .chain(indices.iter().map(ShapeIndex::shapes))
        .collect();
    ShapeSums::new(&counts, indices.len())
}

/// Location of a region: shape of its size, and its squares with amazons.
#[derive(Clone, Copy, Debug)]
struct TableAddress {
    size: usize,
    shape: usize,
    black: u16,
    white: u16,
}

/// A file of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileSummary {
    /// Path of the file.
    pub path: PathBuf,
    /// Number of scores, one byte each.
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
    /// Opens all complete sizes in a directory; empty if there are none.
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
        let shape_sums = shape_sums(&indices);
        let mut sizes = Vec::new();
        for (size, index) in (1..).zip(indices) {
            let several = shape_sums.composite_count(size);
            match ScoreLayer::open(dir, size, index.shapes(), several, false) {
                Ok(layer) => sizes.push(TableLayer::new(size, index, layer)),
                // The size is not complete.
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

    /// Opens the table in [`default_dir`]; builds one of `size` squares in memory if that table is
    /// smaller or missing.
    ///
    /// # Errors
    /// If a file of the user's table is invalid.
    pub fn open_or_build(size: usize) -> Result<Self, TableError> {
        let user_table = default_dir().map(|dir| Self::open(&dir)).transpose()?;
        Ok(user_table
            .filter(|table| table.max_size() >= size)
            .unwrap_or_else(|| build_score_table_in_memory(size)))
    }

    /// A table of the sizes from 1 on.
    pub(crate) fn from_layers(sizes: Vec<(ShapeIndex, ScoreLayer)>) -> Self {
        let (indices, layers): (Vec<ShapeIndex>, Vec<ScoreLayer>) = sizes.into_iter().unzip();
        Self {
            shape_sums: shape_sums(&indices),
            sizes: (1..)
                .zip(indices.into_iter().zip(layers))
                .map(|(size, (index, layer))| TableLayer::new(size, index, layer))
                .collect(),
        }
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
        self.probe_squares(
            region.squares(),
            region.amazons(Color::Black),
            region.amazons(Color::White),
        )
    }

    /// Scores of connected squares with amazons on them.
    ///
    /// # Errors
    /// If the file is corrupt.
    #[inline]
    pub fn probe_squares(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Result<Option<ScorePair>, TableError> {
        let Some(address) = self.locate(squares, black, white) else {
            return Ok(None);
        };
        self.score_at(address.size, address.shape, address.black, address.white)
    }

    /// Scores of a sum of regions, such as what an arrow leaves of one; `None` if unknown.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn probe_sum(&self, regions: &[Region]) -> Result<Option<ScorePair>, TableError> {
        let placing = |region: &Region| {
            let amazons = Color::ALL.map(|color| region.amazons(color));
            (region.squares(), PerColor::new(amazons[0], amazons[1]))
        };
        let placings: Vec<_> = regions.iter().map(placing).collect();
        self.probe_square_sets(&placings)
    }

    /// Scores of a sum of square sets with amazons.
    pub(crate) fn probe_square_sets(
        &self,
        placings: &[(SquareSet, PerColor<SquareSet>)],
    ) -> Result<Option<ScorePair>, TableError> {
        let addresses: Option<Vec<TableAddress>> = placings
            .iter()
            .map(|(squares, amazons)| {
                self.locate(*squares, amazons[Color::Black], amazons[Color::White])
            })
            .collect();
        let Some(mut addresses) = addresses else {
            return Ok(None);
        };
        let number = |address: &TableAddress| self.shape_sums.shape_id(address.size, address.shape);
        addresses.sort_by_key(|address| std::cmp::Reverse(number(address)));
        let (mut size, mut black, mut white) = (0, 0, 0);
        for address in &addresses {
            if size + address.size > self.max_size() {
                return Ok(None);
            }
            black |= address.black << size;
            white |= address.white << size;
            size += address.size;
        }
        let shapes: Vec<ShapeId> = addresses.iter().map(number).collect();
        match self.shape_sums.number(&shapes) {
            Some(_) if size == 0 => Ok(Some(ScorePair::NO_MOVES)),
            Some(shape_sum) => self.score_at(size, shape_sum, black, white),
            None => Ok(None),
        }
    }

    /// Moves of a side in a region with their scores, best first; `None` if unknown.
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
        moves.sort_by_key(|mv| match side {
            Color::Black => -mv.score,
            Color::White => mv.score,
        });
        Ok(Some(moves))
    }

    /// Scores by size, shape and placement index.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn score_by_index(
        &self,
        size: usize,
        shape: usize,
        placement: usize,
    ) -> Result<Option<ScorePair>, TableError> {
        let Some(known) = size.checked_sub(1).and_then(|place| self.sizes.get(place)) else {
            return Ok(None);
        };
        let values = known.layer.values(shape)?;
        Ok(values
            .and_then(|values| values.get(placement))
            .and_then(|&code| ScorePair::from_code(code)))
    }

    /// Total size of all scores in bytes.
    #[must_use]
    pub fn size_in_bytes(&self) -> u64 {
        self.files().map(|file| file.length).sum()
    }

    /// Checksum of the whole table: of its files' checksums in order.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let checksums: Vec<u8> = self
            .files()
            .flat_map(|file| file.checksum.to_le_bytes())
            .collect();
        twox_hash::XxHash3_64::oneshot(&checksums)
    }

    /// Verifies the checksums of all files.
    ///
    /// # Errors
    /// If a file is corrupt.
    pub fn verify(&self) -> Result<Vec<FileSummary>, TableError> {
        for size in &self.sizes {
            for file in size.layer.files() {
                file.contents()?;
            }
        }
        Ok(self.files().collect())
    }

    /// All files, smallest size first.
    fn files(&self) -> impl Iterator<Item = FileSummary> {
        let files = self.sizes.iter().flat_map(|size| size.layer.files());
        files.map(|file| FileSummary {
            path: file.path().into(),
            length: file.content_len(),
            checksum: file.checksum(),
        })
    }

    /// Number of subgames of a size per score pair, sorted.
    ///
    /// # Errors
    /// If the file is corrupt.
    pub fn score_histogram(&self, size: usize) -> Result<Vec<(ScorePair, u64)>, TableError> {
        let Some(known) = size.checked_sub(1).and_then(|place| self.sizes.get(place)) else {
            return Ok(Vec::new());
        };
        let mut counts = [0_u64; 256];
        for values in known.layer.shape_values() {
            for &code in values? {
                counts[usize::from(code)] += 1;
            }
        }
        let mut found: Vec<(ScorePair, u64)> = (0..=u8::MAX)
            .filter_map(|code| Some((ScorePair::from_code(code)?, counts[usize::from(code)])))
            .filter(|&(_, count)| count > 0)
            .collect();
        found.sort_unstable();
        Ok(found)
    }

    #[inline]
    fn locate(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Option<TableAddress> {
        let size = squares.len() as usize;
        let known = self.sizes.get(size.wrapping_sub(1))?;
        if black.len() as usize > MAX_AMAZONS || white.len() as usize > MAX_AMAZONS {
            return None;
        }
        let found = known.index.locate(squares, black, white)?;
        Some(TableAddress {
            size,
            shape: found.shape,
            black: found.black,
            white: found.white,
        })
    }

    #[inline]
    fn score_at(
        &self,
        size: usize,
        shape_sum: usize,
        black: u16,
        white: u16,
    ) -> Result<Option<ScorePair>, TableError> {
        let swaps = white.count_ones() > black.count_ones();
        let (more, fewer) = if swaps {
            (white, black)
        } else {
            (black, white)
        };
        if more.count_ones() as usize > MAX_AMAZONS {
            return Ok(None);
        }
        let known = &self.sizes[size - 1];
        let Some(values) = known.layer.values(shape_sum)? else {
            return Ok(None);
        };
        let pair = ScorePair::from_code(values[known.placements.rank(more, fewer)]);
        Ok(pair.map(|pair| if swaps { pair.negated() } else { pair }))
    }
}

/// The endgame table directory in the user's data directory; `None` without a home directory.
#[must_use]
pub fn default_dir() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.data_dir().join("thermodon").join("endgame"))
}
