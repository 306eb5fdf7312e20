//! Builds the value table layer by layer and shard by shard on all cores; keeps existing files.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use combinatorial::{GameValue, Player, ValueStore};
use parking_lot::{Mutex, RwLock};

use super::retrograde::{ValueLayer, ValueWorker};
use super::shard::{ValueFile, ValueRecord, value_shards};
use crate::error::TableError;
use crate::placement::Placements;
use crate::scores::Shard;
use crate::scores::build::write_index;
use crate::shape_catalogue::ShapeCatalogue;

/// Progress of a build.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueBuildProgress {
    /// Number of squares of the subgames being computed.
    pub size: usize,
    /// Subgames done, including those of earlier builds.
    pub done: u64,
    /// Total number of subgames.
    pub total: u64,
    /// Number of distinct values in the files so far.
    pub values: u64,
}

/// Placeholder for a value that has no id yet.
const UNASSIGNED: u32 = u32::MAX;

/// Ids of values in the files. The index of a [`GameValue`] depends on the order in which threads
/// intern values; ids follow the order of shapes and placements, so every build writes the same
/// files.
#[derive(Default)]
struct ValueIds {
    /// Ids by index of the value; [`UNASSIGNED`] if it has none.
    ids: Vec<u32>,
    /// Values by id.
    values: Vec<GameValue>,
}

impl ValueIds {
    /// Id of a value, or [`UNASSIGNED`].
    fn id(&self, value: GameValue) -> u32 {
        self.ids.get(value.index()).copied().unwrap_or(UNASSIGNED)
    }

    /// Value of an id, if it is assigned.
    fn value(&self, id: u32) -> Option<GameValue> {
        self.values.get(id as usize).copied()
    }

    /// Assigns the next id.
    fn assign(&mut self, value: GameValue) {
        if self.ids.len() <= value.index() {
            self.ids.resize(value.index() + 1, UNASSIGNED);
        }
        self.ids[value.index()] = self.values.len() as u32;
        self.values.push(value);
    }

    /// Assigns ids to the options of a value, then to the value, then to its negative, unless they
    /// have one.
    fn assign_with_options(&mut self, store: &ValueStore, value: GameValue) {
        if self.id(value) != UNASSIGNED {
            return;
        }
        let forms = store.forms();
        for player in Player::BOTH {
            for &option in forms.options(value, player) {
                self.assign_with_options(store, option);
            }
        }
        // Assigning the options may have assigned this value too, through a negative.
        if self.id(value) == UNASSIGNED {
            self.assign(value);
            self.assign_with_options(store, store.negative(value));
        }
    }

    /// Record of the value with an id.
    fn record(&self, store: &mut ValueStore, id: usize) -> ValueRecord {
        let value = self.values[id];
        let thermograph = store.thermograph(value);
        let outcome = store.outcome(value);
        let forms = store.forms();
        let [left_options, right_options] = Player::BOTH.map(|player| {
            let options = forms.options(value, player).iter();
            let mut ids: Vec<u32> = options.map(|&option| self.id(option)).collect();
            ids.sort_unstable();
            ids
        });
        ValueRecord {
            negative: self.id(store.negative(value)),
            outcome,
            left_stop: forms.left_stop(value),
            right_stop: forms.right_stop(value),
            mean: thermograph.mean(),
            temperature: thermograph.temperature(),
            left_options,
            right_options,
        }
    }
}

/// Builds the missing files of the value table for subgames with up to `size` squares, with as many
/// threads as the current rayon pool has. `on_progress` interrupts the build by returning `false`;
/// finished files stay.
///
/// # Errors
/// If a file cannot be written, an existing file is invalid, or the build is interrupted.
pub fn build_value_table(
    dir: &Path,
    size: usize,
    on_progress: &(dyn Fn(ValueBuildProgress) -> bool + Sync),
) -> Result<(), TableError> {
    std::fs::create_dir_all(dir).map_err(TableError::io("create the directory", dir))?;
    let _lock = storage::DirLock::acquire(dir).map_err(TableError::Locked)?;
    let catalogue = ShapeCatalogue::new(size);
    let subgame_count =
        |size: usize| catalogue.shapes(size).len() as u64 * Placements::new(size).count() as u64;
    let mut builder = Builder {
        dir,
        catalogue: &catalogue,
        store: RwLock::new(ValueStore::default()),
        ids: ValueIds::default(),
        layers: Vec::new(),
        done: 0,
        total: (1..=size).map(subgame_count).sum(),
        on_progress,
    };
    for layer in 1..=size {
        write_index(dir, layer, &catalogue)?;
        builder.build_layer(layer, layer < size)?;
    }
    Ok(())
}

struct Builder<'b> {
    dir: &'b Path,
    catalogue: &'b ShapeCatalogue,
    store: RwLock<ValueStore>,
    ids: ValueIds,
    /// Finished layers, from one square on.
    layers: Vec<ValueLayer>,
    /// Subgames in finished shards.
    done: u64,
    total: u64,
    on_progress: &'b (dyn Fn(ValueBuildProgress) -> bool + Sync),
}

impl Builder<'_> {
    /// Computes or reads all shards of a size. `keep_values`: larger sizes need the values.
    fn build_layer(&mut self, size: usize, keep_values: bool) -> Result<(), TableError> {
        let placements = Placements::new(size);
        let shapes = self.catalogue.shapes(size).len();
        // Taken out, since the workers borrow it while `self` changes.
        let store = std::mem::take(&mut self.store);
        let mut workers: Vec<ValueWorker> = (0..rayon::current_num_threads())
            .map(|_| ValueWorker::new(&store, size))
            .collect();
        let mut layer_values: Vec<GameValue> = Vec::new();
        for shard in value_shards(size, shapes) {
            let count = shard.range(shapes).len() * placements.count();
            let values = if shard.path(self.dir).exists() {
                self.read_shard(shard, &store)?
            } else {
                let mut values = vec![GameValue::ZERO; count];
                self.compute_shard(shard, &mut workers, &mut values)?;
                self.write_shard(shard, &store, &values)?;
                values
            };
            if keep_values {
                layer_values.extend(values);
            }
            self.done += count as u64;
            if !self.report(size, 0) {
                return Err(TableError::Interrupted);
            }
        }
        drop(workers);
        self.store = store;
        self.layers.push(ValueLayer {
            placements,
            values: layer_values,
        });
        Ok(())
    }

    /// Reports progress, `done_in_shard` subgames into the current shard; `false` interrupts.
    fn report(&self, size: usize, done_in_shard: u64) -> bool {
        (self.on_progress)(ValueBuildProgress {
            size,
            done: self.done + done_in_shard,
            total: self.total,
            values: self.ids.values.len() as u64,
        })
    }

    /// Reads the values of an existing file and assigns the ids of its new values.
    fn read_shard(
        &mut self,
        shard: Shard,
        store: &RwLock<ValueStore>,
    ) -> Result<Vec<GameValue>, TableError> {
        let file = ValueFile::open(self.dir, shard, self.catalogue.shapes(shard.size).len())?;
        let corrupt = || TableError::ChecksumMismatch(file.path().into());
        if file.first_value_id as usize != self.ids.values.len() {
            return Err(TableError::WrongContents(file.path().into()));
        }
        let mut store = store.write();
        for index in 0..file.new_values() {
            let record = file.value(index)?.ok_or_else(corrupt)?;
            let sorted_values = |ids: &[u32]| -> Result<Vec<GameValue>, TableError> {
                let values = ids.iter().map(|&id| self.ids.value(id).ok_or_else(corrupt));
                let mut values = values.collect::<Result<Vec<_>, _>>()?;
                values.sort_unstable();
                Ok(values)
            };
            let left_options = sorted_values(&record.left_options)?;
            let right_options = sorted_values(&record.right_options)?;
            let value = store.intern_canonical(&left_options, &right_options);
            self.ids.assign(value);
        }
        let ids = file.value_ids()?;
        ids.map(|id| self.ids.value(id).ok_or_else(corrupt))
            .collect()
    }

    /// Computes the values of a shard; each worker takes the next shape until none is left.
    fn compute_shard(
        &self,
        shard: Shard,
        workers: &mut [ValueWorker],
        values: &mut [GameValue],
    ) -> Result<(), TableError> {
        let placement_count = Placements::new(shard.size).count();
        let shapes = self.catalogue.shapes(shard.size);
        let shapes = &shapes[shard.range(shapes.len())];
        let queue = Mutex::new(shapes.iter().zip(values.chunks_mut(placement_count)));
        let (done_in_shard, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        std::thread::scope(|scope| {
            for worker in workers {
                let (queue, done_in_shard, stop) = (&queue, &done_in_shard, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let next = queue.lock().next();
                        let Some((&shape, values)) = next else { break };
                        worker.solve(self.catalogue, shape, &self.layers, values);
                        let done =
                            done_in_shard.fetch_add(placement_count as u64, Ordering::Relaxed);
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

    /// Assigns ids to the new values of a shard and writes its file.
    fn write_shard(
        &mut self,
        shard: Shard,
        store: &RwLock<ValueStore>,
        values: &[GameValue],
    ) -> Result<(), TableError> {
        let mut store = store.write();
        let first_new_id = self.ids.values.len();
        for &value in values {
            self.ids.assign_with_options(&store, value);
        }
        let new_ids = first_new_id..self.ids.values.len();
        let records: Vec<ValueRecord> = new_ids.map(|id| self.ids.record(&mut store, id)).collect();
        let ids = values.iter().map(|&value| self.ids.id(value));
        let shapes = self.catalogue.shapes(shard.size).len();
        ValueFile::write(self.dir, shard, shapes, ids, first_new_id as u32, &records)
    }
}
