//! What all experiments share: their type, units and their store, tables, and the report.

mod experiment;
mod grid;
pub mod html_report;
mod results;
mod run_store;
mod runner;
pub mod statistics;

#[cfg(test)]
pub(crate) use experiment::testing;
pub use experiment::{BoxError, DynExperiment, Experiment, ExperimentInfo, Scale, Unit};
pub use grid::{Grid, Group, Groups};
pub(crate) use results::TableBuilder;
pub use results::{ResultCell, ResultColumn, ResultTable, Results};
pub use run_store::{LabError, RunConfig, RunData, RunHeader, RunStore};
pub use runner::{RunOptions, run};
