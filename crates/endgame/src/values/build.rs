//! Builds the value table size by size and file by file on all cores; keeps existing files.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use combinatorial::{GameValue, ValueStore};

use super::retrograde::{ValueLayer, ValueWorker};
use super::shard::{ValueRecord, ValueShard};
use crate::error::TableError;
use crate::placement::Placements;
use crate::scores::build::write_index;
use crate::shape_catalogue::ShapeCatalogue;

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBuildProgress {
    /// Squares of the subgames being computed.
    pub size: usize,
    /// Subgames done, including those of earlier builds.
    pub done: u64,
    /// Number of subgames in all.
    pub total: u64,
    /// Distinct values so far.
    pub values: u64,
}

/// Id of a value that has none yet.
const UNASSIGNED: u32 = u32::MAX;

/// Ids of values in the files. Each run meets values in another order; ids follow the order of
/// shapes and placements, so all builds write the same files.
#[derive(Default)]
struct ValueIds {
    /// By value.
    numbers: Vec<u32>,
    /// By id.
    values: Vec<GameValue>,
}

impl ValueIds {
    fn id(&self, value: GameValue) -> u32 {
        self.numbers
            .get(value.index())
            .copied()
            .unwrap_or(UNASSIGNED)
    }

    fn assign(&mut self, value: GameValue) {
        if self.numbers.len() <= value.index() {
            self.numbers.resize(value.index() + 1, UNASSIGNED);
        }
        self.numbers[value.index()] = self.values.len() as u32;
        self.values.push(value);
    }

    /// Assigns an id after the options and before the negative.
    fn assign_with_options(&mut self, games: &ValueStore, value: GameValue) {
        if self.id(value) != UNASSIGNED {
            return;
        }
        let forms = games.forms();
        for &option in forms
            .left_options(value)
            .iter()
            .chain(forms.right_options(value))
        {
            self.assign_with_options(games, option);
        }
        // An option may have assigned it through its negative.
        if self.id(value) == UNASSIGNED {
            self.assign(value);
            self.assign_with_options(games, games.negative(value));
        }
    }

    /// Record of a value.
    fn record(&self, games: &mut ValueStore, number: usize) -> ValueRecord {
        let value = self.values[number];
        let thermograph = games.thermograph(value);
        let outcome = games.outcome(value);
        let forms = games.forms();
        let numbers = |options: &[GameValue]| {
            let mut numbers: Vec<u32> = options.iter().map(|&option| self.id(option)).collect();
            numbers.sort_unstable();
            numbers
        };
        ValueRecord {
            negative: self.id(games.negative(value)),
            outcome,
            left_stop: forms.left_stop(value),
            right_stop: forms.right_stop(value),
            mean: thermograph.mean(),
            temperature: thermograph.temperature(),
            left_options: numbers(forms.left_options(value)),
            right_options: numbers(forms.right_options(value)),
        }
    }
}

/// Builds the missing files of the value table of subgames with up to `size` squares, on the
/// threads of the current rayon pool. `watch` receives progress and interrupts by returning
/// `false`; finished files stay.
///
/// # Errors
/// If a file cannot be written, an existing file is invalid, or the build is interrupted.
pub fn build_value_table(
    folder: &Path,
    size: usize,
    watch: &(dyn Fn(ValueBuildProgress) -> bool + Sync),
) -> Result<(), TableError> {
    std::fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))?;
    let catalogue = ShapeCatalogue::new(size);
    let entries =
        |size: usize| catalogue.shapes(size).len() as u64 * Placements::new(size).len() as u64;
    let mut builder = Builder {
        folder,
        catalogue: &catalogue,
        games: RwLock::new(ValueStore::default()),
        ids: ValueIds::default(),
        layers: Vec::new(),
        done: 0,
        total: (1..=size).map(entries).sum(),
        watch,
    };
    for layer in 1..=size {
        write_index(folder, layer, &catalogue)?;
        builder.make_layer(layer, layer < size)?;
    }
    Ok(())
}

struct Builder<'b> {
    folder: &'b Path,
    catalogue: &'b ShapeCatalogue,
    games: RwLock<ValueStore>,
    ids: ValueIds,
    layers: Vec<ValueLayer>,
    done: u64,
    total: u64,
    watch: &'b (dyn Fn(ValueBuildProgress) -> bool + Sync),
}

impl Builder<'_> {
    /// Computes or reads all files of a size; keeps the values only if a larger size follows.
    fn make_layer(&mut self, size: usize, is_kept: bool) -> Result<(), TableError> {
        let placements = Placements::new(size);
        let shapes = self.catalogue.shapes(size).len();
        let games = std::mem::take(&mut self.games);
        let mut workers: Vec<ValueWorker> = (0..rayon::current_num_threads())
            .map(|_| ValueWorker::new(&games, size))
            .collect();
        let mut all: Vec<GameValue> = Vec::new();
        for shard in ValueShard::all(size, shapes) {
            let count = shard.range(shapes).len() * placements.len();
            let values = if shard.path(self.folder).exists() {
                self.read(shard, &games)?
            } else {
                let mut values = vec![GameValue::ZERO; count];
                self.compute(shard, &mut workers, &mut values)?;
                self.write(shard, &games, &values)?;
                values
            };
            if is_kept {
                all.extend(values);
            }
            self.done += count as u64;
            if !self.report(size, 0) {
                return Err(TableError::Interrupted);
            }
        }
        drop(workers);
        self.games = games;
        self.layers.push(ValueLayer {
            placements,
            values: all,
        });
        Ok(())
    }

    fn report(&self, size: usize, within: u64) -> bool {
        (self.watch)(ValueBuildProgress {
            size,
            done: self.done + within,
            total: self.total,
            values: self.ids.values.len() as u64,
        })
    }

    /// Reads the values of an existing file.
    fn read(
        &mut self,
        shard: ValueShard,
        games: &RwLock<ValueStore>,
    ) -> Result<Vec<GameValue>, TableError> {
        let file = shard.open(self.folder, self.catalogue.shapes(shard.size).len())?;
        let damaged = || TableError::ChecksumMismatch {
            path: file.path().into(),
        };
        if file.first_value_id as usize != self.ids.values.len() {
            return Err(TableError::WrongContents {
                path: file.path().into(),
            });
        }
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        for place in 0..file.new_values() {
            let record = file.value(place)?.ok_or_else(damaged)?;
            let values = |numbers: &[u32]| {
                let value = |&number: &u32| self.ids.values.get(number as usize).copied();
                let mut values = numbers
                    .iter()
                    .map(value)
                    .collect::<Option<Vec<GameValue>>>()?;
                values.sort_unstable();
                Some(values)
            };
            let (left_options, right_options) = values(&record.left_options)
                .zip(values(&record.right_options))
                .ok_or_else(damaged)?;
            let value = games.intern_canonical(&left_options, &right_options);
            self.ids.assign(value);
        }
        file.value_ids()?
            .map(|number| {
                self.ids
                    .values
                    .get(number as usize)
                    .copied()
                    .ok_or_else(damaged)
            })
            .collect()
    }

    /// Threads take shapes one by one.
    fn compute(
        &self,
        shard: ValueShard,
        workers: &mut [ValueWorker],
        values: &mut [GameValue],
    ) -> Result<(), TableError> {
        let stride = Placements::new(shard.size).len();
        let shapes = self.catalogue.shapes(shard.size);
        let shapes = &shapes[shard.range(shapes.len())];
        let work = Mutex::new(shapes.iter().zip(values.chunks_mut(stride)));
        let (within, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for worker in workers {
                let (work, within, stop) = (&work, &within, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some((&shape, values)) = next else { break };
                        worker.solve(self.catalogue, shape, &self.layers, values);
                        let done = within.fetch_add(stride as u64, Ordering::Relaxed);
                        if !self.report(shard.size, done) {
                            stop.store(true, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        if stop.into_inner() {
            return Err(TableError::Interrupted);
        }
        Ok(())
    }

    fn write(
        &mut self,
        shard: ValueShard,
        games: &RwLock<ValueStore>,
        values: &[GameValue],
    ) -> Result<(), TableError> {
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        let first = self.ids.values.len();
        for &value in values {
            self.ids.assign_with_options(&games, value);
        }
        let new = first..self.ids.values.len();
        let records: Vec<ValueRecord> = new
            .map(|number| self.ids.record(&mut games, number))
            .collect();
        let numbers = values.iter().map(|&value| self.ids.id(value));
        let shapes = self.catalogue.shapes(shard.size).len();
        shard.write(self.folder, shapes, numbers, first as u32, &records)
    }
}
