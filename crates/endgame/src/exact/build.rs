//! Building the table of exact values: size by size, file by file, on all cores; what is there already stays.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use combinatorial::{Games, Value};

use super::shard::{ExactShard, ExactValue};
use super::solve::{Layer, Worker};
use crate::build::write_index;
use crate::catalogue::Catalogue;
use crate::error::TableError;
use crate::placement::Placements;

/// How far a build of exact values has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExactProgress {
    /// The size that is being made.
    pub size: usize,
    /// Subgames whose values are known, those of earlier builds included.
    pub done: u64,
    /// All of them.
    pub total: u64,
    /// Different values that were met.
    pub values: u64,
}

/// The number of a value that has none yet.
const NONE: u32 = u32::MAX;

/// Which number each value has in the files. Values are met in another order by every run; their numbers follow the order
/// of shapes and placements, so that the files of all builds are the same.
#[derive(Default)]
struct Numbering {
    /// By value.
    numbers: Vec<u32>,
    /// By number.
    values: Vec<Value>,
}

impl Numbering {
    fn number(&self, value: Value) -> u32 {
        self.numbers.get(value.index()).copied().unwrap_or(NONE)
    }

    fn assign(&mut self, value: Value) {
        if self.numbers.len() <= value.index() {
            self.numbers.resize(value.index() + 1, NONE);
        }
        self.numbers[value.index()] = self.values.len() as u32;
        self.values.push(value);
    }

    /// Gives a value a number, after its options and before its negative.
    fn meet(&mut self, games: &Games, value: Value) {
        if self.number(value) != NONE {
            return;
        }
        let forms = games.forms();
        for &option in forms.lefts(value).iter().chain(forms.rights(value)) {
            self.meet(games, option);
        }
        // An option may have brought it along as its negative's.
        if self.number(value) == NONE {
            self.assign(value);
            self.meet(games, games.negative(value));
        }
    }

    /// What is written of the value of that number.
    fn record(&self, games: &mut Games, number: usize) -> ExactValue {
        let value = self.values[number];
        let thermograph = games.thermograph(value);
        let outcome = games.outcome(value);
        let forms = games.forms();
        let numbers = |options: &[Value]| {
            let mut numbers: Vec<u32> = options.iter().map(|&option| self.number(option)).collect();
            numbers.sort_unstable();
            numbers
        };
        ExactValue {
            negative: self.number(games.negative(value)),
            outcome,
            left_stop: forms.left_stop(value),
            right_stop: forms.right_stop(value),
            mean: thermograph.mean(),
            temperature: thermograph.temperature(),
            lefts: numbers(forms.lefts(value)),
            rights: numbers(forms.rights(value)),
        }
    }
}

/// Builds all that is missing of the table of exact values of subgames up to a size, on as many cores as the pool has that it
/// is called in. The watcher hears how far it is; if it says `false` the build ends, and finished files stay.
///
/// # Errors
/// If a file cannot be written, one that is there is not sound, or the watcher interrupts.
pub fn build_exact(
    folder: &Path,
    size: usize,
    watch: &(dyn Fn(ExactProgress) -> bool + Sync),
) -> Result<(), TableError> {
    std::fs::create_dir_all(folder).map_err(TableError::io("make the folder", folder))?;
    let catalogue = Catalogue::new(size);
    let entries =
        |size: usize| catalogue.shapes(size).len() as u64 * Placements::new(size).len() as u64;
    let mut builder = Builder {
        folder,
        catalogue: &catalogue,
        games: RwLock::new(Games::default()),
        numbering: Numbering::default(),
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
    catalogue: &'b Catalogue,
    games: RwLock<Games>,
    numbering: Numbering,
    layers: Vec<Layer>,
    done: u64,
    total: u64,
    watch: &'b (dyn Fn(ExactProgress) -> bool + Sync),
}

impl Builder<'_> {
    /// Makes or reads all files of a size; their values are kept only if larger sizes are to be made of them.
    fn make_layer(&mut self, size: usize, is_kept: bool) -> Result<(), TableError> {
        let placements = Placements::new(size);
        let shapes = self.catalogue.shapes(size).len();
        let games = std::mem::take(&mut self.games);
        let mut workers: Vec<Worker> = (0..rayon::current_num_threads())
            .map(|_| Worker::new(&games, size))
            .collect();
        let mut all: Vec<Value> = Vec::new();
        for shard in ExactShard::all(size, shapes) {
            let count = shard.places(shapes).len() * placements.len();
            let values = if shard.path(self.folder).exists() {
                self.read(shard, &games)?
            } else {
                let mut values = vec![Value::ZERO; count];
                self.compute(shard, &mut workers, &mut values)?;
                self.write(shard, &games, &values)?;
                values
            };
            if is_kept {
                all.extend(values);
            }
            self.done += count as u64;
            if !self.tell(size, 0) {
                return Err(TableError::Interrupted);
            }
        }
        drop(workers);
        self.games = games;
        self.layers.push(Layer {
            placements,
            values: all,
        });
        Ok(())
    }

    fn tell(&self, size: usize, within: u64) -> bool {
        (self.watch)(ExactProgress {
            size,
            done: self.done + within,
            total: self.total,
            values: self.numbering.values.len() as u64,
        })
    }

    /// The values of a file that is there.
    fn read(&mut self, shard: ExactShard, games: &RwLock<Games>) -> Result<Vec<Value>, TableError> {
        let file = shard.open(self.folder, self.catalogue.shapes(shard.size).len())?;
        let damaged = || TableError::Damaged {
            path: file.path().into(),
        };
        if file.first_value as usize != self.numbering.values.len() {
            return Err(TableError::Misnamed {
                path: file.path().into(),
            });
        }
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        for place in 0..file.new_values() {
            let record = file.value(place)?.ok_or_else(damaged)?;
            let values = |numbers: &[u32]| {
                let value = |&number: &u32| self.numbering.values.get(number as usize).copied();
                let mut values = numbers.iter().map(value).collect::<Option<Vec<Value>>>()?;
                values.sort_unstable();
                Some(values)
            };
            let (lefts, rights) = values(&record.lefts)
                .zip(values(&record.rights))
                .ok_or_else(damaged)?;
            let value = games.take_over(&lefts, &rights);
            self.numbering.assign(value);
        }
        file.numbers()?
            .map(|number| {
                self.numbering
                    .values
                    .get(number as usize)
                    .copied()
                    .ok_or_else(damaged)
            })
            .collect()
    }

    /// All cores take shapes one by one.
    fn compute(
        &self,
        shard: ExactShard,
        workers: &mut [Worker],
        values: &mut [Value],
    ) -> Result<(), TableError> {
        let stride = Placements::new(shard.size).len();
        let shapes = self.catalogue.shapes(shard.size);
        let shapes = &shapes[shard.places(shapes.len())];
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
                        if !self.tell(shard.size, done) {
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
        shard: ExactShard,
        games: &RwLock<Games>,
        values: &[Value],
    ) -> Result<(), TableError> {
        let mut games = games.write().unwrap_or_else(PoisonError::into_inner);
        let first = self.numbering.values.len();
        for &value in values {
            self.numbering.meet(&games, value);
        }
        let new = first..self.numbering.values.len();
        let records: Vec<ExactValue> = new
            .map(|number| self.numbering.record(&mut games, number))
            .collect();
        let numbers = values.iter().map(|&value| self.numbering.number(value));
        let shapes = self.catalogue.shapes(shard.size).len();
        shard.write(self.folder, shapes, numbers, first as u32, &records)
    }
}
