//! Runs an experiment on several threads, from where it was left.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Instant;

use arena::Stop;
use serde_json::Value;

use crate::experiment::{Failure, Listed, Scale};
use crate::findings::Findings;
use crate::notebook::{LabError, Notebook, Results, RunSettings};

/// How an experiment is to be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// How much is measured.
    pub scale: Scale,
    /// What all random numbers follow from.
    pub seed: u64,
    /// Settings that are to be others than those of the scale, by name.
    pub changes: Vec<(String, String)>,
    /// How many units are measured at a time. The results do not depend on it.
    pub threads: usize,
    /// Whether to forget what was measured before.
    pub fresh: bool,
    /// The command that this is, for the records.
    pub command: String,
}

/// Runs what is left of an experiment and writes what it shows into its folder. `observe` sees what
/// there is at the beginning and after every unit. Setting `stop` ends the run at once: units under
/// way are forgotten, though their threads may take a while to notice, and what the finished ones
/// show is written.
///
/// # Errors
/// If the folder holds another run or cannot be written, or a unit cannot be measured.
pub fn run(
    experiment: &'static dyn Listed,
    folder: &Path,
    request: &Request,
    stop: &Stop,
    mut observe: impl FnMut(&Results),
) -> Result<(Results, Findings), LabError> {
    let mut settings = RunSettings::new(experiment, request.scale, request.seed);
    settings.change(&request.changes)?;
    let mut notebook = Notebook::open(
        folder,
        experiment,
        &settings,
        &request.command,
        request.fresh,
    )?;
    observe(notebook.results());
    let total = notebook.results().total;
    let is_missing = |unit: &usize| !notebook.results().units.contains_key(unit);
    let missing: Vec<usize> = (0..total).filter(is_missing).collect();
    if !missing.is_empty() {
        let threads = request.threads.clamp(1, missing.len());
        // No worker runs far ahead of what is safely kept.
        let (sender, finished) = mpsc::sync_channel(threads);
        let work = Arc::new(Work {
            experiment,
            settings: settings.settings,
            seed: request.seed,
            missing,
            next: AtomicUsize::new(0),
            stop: stop.clone(),
        });
        for _ in 0..threads {
            let (work, sender) = (Arc::clone(&work), sender.clone());
            thread::spawn(move || work.work(&sender));
        }
        drop(sender);
        while !stop.is_set() {
            match finished.recv_timeout(Stop::GLANCE) {
                Ok(Measured {
                    unit,
                    seconds,
                    result,
                }) => {
                    let result = result.map_err(|error| LabError::Unit(unit, error));
                    let kept = result.and_then(|result| notebook.keep(unit, seconds, result));
                    // The other workers need not go on.
                    kept.inspect_err(|_| stop.set())?;
                    observe(notebook.results());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }
    let results = notebook.results();
    if !results.is_complete() && !stop.is_set() {
        let first = (0..total).find(|unit| !results.units.contains_key(unit));
        return Err(LabError::Panicked(first.unwrap_or(total)));
    }
    let findings = notebook.write_findings(experiment)?;
    Ok((notebook.results().clone(), findings))
}

/// A unit that a worker is done with.
struct Measured {
    unit: usize,
    seconds: f64,
    result: Result<Value, Failure>,
}

/// What all workers share.
struct Work {
    experiment: &'static dyn Listed,
    settings: Value,
    seed: u64,
    missing: Vec<usize>,
    /// The place in `missing` of the next unit that nobody has taken.
    next: AtomicUsize,
    stop: Stop,
}

impl Work {
    fn work(&self, finished: &SyncSender<Measured>) {
        while !self.stop.is_set() {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&unit) = self.missing.get(place) else {
                return;
            };
            let begin = Instant::now();
            let result = self.experiment.measure(&self.settings, self.seed, unit);
            let measured = Measured {
                unit,
                seconds: begin.elapsed().as_secs_f64(),
                result,
            };
            if finished.send(measured).is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::PathBuf;
    use std::sync::atomic::AtomicU32;

    use engine::RandomNumbers;
    use serde::{Deserialize, Serialize};

    use super::*;
    use crate::experiment::{About, Experiment};
    use crate::findings::{Cell, Table};
    use crate::notebook;

    /// Draws a number in each unit, and counts how often it was asked to.
    struct Draw;

    static MEASURED: AtomicU32 = AtomicU32::new(0);

    #[derive(Serialize, Deserialize)]
    struct Settings {
        units: usize,
        fails: Option<usize>,
    }

    impl Experiment for Draw {
        const ABOUT: About = About {
            id: "test/draw",
            title: "",
            paper: "",
            shows: "",
        };
        type Settings = Settings;
        type Unit = u64;

        fn settings(&self, scale: Scale) -> Settings {
            Settings {
                units: 40,
                fails: (scale == Scale::Paper).then_some(30),
            }
        }

        fn units(&self, settings: &Settings) -> usize {
            settings.units
        }

        fn measure(
            &self,
            settings: &Settings,
            index: usize,
            mut numbers: RandomNumbers,
        ) -> Result<u64, Failure> {
            MEASURED.fetch_add(1, Ordering::Relaxed);
            if settings.fails == Some(index) {
                return Err("no luck".into());
            }
            Ok(numbers.next_bits())
        }

        fn findings(&self, _: &Settings, units: &BTreeMap<usize, u64>) -> Findings {
            let mut table = Table::new("", &["unit", "number"], "");
            for (unit, number) in units {
                let unit = Cell::Text(unit.to_string());
                table.rows.push(vec![unit, Cell::Count(*number)]);
            }
            Findings {
                tables: vec![table],
                figures: Vec::new(),
            }
        }
    }

    /// A folder for a test, removed at its end.
    struct TemporaryFolder(PathBuf);

    impl TemporaryFolder {
        fn new(name: &str) -> Self {
            let name = format!("lab-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(name))
        }
    }

    impl Drop for TemporaryFolder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn request(threads: usize) -> Request {
        Request {
            scale: Scale::Small,
            seed: 3,
            changes: Vec::new(),
            threads,
            fresh: false,
            command: "test".to_owned(),
        }
    }

    fn run_it(folder: &Path, request: &Request) -> Result<(Results, Findings), LabError> {
        run(&Draw, folder, request, &Stop::default(), |_| {})
    }

    /// With settings that are refused, nothing is measured, which would count below.
    #[test]
    fn settings_that_make_no_sense_are_refused() {
        let folder = TemporaryFolder::new("settings");
        for (name, value, reason) in [
            (
                "size",
                "3",
                "size cannot be set so: the experiment has fails, units",
            ),
            (
                "units",
                "many",
                "units cannot be set so: expected value at line 1 column 1",
            ),
            ("units", "\"3\"", "these are no results of test/draw: "),
        ] {
            let request = Request {
                changes: vec![(name.to_owned(), value.to_owned())],
                ..request(1)
            };
            let error = run_it(&folder.0, &request).unwrap_err().to_string();
            assert!(error.starts_with(reason), "{error}");
        }
    }

    /// One test, for the count is shared: whatever is cut off the end of the file of units, what is
    /// left is not measured again, and the end is the same.
    #[test]
    fn a_run_goes_on_from_whatever_is_left_of_it() {
        let folder = TemporaryFolder::new("resume");
        let measured = || MEASURED.swap(0, Ordering::Relaxed);
        let (results, whole) = run_it(&folder.0, &request(3)).unwrap();
        assert_eq!((measured(), results.units.len()), (40, 40));
        assert_eq!(run_it(&folder.0, &request(1)).unwrap().1, whole);
        assert_eq!(measured(), 0);
        let file = folder.0.join("units.jsonl");
        let bytes = std::fs::read(&file).unwrap();
        for cut in (0..bytes.len()).step_by(97) {
            std::fs::write(&file, &bytes[..cut]).unwrap();
            let lines = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let left = lines.saturating_sub(1);
            let there = notebook::read(&folder.0, &Draw).unwrap();
            assert_eq!(there.map_or(0, |there| there.units.len()), left);
            assert_eq!(run_it(&folder.0, &request(2)).unwrap().1, whole);
            assert_eq!(measured() as usize, 40 - left);
        }
        let other = Request {
            seed: 4,
            ..request(2)
        };
        let error = run_it(&folder.0, &other).unwrap_err().to_string();
        assert!(
            error.ends_with("holds a run whose seed is 3, not 4"),
            "{error}"
        );
        assert_eq!(measured(), 0);
        let fresh = Request {
            fresh: true,
            ..other
        };
        assert_ne!(run_it(&folder.0, &fresh).unwrap().1, whole);
        assert_eq!(measured(), 40);
        // A unit that fails ends the run; what was measured before stays.
        let failing = Request {
            scale: Scale::Paper,
            ..fresh
        };
        let error = run_it(&folder.0, &failing).unwrap_err().to_string();
        assert_eq!(error, "unit 30 could not be measured: no luck");
        let left = notebook::read(&folder.0, &Draw).unwrap().unwrap();
        assert!(left.units.len() >= 25 && !left.is_complete());
        let changed = Request {
            changes: vec![("fails".to_owned(), "null".to_owned())],
            ..failing
        };
        assert_eq!(run_it(&folder.0, &changed).unwrap().0.units.len(), 40);
        // A stopped one has shown what it has.
        let stop = Stop::default();
        let again = Request {
            fresh: true,
            ..request(1)
        };
        let stopped = run(&Draw, &folder.0, &again, &stop, |results| {
            if results.units.len() == 5 {
                stop.set();
            }
        });
        assert_eq!(stopped.unwrap().0.units.len(), 5);
        // A line that is none is not passed over.
        let mut bytes = std::fs::read(&file).unwrap();
        bytes.extend(b"{\"unit\":\n");
        std::fs::write(&file, &bytes).unwrap();
        let error = run_it(&folder.0, &request(1)).unwrap_err().to_string();
        assert!(error.starts_with("line 7 of"), "{error}");
    }
}
