//! The papers' experiments, run at small scale beside everything else.
//!
//! One at a time, on threads of its own: half as many as think, so that who plays or looks on always has the others. Every finished
//! unit is on the disk; a run that was cut off goes on where it was. Results lie as `thermodon lab run` writes them, so
//! `thermodon lab report --out FOLDER/lab` makes its page of them too.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use arena::Stop;
use lab::{LabError, Listed, Request, Results, Scale, catalogue, notebook};

use crate::dto::lab::{Column, Experiment, ExperimentResults, Picture, Run, Table};
use crate::dto::problem::Refusal;
use crate::workplace::Workplace;

/// The folder of all results in the data folder.
const FOLDER: &str = "lab";

/// What all random numbers follow from, as for `thermodon lab run`.
const SEED: u64 = 1;

/// The experiments; clones are the same laboratory.
#[derive(Clone, Debug)]
pub struct Laboratory(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    workplace: Workplace,
    threads: usize,
    last: Mutex<Option<Last>>,
}

/// The last run that was begun.
#[derive(Debug)]
struct Last {
    id: &'static str,
    stop: Stop,
    is_running: bool,
    /// Why it could not go on.
    failure: Option<String>,
}

impl Laboratory {
    /// Results are kept in that workplace; so many threads think.
    #[must_use]
    pub fn new(workplace: Workplace, threads: usize) -> Self {
        Self(Arc::new(Shared {
            workplace,
            threads: (threads / 2).max(1),
            last: Mutex::default(),
        }))
    }

    /// All experiments with what was run. Reads from the disk.
    #[must_use]
    pub fn list(&self) -> Vec<Experiment> {
        let entries = catalogue::ALL.iter();
        entries
            .map(|&entry| self.describe(entry, self.read(entry)).0)
            .collect()
    }

    /// What an experiment has shown so far. Reads from the disk.
    ///
    /// # Errors
    /// If there is no such experiment.
    pub fn results(&self, id: &str) -> Result<ExperimentResults, Refusal> {
        let entry = find(id)?;
        let (mut experiment, results) = self.describe(entry, self.read(entry));
        let mut findings = lab::Findings::default();
        match results.map(|results| results.findings(entry)) {
            Some(Ok(found)) => findings = found,
            Some(Err(error)) => experiment.problem = Some(error.to_string()),
            None => {}
        }
        Ok(ExperimentResults {
            experiment,
            tables: findings.tables.iter().map(table).collect(),
            figures: findings
                .figures
                .iter()
                .map(|(name, figure)| Picture {
                    name: name.clone(),
                    title: figure
                        .plots
                        .first()
                        .map_or_else(String::new, |plot| plot.title.clone()),
                })
                .collect(),
        })
    }

    /// A picture of an experiment, as SVG.
    ///
    /// # Errors
    /// If there is none.
    pub fn figure(&self, id: &str, name: &str) -> Result<String, Refusal> {
        let entry = find(id)?;
        let none = || Refusal::not_found(format!("{id} has no picture {name:?} yet"));
        let results = self.read(entry).map_err(Refusal::failure)?;
        let findings = results.ok_or_else(none)?.findings(entry);
        let figures = findings.map_err(Refusal::failure)?.figures;
        let found = figures.iter().find(|(found, _)| found == name);
        found.map(|(_, figure)| figure.to_svg()).ok_or_else(none)
    }

    /// Begins a run at small scale or goes on with it, unless one is under way.
    ///
    /// # Errors
    /// If there is no such experiment, one is under way, or the results there are of another version.
    pub fn start(&self, id: &str, fresh: bool) -> Result<Experiment, Refusal> {
        let entry = find(id)?;
        let id = entry.about().id;
        let folder = self.folder(id).map_err(Refusal::failure)?;
        let mut last = self.0.lock();
        if let Some(Last {
            id,
            is_running: true,
            ..
        }) = *last
        {
            return Err(Refusal::conflict(format!(
                "{id} is running; one experiment runs at a time"
            )));
        }
        let stop = Stop::default();
        let request = Request {
            scale: Scale::Small,
            seed: SEED,
            changes: Vec::new(),
            threads: self.0.threads,
            fresh,
            command: format!("thermodon lab run {id} --scale small --seed {SEED}"),
        };
        // What is wrong with the folder is said at once.
        let run = notebook::RunSettings::new(entry, request.scale, request.seed);
        let opened = lab::Notebook::open(&folder, entry, &run, &request.command, fresh);
        drop(opened.map_err(Refusal::conflict)?);
        *last = Some(Last {
            id,
            stop: stop.clone(),
            is_running: true,
            failure: None,
        });
        drop(last);
        let shared = Arc::clone(&self.0);
        let request = Request {
            fresh: false,
            ..request
        };
        let named = thread::Builder::new().name("laboratory".to_owned());
        let spawned = named.spawn(move || {
            let end = End(&shared);
            let run = lab::run(entry, &folder, &request, &stop, |_| {});
            end.note(run.err());
        });
        if let Err(error) = spawned {
            let _ = End(&self.0);
            return Err(Refusal::failure(error));
        }
        Ok(self.describe(entry, self.read(entry)).0)
    }

    /// Ends a run; what was measured stays.
    ///
    /// # Errors
    /// If it does not run.
    pub fn stop(&self, id: &str) -> Result<(), Refusal> {
        find(id)?;
        match &*self.0.lock() {
            Some(last) if last.id == id && last.is_running => last.stop.set(),
            _ => return Err(Refusal::conflict(format!("{id} is not running"))),
        }
        Ok(())
    }

    /// Ends whatever runs.
    pub fn close(&self) {
        if let Some(last) = &*self.0.lock() {
            last.stop.set();
        }
    }

    fn folder(&self, id: &str) -> std::io::Result<PathBuf> {
        Ok(self.0.workplace.folder()?.join(FOLDER).join(id))
    }

    fn read(&self, entry: &dyn Listed) -> Result<Option<Results>, LabError> {
        let folder = self.folder(entry.about().id)?;
        notebook::read(&folder, entry)
    }

    fn describe(
        &self,
        entry: &dyn Listed,
        read: Result<Option<Results>, LabError>,
    ) -> (Experiment, Option<Results>) {
        let about = entry.about();
        let (is_running, failure) = match &*self.0.lock() {
            Some(last) if last.id == about.id => (last.is_running, last.failure.clone()),
            _ => (false, None),
        };
        let problem = read.as_ref().err().map(LabError::to_string);
        let results = read.ok().flatten();
        let experiment = Experiment {
            id: about.id.to_owned(),
            title: about.title.to_owned(),
            paper: about.paper.to_owned(),
            shows: about.shows.to_owned(),
            run: results.as_ref().map(|results| run(results, is_running)),
            problem: problem.or(failure),
        };
        (experiment, results)
    }
}

impl Shared {
    /// No panic can leave it half-changed.
    fn lock(&self) -> MutexGuard<'_, Option<Last>> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that a run is over, however that came about.
struct End<'a>(&'a Shared);

impl End<'_> {
    fn note(&self, error: Option<LabError>) {
        if let Some(last) = self.0.lock().as_mut() {
            last.failure = error.map(|error| error.to_string());
        }
    }
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        if let Some(last) = self.0.lock().as_mut() {
            last.is_running = false;
        }
    }
}

fn find(id: &str) -> Result<&'static dyn Listed, Refusal> {
    catalogue::find(id).ok_or_else(|| Refusal::not_found(format!("there is no experiment {id:?}")))
}

fn run(results: &Results, running: bool) -> Run {
    let heading = &results.heading;
    Run {
        running,
        scale: heading.run.scale.into(),
        seed: heading.run.seed,
        done: results.units.len() as u64,
        total: results.total as u64,
        seconds: results.seconds,
        begun: heading.begun.clone(),
        command: heading.command.clone(),
    }
}

fn table(table: &lab::Table) -> Table {
    let columns = table.columns.iter().enumerate();
    Table {
        title: table.title.clone(),
        columns: columns
            .map(|(index, column)| Column {
                name: column.name.clone(),
                is_paper: column.is_paper,
                is_number: table.is_number(index),
            })
            .collect(),
        rows: table
            .rows
            .iter()
            .map(|row| row.iter().map(lab::Cell::text).collect())
            .collect(),
        note: table.note.clone(),
    }
}
