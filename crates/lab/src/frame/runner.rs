//! Runs an experiment on several threads; resumes unfinished runs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Instant;

use arena::StopToken;
use serde_json::Value;

use super::experiment::{BoxError, DynExperiment, Scale};
use super::results::Results;
use super::run_store::{LabError, RunConfig, RunData, RunStore};

/// How to run an experiment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunOptions {
    /// Scale.
    pub scale: Scale,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Parameters to override, by name.
    pub overrides: Vec<(String, String)>,
    /// Number of units measured at a time; does not affect the results.
    pub threads: usize,
    /// Whether to discard finished units of an earlier run.
    pub discard_existing: bool,
    /// Command line, for the record.
    pub command: String,
}

/// Runs the missing units of an experiment and writes its results. `on_progress` is called at the
/// start and after every unit. Setting `stop` ends the run: unfinished units are dropped and the
/// results of the finished ones are written.
///
/// # Errors
/// If the directory holds another run or cannot be written, or a unit fails.
pub fn run(
    experiment: &'static dyn DynExperiment,
    dir: &Path,
    options: &RunOptions,
    stop: &StopToken,
    mut on_progress: impl FnMut(&RunData),
) -> Result<(RunData, Results), LabError> {
    let mut config = RunConfig::new(experiment, options.scale, options.seed);
    config.apply_overrides(&options.overrides)?;
    let mut store = RunStore::open(
        dir,
        experiment,
        &config,
        &options.command,
        options.discard_existing,
    )?;
    on_progress(store.data());
    let total = store.data().total;
    let is_missing = |unit: &usize| !store.data().units.contains_key(unit);
    let missing: Vec<usize> = (0..total).filter(is_missing).collect();
    if !missing.is_empty() {
        let threads = options.threads.clamp(1, missing.len());
        // Bounded, so that no worker runs far ahead of what is stored.
        let (sender, finished) = mpsc::sync_channel(threads);
        let queue = Arc::new(WorkQueue {
            experiment,
            config: config.config,
            seed: options.seed,
            missing,
            next: AtomicUsize::new(0),
            stop: stop.clone(),
        });
        for _ in 0..threads {
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            thread::spawn(move || queue.work(&sender));
        }
        drop(sender);
        while !stop.is_stopped() {
            match finished.recv_timeout(StopToken::POLL_INTERVAL) {
                Ok(UnitResult {
                    unit,
                    seconds,
                    result,
                }) => {
                    let result = result.map_err(|error| LabError::Unit(unit, error));
                    let stored = result.and_then(|result| store.append(unit, seconds, result));
                    // Stops the other workers.
                    stored.inspect_err(|_| stop.stop())?;
                    on_progress(store.data());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }
    let data = store.data();
    if !data.is_complete() && !stop.is_stopped() {
        let first = (0..total).find(|unit| !data.units.contains_key(unit));
        return Err(LabError::Panicked(first.unwrap_or(total)));
    }
    let results = store.write_results(experiment)?;
    Ok((store.data().clone(), results))
}

/// A finished unit.
struct UnitResult {
    unit: usize,
    seconds: f64,
    result: Result<Value, BoxError>,
}

/// Units shared by all workers.
struct WorkQueue {
    experiment: &'static dyn DynExperiment,
    config: Value,
    seed: u64,
    missing: Vec<usize>,
    /// Index in `missing` of the next unit.
    next: AtomicUsize,
    stop: StopToken,
}

impl WorkQueue {
    fn work(&self, finished: &SyncSender<UnitResult>) {
        while !self.stop.is_stopped() {
            let next = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&unit) = self.missing.get(next) else {
                return;
            };
            let start = Instant::now();
            let result = self.experiment.measure(&self.config, self.seed, unit);
            let result = UnitResult {
                unit,
                seconds: start.elapsed().as_secs_f64(),
                result,
            };
            if finished.send(result).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use serde::{Deserialize, Serialize};

    use super::super::{Experiment, ExperimentInfo, Grid, Groups, ResultTable, Unit};
    use super::*;

    static MEASURED: AtomicU32 = AtomicU32::new(0);

    #[derive(Serialize, Deserialize)]
    struct Config {
        units: usize,
        fails: Option<usize>,
    }

    /// Draws a number in each unit and counts its calls.
    const RANDOM_UNITS: Experiment<Config, usize, u64> = Experiment {
        info: ExperimentInfo {
            id: "test/random",
            title: "",
            reference: "",
            description: "",
        },
        config: |scale| Config {
            units: 40,
            fails: scale.pick(None, Some(30)),
        },
        grid: |config| Grid::new(0..config.units),
        measure,
        results,
    };

    fn measure(unit: Unit<'_, Config, usize>) -> Result<u64, BoxError> {
        MEASURED.fetch_add(1, Ordering::Relaxed);
        if unit.config.fails == Some(*unit.condition) {
            return Err("no luck".into());
        }
        Ok(unit.rng.next_u64())
    }

    fn results(_: &Config, groups: &Groups<'_, usize, u64>) -> Results {
        let table = ResultTable::over("", groups.first_samples())
            .column("unit", |row| row.0.to_string())
            .column("number", |row| *row.1)
            .note("");
        Results::new([table])
    }

    fn options(threads: usize) -> RunOptions {
        RunOptions {
            scale: Scale::Small,
            seed: 3,
            overrides: Vec::new(),
            threads,
            discard_existing: false,
            command: "test".to_owned(),
        }
    }

    fn run_it(dir: &Path, options: &RunOptions) -> Result<(RunData, Results), LabError> {
        run(&RANDOM_UNITS, dir, options, &StopToken::default(), |_| {})
    }

    #[test]
    fn invalid_overrides_are_rejected() {
        let dir = tempfile::tempdir().unwrap();
        for (name, value, reason) in [
            (
                "size",
                "3",
                "invalid --set size: expected one of fails, units",
            ),
            (
                "units",
                "many",
                "invalid --set units: expected value at line 1 column 1",
            ),
            ("units", "\"3\"", "cannot read as results of test/random: "),
        ] {
            let options = RunOptions {
                overrides: vec![(name.to_owned(), value.to_owned())],
                ..options(1)
            };
            let error = run_it(dir.path(), &options).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    /// One test, since the call counter is shared: after truncating the file of units at any
    /// byte, finished units are not measured again and the results are the same.
    #[test]
    fn a_run_is_resumed_from_any_truncation() {
        let dir = tempfile::tempdir().unwrap();
        let dir = dir.path();
        let measured = || MEASURED.swap(0, Ordering::Relaxed);
        let (data, whole) = run_it(dir, &options(3)).unwrap();
        assert_eq!((measured(), data.units.len()), (40, 40));
        assert_eq!(run_it(dir, &options(1)).unwrap().1, whole);
        assert_eq!(measured(), 0);
        let file = dir.join("units.jsonl");
        let bytes = std::fs::read(&file).unwrap();
        for cut in (0..bytes.len()).step_by(97) {
            std::fs::write(&file, &bytes[..cut]).unwrap();
            let lines = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let left = lines.saturating_sub(1);
            let read = RunStore::read(dir, &RANDOM_UNITS).unwrap();
            assert_eq!(read.map_or(0, |data| data.units.len()), left);
            assert_eq!(run_it(dir, &options(2)).unwrap().1, whole);
            assert_eq!(measured() as usize, 40 - left);
        }
        let other_seed = RunOptions {
            seed: 4,
            ..options(2)
        };
        let error = run_it(dir, &other_seed).unwrap_err().to_string();
        assert!(
            error.contains("holds a run whose seed is 3, not 4"),
            "{error}"
        );
        assert_eq!(measured(), 0);
        let restarted = RunOptions {
            discard_existing: true,
            ..other_seed
        };
        assert_ne!(run_it(dir, &restarted).unwrap().1, whole);
        assert_eq!(measured(), 40);
        // A failing unit ends the run; finished units stay.
        let failing = RunOptions {
            scale: Scale::Paper,
            ..restarted
        };
        let error = run_it(dir, &failing).unwrap_err().to_string();
        assert_eq!(error, "unit 30 failed: no luck");
        let data = RunStore::read(dir, &RANDOM_UNITS).unwrap().unwrap();
        assert!(data.units.len() >= 25 && !data.is_complete());
        let fixed = RunOptions {
            overrides: vec![("fails".to_owned(), "null".to_owned())],
            ..failing
        };
        assert_eq!(run_it(dir, &fixed).unwrap().0.units.len(), 40);
        // A stopped run has results.
        let stop = StopToken::default();
        let again = RunOptions {
            discard_existing: true,
            ..options(1)
        };
        let stopped = run(&RANDOM_UNITS, dir, &again, &stop, |data| {
            if data.units.len() == 5 {
                stop.stop();
            }
        });
        assert_eq!(stopped.unwrap().0.units.len(), 5);
        // A corrupt line is an error.
        let mut bytes = std::fs::read(&file).unwrap();
        bytes.extend(b"{\"unit\":\n");
        std::fs::write(&file, &bytes).unwrap();
        let error = run_it(dir, &options(1)).unwrap_err().to_string();
        assert!(error.starts_with("line 7 of"), "{error}");
    }
}
