//! The evaluation teaches itself: it plays against itself, keeps the games, and learns from them.
//!
//! | file | what |
//! |---|---|
//! | `differences` | TD(λ) by the paper's equations 1 and 2, for anything that is a weighted sum: any game |
//! | `costs` | what each kind of move should cost in a search: any game |
//! | `regression` | logistic regression, to the one best answer: any game |
//! | `spsa` | numbers tuned by who wins: any game |
//! | `form` | which weights there are to learn: the paper's nine, the same by stage, the engine's wider set |
//! | `self_play` | a game of the engine against itself |
//! | `record`, `store` | a game as bytes, and the file of games that no kill takes a finished one from |
//! | `lesson` | what is learned from a game: by TD, by TD at the leaves of a search, or from a search's values |
//! | `tuning` | what is learned from many games at once: regression on their results or on searches' values |
//! | `settings`, `curve` | what a course is to be, and how its weights went |
//! | `course` | the whole: play, keep, learn, on all cores, from where it was left |
//!
//! The file of games is the only state of a [`Course`]. Weights follow from it, so that a course
//! that was killed at any moment goes on as if nothing had happened, to the same weights, bit for bit.
//! What is learned are [`evaluation::Weights`], which the engine takes from a file.

pub mod costs;
mod course;
mod curve;
pub mod differences;
mod form;
mod lesson;
mod record;
pub mod regression;
mod self_play;
mod settings;
pub mod spsa;
mod store;
mod tuning;

pub use course::{Course, CourseError, Progress};
pub use curve::Curve;
pub use form::{Form, Slopes};
pub use lesson::{Learner, Method};
pub use record::{PlayedGame, Ply, RecordError};
pub use self_play::{PlaySettings, SelfPlayError, SelfPlayer};
pub use settings::Settings;
pub use store::{GameFile, GameReader, StoreError};
pub use tuning::{Target, Tuned, Tuning};
