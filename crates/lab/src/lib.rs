//! Reproduces the experiments of five papers.
//!
//! A [`DynExperiment`] has a config per [`Scale`], a grid of conditions, and [`Results`]: tables
//! with the paper's numbers beside ours, and plots. A unit of work measures one sample of a
//! condition; config, seed and unit index determine it. [`run`] measures units on several threads;
//! a [`RunStore`] keeps every finished unit, so that an interrupted run can be resumed;
//! [`html_report`] renders all runs as one page.
//!
//! [`registry`] lists all experiments; a new one is added to the list of its module. There is one
//! module per paper (opening books, search extensions by kind of move, subgames, TD learning,
//! opponent models), and one each for the first-move advantage and for static evaluations.
//!
//! ```
//! use lab::{DynExperiment, Scale, registry};
//!
//! let experiment = registry::find("subgames/table3").expect("it is registered");
//! let config = experiment.config(Scale::Small);
//! assert_eq!(experiment.unit_count(&config)?, 8);
//! let (seed, unit) = (1, 2);
//! let sample = experiment.measure(&config, seed, unit)?;
//! let results = experiment.results(&config, &[(unit, sample)].into())?;
//! println!("{}", results.tables[0]);
//! # Ok::<(), lab::BoxError>(())
//! ```

mod book;
mod extensions;
mod first_move;
mod frame;
mod games;
mod human_games;
mod opponent_model;
mod prediction;
mod prelude;
pub mod registry;
mod subgames;
mod td;

pub use frame::statistics::IntervalEstimate;
pub use frame::{
    BoxError, DynExperiment, ExperimentInfo, LabError, ResultCell, ResultColumn, ResultTable,
    Results, RunConfig, RunData, RunHeader, RunOptions, RunStore, Scale, html_report, run,
};
