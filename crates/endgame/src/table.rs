//! Looking subgames up.

use std::path::{Path, PathBuf};

use amazons::{Color, Game, Position, Region, SquareSet};
use game::PerColor;

use crate::clusters::{Clusters, ShapeNumber};
use crate::error::TableError;
use crate::index::Index;
use crate::layer::Layer;
use crate::pair::Pair;
use crate::placement::{MOST_AMAZONS, Placements};
use crate::shape::MOST_SQUARES;

/// A table of subgames up to some size, in files that are mapped or in memory.
#[derive(Debug)]
pub struct Table {
    clusters: Clusters,
    /// By size, from 1.
    sizes: Vec<Size>,
}

#[derive(Debug)]
struct Size {
    index: Index,
    layer: Layer,
    placements: Placements,
}

impl Size {
    fn new(size: usize, index: Index, layer: Layer) -> Self {
        Self {
            index,
            layer,
            placements: Placements::new(size),
        }
    }
}

/// All clusters of shapes of the sizes that are indexed.
fn clusters(indices: &[Index]) -> Clusters {
    let counts: Vec<usize> = [0]
        .into_iter()
        .chain(indices.iter().map(Index::shapes))
        .collect();
    Clusters::new(&counts, indices.len())
}

/// A region that was found: which shape of its size it is, and which of its squares hold amazons.
#[derive(Clone, Copy, Debug)]
struct Stand {
    size: usize,
    shape: usize,
    black: u16,
    white: u16,
}

/// A file of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableFile {
    /// Where it lies.
    pub path: PathBuf,
    /// How many values it holds, a byte each.
    pub length: u64,
    /// The checksum of the values.
    pub checksum: u64,
}

/// A move in a region, and what the region is then worth if the players go on to take turns in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The move.
    pub mv: amazons::Move,
    /// Black's moves minus White's in the region, this one included.
    pub value: i8,
}

impl Table {
    /// Opens the table in a folder: all sizes from 1 on that are complete. A folder without one is a table that knows
    /// nothing.
    ///
    /// # Errors
    /// If a file of it is not sound.
    pub fn open(folder: &Path) -> Result<Self, TableError> {
        let mut indices = Vec::new();
        while indices.len() < MOST_SQUARES {
            match Index::open(folder, indices.len() + 1)? {
                Some(index) => indices.push(index),
                None => break,
            }
        }
        let clusters = clusters(&indices);
        let mut sizes = Vec::new();
        for (size, index) in (1..).zip(indices) {
            let several = clusters.several(size);
            match Layer::open(folder, size, index.shapes(), several, false) {
                Ok(layer) => sizes.push(Size::new(size, index, layer)),
                // The size is not finished.
                Err(TableError::Io { source, .. })
                    if source.kind() == std::io::ErrorKind::NotFound =>
                {
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Self { clusters, sizes })
    }

    /// A table of those sizes, from 1 on.
    pub(crate) fn of(sizes: Vec<(Index, Layer)>) -> Self {
        let (indices, layers): (Vec<Index>, Vec<Layer>) = sizes.into_iter().unzip();
        Self {
            clusters: clusters(&indices),
            sizes: (1..)
                .zip(indices.into_iter().zip(layers))
                .map(|(size, (index, layer))| Size::new(size, index, layer))
                .collect(),
        }
    }

    /// The most squares of a subgame that it knows; 0 if it knows none.
    #[must_use]
    pub fn largest(&self) -> usize {
        self.sizes.len()
    }

    /// What a region is worth; `None` if it is too large or has too many amazons.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn probe(&self, region: &Region) -> Result<Option<Pair>, TableError> {
        self.probe_squares(
            region.squares(),
            region.amazons(Color::Black),
            region.amazons(Color::White),
        )
    }

    /// What squares are worth that are connected and on which those amazons stand.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    #[inline]
    pub fn probe_squares(
        &self,
        squares: SquareSet,
        black: SquareSet,
        white: SquareSet,
    ) -> Result<Option<Pair>, TableError> {
        let Some(stand) = self.locate(squares, black, white) else {
            return Ok(None);
        };
        self.look_up(stand.size, stand.shape, stand.black, stand.white)
    }

    /// What regions that share a game are worth together, the players taking turns: all regions that an arrow
    /// leaves of one, for instance. `None` if that is not known.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn probe_sum(&self, regions: &[Region]) -> Result<Option<Pair>, TableError> {
        let placing = |region: &Region| {
            let amazons = Color::ALL.map(|color| region.amazons(color));
            (region.squares(), PerColor::new(amazons[0], amazons[1]))
        };
        let placings: Vec<_> = regions.iter().map(placing).collect();
        self.probe_placings(&placings)
    }

    /// The same for squares and the amazons on them.
    pub(crate) fn probe_placings(
        &self,
        placings: &[(SquareSet, PerColor<SquareSet>)],
    ) -> Result<Option<Pair>, TableError> {
        let stands: Option<Vec<Stand>> = placings
            .iter()
            .map(|(squares, amazons)| {
                self.locate(*squares, amazons[Color::Black], amazons[Color::White])
            })
            .collect();
        let Some(mut stands) = stands else {
            return Ok(None);
        };
        let number = |stand: &Stand| self.clusters.shape_number(stand.size, stand.shape);
        stands.sort_by_key(|stand| std::cmp::Reverse(number(stand)));
        let (mut size, mut black, mut white) = (0, 0, 0);
        for stand in &stands {
            if size + stand.size > self.largest() {
                return Ok(None);
            }
            black |= stand.black << size;
            white |= stand.white << size;
            size += stand.size;
        }
        let shapes: Vec<ShapeNumber> = stands.iter().map(number).collect();
        match self.clusters.number(&shapes) {
            Some(_) if size == 0 => Ok(Some(Pair::NONE)),
            Some(cluster) => self.look_up(size, cluster, black, white),
            None => Ok(None),
        }
    }

    /// The moves of a side in a region, the best first, with what each leads to. `None` if that is not known.
    ///
    /// # Errors
    /// If the part of the table that knows is damaged.
    pub fn turns(
        &self,
        position: &Position,
        region: &Region,
        side: Color,
    ) -> Result<Option<Vec<Turn>>, TableError> {
        if region.squares().len() as usize > self.largest() {
            return Ok(None);
        }
        let position = position.with_to_move(side);
        let mut turns = Vec::new();
        for mv in position.moves() {
            if !region.squares().contains(mv.from) {
                continue;
            }
            let Ok(after) = position.after(mv) else {
                continue;
            };
            let parts: Vec<Region> = after
                .regions()
                .filter(|part| part.squares().meets(region.squares()))
                .collect();
            let Some(pair) = self.probe_sum(&parts)? else {
                return Ok(None);
            };
            let [black_next, white_next] = pair.resolved();
            let value = match side {
                Color::Black => white_next + 1,
                Color::White => black_next - 1,
            };
            turns.push(Turn { mv, value });
        }
        turns.sort_by_key(|turn| match side {
            Color::Black => -turn.value,
            Color::White => turn.value,
        });
        Ok(Some(turns))
    }

    /// The value at that place: of the shapes of a size, which one, and which of its placements.
    ///
    /// # Errors
    /// If that part of the table is damaged.
    pub fn value_at(
        &self,
        size: usize,
        shape: usize,
        placement: usize,
    ) -> Result<Option<Pair>, TableError> {
        let Some(known) = size.checked_sub(1).and_then(|place| self.sizes.get(place)) else {
            return Ok(None);
        };
        let values = known.layer.values(shape)?;
        Ok(values
            .and_then(|values| values.get(placement))
            .and_then(|&code| Pair::from_code(code)))
    }

    /// The bytes of all values.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files().map(|file| file.length).sum()
    }

    /// A checksum of the whole table: of all checksums of its files, in the order of sizes and shards.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let checksums: Vec<u8> = self
            .files()
            .flat_map(|file| file.checksum.to_le_bytes())
            .collect();
        twox_hash::XxHash3_64::oneshot(&checksums)
    }

    /// Reads all files and compares them with their checksums.
    ///
    /// # Errors
    /// If one is damaged.
    pub fn check(&self) -> Result<Vec<TableFile>, TableError> {
        for size in &self.sizes {
            for file in size.layer.files() {
                file.contents()?;
            }
        }
        Ok(self.files().collect())
    }

    /// Its files, the smallest size first.
    fn files(&self) -> impl Iterator<Item = TableFile> {
        let files = self.sizes.iter().flat_map(|size| size.layer.files());
        files.map(|file| TableFile {
            path: file.path().into(),
            length: file.length(),
            checksum: file.checksum(),
        })
    }

    /// How often each value occurs among the subgames of a size, in the order of the values.
    ///
    /// # Errors
    /// If that part of the table is damaged.
    pub fn statistics(&self, size: usize) -> Result<Vec<(Pair, u64)>, TableError> {
        let Some(known) = size.checked_sub(1).and_then(|place| self.sizes.get(place)) else {
            return Ok(Vec::new());
        };
        let mut counts = [0_u64; 256];
        for values in known.layer.shape_values() {
            for &code in values? {
                counts[usize::from(code)] += 1;
            }
        }
        let mut found: Vec<(Pair, u64)> = (0..=u8::MAX)
            .filter_map(|code| Some((Pair::from_code(code)?, counts[usize::from(code)])))
            .filter(|&(_, count)| count > 0)
            .collect();
        found.sort_unstable();
        Ok(found)
    }

    #[inline]
    fn locate(&self, squares: SquareSet, black: SquareSet, white: SquareSet) -> Option<Stand> {
        let size = squares.len() as usize;
        let known = self.sizes.get(size.wrapping_sub(1))?;
        if black.len() as usize > MOST_AMAZONS || white.len() as usize > MOST_AMAZONS {
            return None;
        }
        let found = known.index.locate(squares, black, white)?;
        Some(Stand {
            size,
            shape: found.shape,
            black: found.black,
            white: found.white,
        })
    }

    #[inline]
    fn look_up(
        &self,
        size: usize,
        cluster: usize,
        black: u16,
        white: u16,
    ) -> Result<Option<Pair>, TableError> {
        let swaps = white.count_ones() > black.count_ones();
        let (more, fewer) = if swaps {
            (white, black)
        } else {
            (black, white)
        };
        if more.count_ones() as usize > MOST_AMAZONS {
            return Ok(None);
        }
        let known = &self.sizes[size - 1];
        let Some(values) = known.layer.values(cluster)? else {
            return Ok(None);
        };
        let pair = Pair::from_code(values[known.placements.rank(more, fewer)]);
        Ok(pair.map(|pair| if swaps { pair.swapped() } else { pair }))
    }
}
