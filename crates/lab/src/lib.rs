//! Reproduction of the experiments of five papers.
//!
//! An [`Experiment`] has parameters by [`Scale`], a [`Grid`] of conditions, samples that follow from
//! seed and index alone, and [`Results`]: tables with the paper's numbers beside ours, and plots.
//! [`run`] measures units on several threads; a [`RunStore`] keeps every finished unit, so that a
//! killed run is resumed without loss; [`html_report`] renders all runs as one page.
//!
//! [`registry`] lists all experiments; a new one is added there. There is one module per paper:
//! opening books, search extensions by kind of move, subgames, TD learning, opponent models; and
//! two about the game itself and about static evaluations.
//!
//! ```
//! use lab::{DynExperiment, Scale, registry};
//!
//! let experiment = registry::find("subgames/table3").expect("it is registered");
//! let config = experiment.config(Scale::Small);
//! let units = experiment.unit_count(&config)?;
//! assert_eq!(units, 8);
//! let sample = experiment.measure(&config, 1, 2)?;
//! let results = experiment.results(&config, &[(2, sample)].into())?;
//! println!("{}", results.tables[0]);
//! # Ok::<(), lab::BoxError>(())
//! ```

mod book;
mod extensions;
mod first_move;
mod frame;
mod human_games;
mod opponent_model;
mod prediction;
mod prelude;
pub mod registry;
mod subgames;
mod td;

pub use frame::{
    BoxError, DynExperiment, Experiment, ExperimentInfo, Grid, Group, Groups, LabError, ResultCell,
    ResultColumn, ResultTable, Results, RunConfig, RunData, RunHeader, RunOptions, RunStore, Scale,
    TableBuilder, Unit, html_report, run, statistics,
};
