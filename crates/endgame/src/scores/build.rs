//! Builds the score table layer by layer and shard by shard on all cores; keeps existing files.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layer::ScoreLayer;
use super::retrograde::RetrogradeSolver;
use super::score_pair::ScorePair;
use super::shard::{Shard, ShardKind};
use super::table::ScoreTable;
use crate::error::TableError;
use crate::placement::Placements;
use crate::shape_catalogue::ShapeCatalogue;
use crate::shape_index::ShapeIndex;

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BuildProgress {
    /// Shard being computed.
    pub shard: Shard,
    /// Subgames and sums done, including those of earlier builds.
    pub done: u64,
    /// Number of subgames and sums in all.
    pub total: u64,
}

/// Receives the progress of a build. Returning `false` interrupts it; finished shards stay.
pub type ProgressCallback<'w> = &'w (dyn Fn(BuildProgress) -> bool + Sync);

/// Shape sums per parallel task.
const CHUNK_SIZE: usize = 64;

/// Builds the missing shards of the score table of subgames with up to `size` squares.
///
/// # Errors
/// If a file cannot be written, an existing file is invalid, or the callback interrupts. Finished
/// shards stay; an unfinished one is computed again by the next build.
pub fn build_score_table(
    dir: &Path,
    size: usize,
    watch: ProgressCallback,
) -> Result<(), TableError> {
    std::fs::create_dir_all(dir).map_err(TableError::io("create the directory", dir))?;
    let _lock = storage::DirLock::acquire(dir).map_err(TableError::Locked)?;
    let catalogue = ShapeCatalogue::new(size);
    let all_shards = (1..=size).flat_map(|layer| shards(&catalogue, layer));
    let total = all_shards.map(|shard| entry_count(&catalogue, shard)).sum();
    let mut done = 0;
    for layer in 1..=size {
        write_index(dir, layer, &catalogue)?;
        let smaller = smaller_layer(dir, layer, &catalogue)?;
        for shard in shards(&catalogue, layer) {
            let report = |within| {
                let done = done + within;
                watch(BuildProgress { shard, done, total })
            };
            build_shard(dir, &catalogue, shard, smaller.as_ref(), &report)?;
            done += entry_count(&catalogue, shard);
            if !watch(BuildProgress { shard, done, total }) {
                return Err(TableError::Interrupted);
            }
        }
    }
    Ok(())
}

/// Builds one shard if it is missing. All smaller sizes must be complete, including sums.
///
/// # Errors
/// As [`build_score_table`]; also if there is no such shard or a smaller size is missing.
pub fn build_score_shard(
    dir: &Path,
    shard: Shard,
    watch: ProgressCallback,
) -> Result<(), TableError> {
    let largest = match shard.content {
        ShardKind::Shapes => shard.size,
        ShardKind::Sums => shard.size + 1,
        ShardKind::Values => usize::MAX,
    };
    let no_such = || TableError::ParseShardName(shard.to_string());
    if largest > crate::shape::MAX_SQUARES {
        return Err(no_such());
    }
    let catalogue = ShapeCatalogue::new(largest);
    if shard.range(shape_sum_count(&catalogue, shard)).is_empty() {
        return Err(no_such());
    }
    let mut smaller = None;
    if !shard.path(dir).exists() {
        write_index(dir, shard.size, &catalogue)?;
        smaller = smaller_layer(dir, shard.size, &catalogue)?;
    }
    let total = entry_count(&catalogue, shard);
    let report = |done| watch(BuildProgress { shard, done, total });
    build_shard(dir, &catalogue, shard, smaller.as_ref(), &report)
}

/// Builds a shard, or verifies the existing file.
fn build_shard(
    dir: &Path,
    catalogue: &ShapeCatalogue,
    shard: Shard,
    smaller: Option<&ScoreLayer>,
    report: &(dyn Fn(u64) -> bool + Sync),
) -> Result<(), TableError> {
    let count = shape_sum_count(catalogue, shard);
    if shard.path(dir).exists() {
        return shard.open(dir, count)?.contents().map(|_| ());
    }
    let codes = compute_shard(catalogue, shard, smaller, report)?;
    shard.write(dir, count, &codes)
}

/// Builds the score table of subgames with up to `size` squares in memory; up to six squares take
/// hundredths of a second.
///
/// # Panics
/// Never: no I/O, no interruption.
#[must_use]
pub fn build_score_table_in_memory(size: usize) -> ScoreTable {
    let catalogue = ShapeCatalogue::new(size);
    let mut sizes: Vec<(ShapeIndex, ScoreLayer)> = Vec::new();
    for size in 1..=size {
        let smaller = sizes.last().map(|(_, layer)| layer);
        let compute = |shard: Shard, count| {
            let codes = compute_shard(&catalogue, shard, smaller, &|_| true)?;
            Ok(shard.in_memory(count, codes))
        };
        let layer = ScoreLayer::new(size, catalogue.shape_sums().counts(size), compute)
            .expect("nothing that can fail is done");
        sizes.push((ShapeIndex::in_memory(size, catalogue.shapes(size)), layer));
    }
    ScoreTable::new(sizes)
}

/// Shards of one size. The largest size has no sums, since nothing is computed from them.
fn shards(catalogue: &ShapeCatalogue, size: usize) -> impl Iterator<Item = Shard> {
    let [shapes, sums] = catalogue.shape_sums().counts(size);
    let shapes = Shard::all(size, ShardKind::Shapes, shapes);
    shapes.chain(Shard::all(size, ShardKind::Sums, sums))
}

/// Number of shape sums of the shard's kind and size, in all shards.
fn shape_sum_count(catalogue: &ShapeCatalogue, shard: Shard) -> usize {
    let [shapes, sums] = catalogue.shape_sums().counts(shard.size);
    match shard.content {
        ShardKind::Sums => sums,
        _ => shapes,
    }
}

/// Number of scores in a shard.
fn entry_count(catalogue: &ShapeCatalogue, shard: Shard) -> u64 {
    let shape_sums = shard.range(shape_sum_count(catalogue, shard)).len();
    shape_sums as u64 * Placements::new(shard.size).count() as u64
}

pub(crate) fn write_index(
    dir: &Path,
    size: usize,
    catalogue: &ShapeCatalogue,
) -> Result<(), TableError> {
    if ShapeIndex::open(dir, size)?.is_none() {
        ShapeIndex::write(dir, size, catalogue.shapes(size))?;
    }
    Ok(())
}

/// The layer that shape sums of `size` squares are computed from; `None` for single squares.
fn smaller_layer(
    dir: &Path,
    size: usize,
    catalogue: &ShapeCatalogue,
) -> Result<Option<ScoreLayer>, TableError> {
    let below = size - 1;
    if below == 0 {
        return Ok(None);
    }
    for shard in shards(catalogue, below) {
        let path = shard.path(dir);
        if !path.exists() {
            return Err(TableError::MissingShard { path, size: below });
        }
    }
    ScoreLayer::open(dir, below, catalogue.shape_sums().counts(below)).map(Some)
}

/// Computes the scores of a shard. `report` receives the number of finished scores and may
/// interrupt.
fn compute_shard(
    catalogue: &ShapeCatalogue,
    shard: Shard,
    smaller: Option<&ScoreLayer>,
    report: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Vec<u8>, TableError> {
    /// Scores of the empty remainder of a single square.
    const NOTHING: [u8; 1] = [ScorePair::NO_MOVES.code()];
    let count = shape_sum_count(catalogue, shard);
    let range = shard.range(count);
    let first = match shard.content {
        ShardKind::Sums => catalogue.shape_sums().counts(shard.size)[0] + range.start,
        _ => range.start,
    };
    let stride = Placements::new(shard.size).count();
    let mut values = vec![0; range.len() * stride];
    let done = AtomicU64::new(0);
    values
        .par_chunks_mut(CHUNK_SIZE * stride)
        .enumerate()
        .try_for_each_init(
            || RetrogradeSolver::new(shard.size),
            |solver, (chunk, values)| {
                for (place, values) in values.chunks_mut(stride).enumerate() {
                    let number = first + chunk * CHUNK_SIZE + place;
                    let shape_sum = catalogue.shape_sums().get(shard.size, number);
                    solver.solve(catalogue, &shape_sum, values, |left| match smaller {
                        None => Ok(&NOTHING[..]),
                        Some(layer) => layer
                            .codes(left)
                            .map(|codes| codes.expect("all sums of that size were opened")),
                    })?;
                }
                let within = values.len() as u64;
                let done = done.fetch_add(within, Ordering::Relaxed) + within;
                if report(done) {
                    Ok(())
                } else {
                    Err(TableError::Interrupted)
                }
            },
        )?;
    Ok(values)
}
