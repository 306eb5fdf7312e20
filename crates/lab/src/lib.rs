//! The papers' experiments: what they measured, measured again.
//!
//! An [`Experiment`] is one short file: what it is called and what it shows, its settings by
//! [`Scale`], units of work that follow from seed and number alone, and a fold of the units into
//! [`Findings`]: tables with the paper's numbers beside ours, and plots. Everything else is done
//! once for all of them. [`run`] works on several threads; a [`Notebook`] on disk keeps every
//! finished unit, so that a run killed at any moment loses none and repeats none; [`page`] puts all
//! that was run on one page.
//!
//! [`catalogue`] lists them, one module for each paper: a new experiment is added there. [`game`] is
//! about the game itself, before any paper's method; [`prediction`] is about evaluations without a search;
//! [`subgames`] is about sums of subgames; [`om`] is about search that knows whom it plays; [`td`] is about an evaluation that
//! teaches itself; [`book`] is about opening books; [`kinds`] is about how deep each kind of move should be searched.

pub mod book;
pub mod catalogue;
pub mod date;
pub mod experiment;
pub mod findings;
pub mod fisher;
pub mod game;
pub mod intervals;
pub mod kinds;
pub mod notebook;
pub mod om;
pub mod page;
pub mod prediction;
pub mod subgames;
pub mod td;

mod runner;

pub use experiment::{About, Experiment, Failure, Listed, Scale};
pub use findings::{Cell, Column, Findings, Table};
pub use notebook::{Heading, LabError, Notebook, Results};
pub use runner::{Request, run};
