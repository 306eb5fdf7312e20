//! Building a table: layer by layer, shard by shard, on all cores; what is there already stays.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::catalogue::Catalogue;
use crate::error::TableError;
use crate::index::Index;
use crate::layer::Layer;
use crate::pair::Pair;
use crate::placement::Placements;
use crate::shard::{Content, Shard};
use crate::solve::Solver;
use crate::table::Table;

/// How far a build has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The part that is being made.
    pub shard: Shard,
    /// Subgames and sums whose values are known, those of earlier builds included.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// Who is told how far a build has come. Returning `false` interrupts it: finished shards stay.
pub type Watch<'w> = &'w (dyn Fn(Progress) -> bool + Sync);

/// Clusters that a core does in one go.
const CHUNK: usize = 64;

/// Builds all that is missing of the table of subgames up to a size.
///
/// # Errors
/// If a file cannot be written, one that is there is not sound, or the watcher interrupts. Every shard that was
/// finished before can be used; what was begun is made again by the next build.
pub fn build(folder: &Path, size: usize, watch: Watch) -> Result<(), TableError> {
    std::fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))?;
    let catalogue = Catalogue::new(size);
    let work: Vec<Vec<Shard>> = (1..=size).map(|layer| shards(&catalogue, layer)).collect();
    let total = work
        .iter()
        .flatten()
        .map(|&shard| entries(&catalogue, shard))
        .sum();
    let mut done = 0;
    for (layer, shards) in (1..).zip(&work) {
        write_index(folder, layer, &catalogue)?;
        let smaller = smaller_layer(folder, layer, &catalogue)?;
        for &shard in shards {
            let count = cluster_count(&catalogue, shard);
            if shard.path(folder).exists() {
                shard.open(folder, count)?.contents()?;
            } else {
                let tell = |within: u64| {
                    watch(Progress {
                        shard,
                        done: done + within,
                        total,
                    })
                };
                let values = make(&catalogue, shard, smaller.as_ref(), &tell)?;
                shard.write(folder, count, &values)?;
            }
            done += entries(&catalogue, shard);
            if !watch(Progress { shard, done, total }) {
                return Err(TableError::Interrupted);
            }
        }
    }
    Ok(())
}

/// Builds one shard, if it is not there. All smaller sizes must have been built, with their sums.
///
/// # Errors
/// As [`build`], and if there is no such shard or a smaller size is missing.
pub fn build_shard(folder: &Path, shard: Shard, watch: Watch) -> Result<(), TableError> {
    let largest = match shard.content {
        Content::Shapes => shard.size,
        Content::Sums => shard.size + 1,
    };
    let no_such = || TableError::NotAShard(shard.to_string());
    if largest > crate::shape::MOST_SQUARES {
        return Err(no_such());
    }
    let catalogue = Catalogue::new(largest);
    let count = cluster_count(&catalogue, shard);
    if shard.places(count).is_empty() {
        return Err(no_such());
    }
    if shard.path(folder).exists() {
        return shard.open(folder, count)?.contents().map(|_| ());
    }
    write_index(folder, shard.size, &catalogue)?;
    let smaller = smaller_layer(folder, shard.size, &catalogue)?;
    let total = entries(&catalogue, shard);
    let tell = |done| watch(Progress { shard, done, total });
    let values = make(&catalogue, shard, smaller.as_ref(), &tell)?;
    shard.write(folder, count, &values)
}

/// Makes the table of subgames up to a size in memory: up to six squares within hundredths of a second.
///
/// # Panics
/// Never: nothing is read or written, and nobody interrupts.
#[must_use]
pub fn build_in_memory(size: usize) -> Table {
    let catalogue = Catalogue::new(size);
    let mut sizes: Vec<(Index, Layer)> = Vec::new();
    for size in 1..=size {
        let smaller = sizes.last().map(|(_, layer)| layer);
        let part = |shard: Shard| {
            let values = make(&catalogue, shard, smaller, &|_| true);
            let values = values.expect("nothing that can fail is done");
            shard.hold(cluster_count(&catalogue, shard), values)
        };
        let (shapes, sums): (Vec<Shard>, Vec<Shard>) = shards(&catalogue, size)
            .into_iter()
            .partition(|shard| shard.content == Content::Shapes);
        let layer = Layer::held(
            size,
            catalogue.clusters().single(size),
            shapes.into_iter().map(part).collect(),
            sums.into_iter().map(part).collect(),
        );
        sizes.push((Index::held(size, catalogue.shapes(size)), layer));
    }
    Table::of(sizes)
}

/// The shards of a size. Of the largest size only subgames are wanted: nothing else is made from them.
fn shards(catalogue: &Catalogue, size: usize) -> Vec<Shard> {
    let clusters = catalogue.clusters();
    let shapes = Shard::all(size, Content::Shapes, clusters.single(size));
    let sums = Shard::all(size, Content::Sums, clusters.several(size));
    shapes.chain(sums).collect()
}

fn cluster_count(catalogue: &Catalogue, shard: Shard) -> usize {
    match shard.content {
        Content::Shapes => catalogue.clusters().single(shard.size),
        Content::Sums => catalogue.clusters().several(shard.size),
    }
}

/// The number of values in a shard.
fn entries(catalogue: &Catalogue, shard: Shard) -> u64 {
    let clusters = shard.places(cluster_count(catalogue, shard)).len();
    clusters as u64 * Placements::new(shard.size).len() as u64
}

pub(crate) fn write_index(
    folder: &Path,
    size: usize,
    catalogue: &Catalogue,
) -> Result<(), TableError> {
    if Index::open(folder, size)?.is_none() {
        Index::write(folder, size, catalogue.shapes(size))?;
    }
    Ok(())
}

/// What clusters of a size are made from; `None` for single squares, of which nothing is left.
fn smaller_layer(
    folder: &Path,
    size: usize,
    catalogue: &Catalogue,
) -> Result<Option<Layer>, TableError> {
    let below = size - 1;
    if below == 0 {
        return Ok(None);
    }
    for shard in shards(catalogue, below) {
        let path = shard.path(folder);
        if !path.exists() {
            return Err(TableError::Missing { path, size: below });
        }
    }
    let clusters = catalogue.clusters();
    let (single, several) = (clusters.single(below), clusters.several(below));
    Layer::open(folder, below, single, several, true).map(Some)
}

/// The values of a shard. `tell` hears how many of them are known, and may say stop.
fn make(
    catalogue: &Catalogue,
    shard: Shard,
    smaller: Option<&Layer>,
    tell: &(dyn Fn(u64) -> bool + Sync),
) -> Result<Vec<u8>, TableError> {
    /// What is left of a single square: nothing.
    const NOTHING: [u8; 1] = [Pair::NONE.code()];
    let count = cluster_count(catalogue, shard);
    let places = shard.places(count);
    let first = match shard.content {
        Content::Shapes => places.start,
        Content::Sums => catalogue.clusters().single(shard.size) + places.start,
    };
    let stride = Placements::new(shard.size).len();
    let mut values = vec![0; places.len() * stride];
    let done = AtomicU64::new(0);
    values
        .par_chunks_mut(CHUNK * stride)
        .enumerate()
        .try_for_each_init(
            || Solver::new(shard.size),
            |solver, (chunk, values)| {
                for (place, values) in values.chunks_mut(stride).enumerate() {
                    let number = first + chunk * CHUNK + place;
                    let cluster = catalogue.clusters().get(shard.size, number);
                    solver.solve(catalogue, &cluster, values, |left| match smaller {
                        None => Ok(&NOTHING[..]),
                        Some(layer) => layer
                            .values(left)
                            .map(|values| values.expect("all sums of that size were opened")),
                    })?;
                }
                let within = values.len() as u64;
                let done = done.fetch_add(within, Ordering::Relaxed) + within;
                if tell(done) {
                    Ok(())
                } else {
                    Err(TableError::Interrupted)
                }
            },
        )?;
    Ok(values)
}
