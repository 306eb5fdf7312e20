//! Runs experiments of the lab at small scale.
//!
//! One runs at a time, on threads of its own: half as many as search, so that games and analyses
//! keep the others. Every finished unit is stored, and an interrupted run can be continued. Results
//! are stored as `thermodon lab run` stores them, for `thermodon lab report --dir DIR/lab`.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use arena::StopToken;
use lab::{
    DynExperiment, LabError, Results, RunConfig, RunData, RunOptions, RunStore, Scale, registry,
};
use parking_lot::Mutex;

use crate::data_dir::DataDir;
use crate::dto::error::{ApiError, ErrorReason};
use crate::dto::lab::{
    Experiment, ExperimentResults, ExperimentRun, Figure, ResultTable, TableColumn,
};

/// Directory of all results in the data directory.
const DIRECTORY: &str = "lab";

/// Seed of all runs, as in `thermodon lab run`.
const SEED: u64 = 1;

/// Runs experiments, one at a time.
#[derive(Debug)]
pub struct ExperimentRunner {
    data_dir: DataDir,
    threads: usize,
    current: Mutex<Option<CurrentRun>>,
}

/// The last run that was started.
#[derive(Debug)]
struct CurrentRun {
    id: &'static str,
    stop: StopToken,
    is_running: bool,
    error: Option<String>,
}

impl ExperimentRunner {
    /// `threads` is the number of search threads.
    pub fn new(data_dir: DataDir, threads: usize) -> Self {
        Self {
            data_dir,
            threads: (threads / 2).max(1),
            current: Mutex::default(),
        }
    }

    /// All experiments and their runs. Reads from the disk.
    pub fn list(&self) -> Vec<Experiment> {
        let all = registry::EXPERIMENTS.iter();
        all.map(|&experiment| self.describe(experiment).0).collect()
    }

    /// Results of an experiment so far. Reads from the disk.
    pub fn results(&self, id: &str) -> Result<ExperimentResults, ApiError> {
        let entry = find(id)?;
        let (mut experiment, data) = self.describe(entry);
        let mut results = Results::default();
        match data.map(|data| data.results(entry)) {
            Some(Ok(found)) => results = found,
            Some(Err(error)) => experiment.error = Some(error.to_string()),
            None => {}
        }
        let figures = results.figures.iter().map(|(name, figure)| {
            let title = figure.plots.first().map(|plot| plot.title.clone());
            Figure {
                name: name.clone(),
                title: title.unwrap_or_default(),
            }
        });
        Ok(ExperimentResults {
            experiment,
            tables: results.tables.iter().map(table_to_dto).collect(),
            figures: figures.collect(),
        })
    }

    /// A figure of an experiment as SVG.
    pub fn figure(&self, id: &str, name: &str) -> Result<String, ApiError> {
        let entry = find(id)?;
        let not_found = || ApiError::not_found(format!("{id} has no figure {name:?} yet"));
        let data = self.read(entry).map_err(ApiError::internal)?;
        let results = data.ok_or_else(not_found)?.results(entry);
        let figures = results.map_err(ApiError::internal)?.figures;
        let found = figures.iter().find(|(found, _)| found == name);
        found
            .map(|(_, figure)| figure.to_svg())
            .ok_or_else(not_found)
    }

    /// Starts or continues a run at small scale, unless one is running.
    pub fn start(self: &Arc<Self>, id: &str, restart: bool) -> Result<Experiment, ApiError> {
        let entry = find(id)?;
        let id = entry.info().id;
        let directory = self.directory(id);
        let mut current = self.current.lock();
        if let Some(CurrentRun {
            id,
            is_running: true,
            ..
        }) = *current
        {
            let message = format!("{id} is running; only one experiment runs at a time");
            let id = id.to_owned();
            return Err(ApiError::conflict(message).because(ErrorReason::ExperimentRunning { id }));
        }
        let stop = StopToken::default();
        let mut request = RunOptions {
            scale: Scale::Small,
            seed: SEED,
            overrides: Vec::new(),
            threads: self.threads,
            discard_existing: restart,
            command: format!("thermodon lab run {id} --scale small --seed {SEED}"),
        };
        // Opened here first, so that an unusable directory fails this request.
        let run = RunConfig::new(entry, request.scale, request.seed);
        let opened = RunStore::open(&directory, entry, &run, &request.command, restart);
        drop(opened.map_err(ApiError::conflict)?);
        request.discard_existing = false;
        *current = Some(CurrentRun {
            id,
            stop: stop.clone(),
            is_running: true,
            error: None,
        });
        drop(current);
        let runner = Arc::clone(self);
        let builder = thread::Builder::new().name("experiment".to_owned());
        let spawned = builder.spawn(move || {
            let guard = RunGuard(&runner);
            let run = lab::run(entry, &directory, &request, &stop, |_| {});
            guard.set_error(run.err());
        });
        if let Err(error) = spawned {
            drop(RunGuard(self));
            return Err(ApiError::internal(error));
        }
        Ok(self.describe(entry).0)
    }

    /// Stops a run; its results are kept.
    pub fn stop(&self, id: &str) -> Result<(), ApiError> {
        find(id)?;
        match &*self.current.lock() {
            Some(run) if run.id == id && run.is_running => run.stop.stop(),
            _ => {
                let message = format!("{id} is not running");
                let id = id.to_owned();
                return Err(
                    ApiError::conflict(message).because(ErrorReason::ExperimentNotRunning { id })
                );
            }
        }
        Ok(())
    }

    /// Stops the current run, if any.
    pub fn close(&self) {
        if let Some(run) = &*self.current.lock() {
            run.stop.stop();
        }
    }

    fn directory(&self, id: &str) -> PathBuf {
        self.data_dir.join(DIRECTORY).join(id)
    }

    fn read(&self, entry: &dyn DynExperiment) -> Result<Option<RunData>, LabError> {
        RunStore::read(&self.directory(entry.info().id), entry)
    }

    fn describe(&self, entry: &dyn DynExperiment) -> (Experiment, Option<RunData>) {
        let read = self.read(entry);
        let info = entry.info();
        let (is_running, run_error) = match &*self.current.lock() {
            Some(run) if run.id == info.id => (run.is_running, run.error.clone()),
            _ => (false, None),
        };
        let read_error = read.as_ref().err().map(LabError::to_string);
        let results = read.ok().flatten();
        let experiment = Experiment {
            id: info.id.to_owned(),
            title: info.title.to_owned(),
            paper: info.reference.to_owned(),
            description: info.description.to_owned(),
            run: results
                .as_ref()
                .map(|results| run_to_dto(results, is_running)),
            error: read_error.or(run_error),
        };
        (experiment, results)
    }
}

/// Marks the run as ended, also after a panic.
struct RunGuard<'a>(&'a ExperimentRunner);

impl RunGuard<'_> {
    fn set_error(&self, error: Option<LabError>) {
        if let Some(run) = self.0.current.lock().as_mut() {
            run.error = error.map(|error| error.to_string());
        }
    }
}

impl Drop for RunGuard<'_> {
    fn drop(&mut self) {
        if let Some(run) = self.0.current.lock().as_mut() {
            run.is_running = false;
        }
    }
}

fn find(id: &str) -> Result<&'static dyn DynExperiment, ApiError> {
    registry::find(id).map_err(|_| ApiError::not_found(format!("experiment {id:?} does not exist")))
}

fn run_to_dto(data: &RunData, running: bool) -> ExperimentRun {
    let header = &data.header;
    ExperimentRun {
        running,
        scale: header.run.scale.into(),
        seed: header.run.seed,
        done: data.units.len() as u64,
        total: data.total as u64,
        seconds: data.seconds,
        begun: header.started.clone(),
        command: header.command.clone(),
    }
}

fn table_to_dto(table: &lab::ResultTable) -> ResultTable {
    let columns = table.columns.iter().enumerate();
    let rows = table.rows.iter();
    ResultTable {
        title: table.title.clone(),
        columns: columns
            .map(|(index, column)| TableColumn {
                name: column.name.clone(),
                is_paper: column.from_paper,
                is_number: table.is_numeric(index),
            })
            .collect(),
        rows: rows
            .map(|row| row.iter().map(ToString::to_string).collect())
            .collect(),
        note: table.note.clone(),
    }
}
