//! Experiments; see `thermodon.lab`.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use arena::StopToken;
use lab::{
    DynExperiment, LabError, ResultCell, ResultTable, Results, RunData, RunOptions, RunStore,
    Scale, registry,
};
use pyo3::prelude::*;
use serde_json::json;

use crate::errors::ErrorClass;
use crate::interrupt;

/// Fields of an `Experiment`; the settings are JSON.
#[derive(IntoPyObject)]
pub struct ExperimentFields {
    id: &'static str,
    title: &'static str,
    reference: &'static str,
    description: &'static str,
    settings: String,
}

/// All experiments; see `thermodon.lab.experiments`.
#[pyfunction]
pub fn experiments() -> Vec<ExperimentFields> {
    let experiments = registry::EXPERIMENTS.iter().map(|experiment| {
        let info = experiment.info();
        let settings = json!({
            "small": experiment.config(Scale::Small),
            "paper": experiment.config(Scale::Paper),
        });
        ExperimentFields {
            id: info.id,
            title: info.title,
            reference: info.reference,
            description: info.description,
            settings: settings.to_string(),
        }
    });
    experiments.collect()
}

/// A cell of a table.
#[derive(IntoPyObject)]
enum Cell {
    Text(String),
    Count(u64),
    Estimate(f64, f64, f64),
}

impl Cell {
    fn new(cell: ResultCell) -> Option<Self> {
        match cell {
            ResultCell::Text(text) => Some(Self::Text(text)),
            ResultCell::Count(count) => Some(Self::Count(count)),
            ResultCell::Estimate { estimate, .. } => {
                Some(Self::Estimate(estimate.value, estimate.low, estimate.high))
            }
            ResultCell::Missing => None,
        }
    }
}

/// Fields of a `ResultTable`.
#[derive(IntoPyObject)]
struct TableFields {
    title: String,
    columns: Vec<String>,
    from_paper: Vec<bool>,
    rows: Vec<Vec<Option<Cell>>>,
    note: String,
}

impl From<ResultTable> for TableFields {
    fn from(table: ResultTable) -> Self {
        let columns = table.columns.iter().map(|column| column.name.clone());
        let from_paper = table.columns.iter().map(|column| column.from_paper);
        let rows = table.rows.into_iter();
        Self {
            columns: columns.collect(),
            from_paper: from_paper.collect(),
            rows: rows
                .map(|row| row.into_iter().map(Cell::new).collect())
                .collect(),
            title: table.title,
            note: table.note,
        }
    }
}

/// Fields of an `ExperimentRun`; the settings are JSON.
#[derive(IntoPyObject)]
pub struct RunFields {
    experiment: String,
    scale: String,
    settings: String,
    seed: u64,
    finished: usize,
    total: usize,
    tables: Vec<TableFields>,
    figures: Vec<(String, String)>,
}

impl RunFields {
    fn new(data: RunData, results: Results) -> Self {
        let run = data.header.run;
        let figures = results.figures.into_iter();
        Self {
            experiment: run.experiment,
            scale: run.scale.to_string(),
            settings: run.config.to_string(),
            seed: run.seed,
            finished: data.units.len(),
            total: data.total,
            tables: results.tables.into_iter().map(TableFields::from).collect(),
            figures: figures
                .map(|(name, figure)| (name, figure.to_svg()))
                .collect(),
        }
    }
}

fn find(experiment: &str) -> PyResult<&'static dyn DynExperiment> {
    registry::find(experiment).map_err(|error| ErrorClass::Option.error(error))
}

fn lab_error(error: LabError) -> PyErr {
    let class = match error {
        LabError::InvalidOverride(..) => ErrorClass::Option,
        LabError::Unit(..) | LabError::Panicked(_) => ErrorClass::Engine,
        _ => ErrorClass::File,
    };
    class.error(error)
}

/// Reads the run in a directory; see `thermodon.lab.read`.
#[pyfunction]
pub fn read_run(py: Python<'_>, experiment: &str, directory: PathBuf) -> PyResult<RunFields> {
    let experiment = find(experiment)?;
    let read = || -> Result<Option<RunFields>, LabError> {
        let Some(data) = RunStore::read(&directory, experiment)? else {
            return Ok(None);
        };
        let results = data.results(experiment)?;
        Ok(Some(RunFields::new(data, results)))
    };
    py.detach(read).map_err(lab_error)?.ok_or_else(|| {
        let directory = directory.display();
        ErrorClass::File.error(format!("there is no run in {directory}"))
    })
}

/// Runs an experiment; see `thermodon.lab.run`.
#[pyfunction]
#[expect(
    clippy::too_many_arguments,
    reason = "called by `thermodon.lab.run` only"
)]
pub fn run_experiment(
    py: Python<'_>,
    experiment: &str,
    directory: PathBuf,
    scale: &str,
    seed: u64,
    settings: Vec<(String, String)>,
    threads: usize,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<RunFields> {
    let experiment = find(experiment)?;
    let scales = Scale::ALL.into_iter();
    let scale = scales.clone().find(|one| one.to_string() == scale);
    let scale = scale.ok_or_else(|| {
        let names: Vec<String> = scales.map(|one| one.to_string()).collect();
        ErrorClass::Option.error(format!("scale must be {}", names.join(" or ")))
    })?;
    let options = RunOptions {
        scale,
        seed,
        overrides: settings,
        threads,
        discard_existing: false,
        command: "thermodon.lab.run".to_owned(),
    };
    let stop = StopToken::default();
    let work = |sender: Sender<(usize, usize)>| {
        lab::run(experiment, &directory, &options, &stop, |data| {
            // The receiver outlives the run.
            let _ = sender.send((data.units.len(), data.total));
        })
    };
    let report = |_: Python<'_>, numbers| match &progress {
        Some(progress) => progress.call1(numbers).map(drop),
        None => Ok(()),
    };
    let result = interrupt::run(py, || stop.stop(), work, report)?;
    let (data, results) = result.map_err(lab_error)?;
    Ok(RunFields::new(data, results))
}
