//! The façade of the engine: a position goes in, moves and a stream of analysis come out.
//!
//! Everything that plays or analyses (protocols, the match runner, the app) talks to [`Engine`]
//! and nothing behind it. [`Engine::start`] begins a [`Search`] in a thread of its own: it hands
//! [`Event`]s to a listener as they happen, can be stopped at once from any other thread, and ends
//! with an [`Answer`]. How long it may take is said by [`Limits`], what else can be chosen by
//! [`Engine::OPTIONS`].
//!
//! Behind the façade sit Monte-Carlo search over the trained network, alpha-beta and Monte-Carlo search
//! over the hand-made evaluation, a search that knows whom it plays, and a player that draws uniformly among all legal moves: the weakest honest opponent, and a base line for
//! every other. This crate knows no protocol and prints nothing.

pub mod acquaintance;
mod analysis;
mod appraisal;
mod candidates;
mod control;
mod covered;
mod endings;
mod exact;
mod facade;
mod filling;
mod instructions;
mod knowledge;
mod learned;
mod levels;
mod limits;
mod noise;
mod ongoing;
mod openings;
mod opponent;
mod options;
pub mod puzzles;
mod random_numbers;
mod random_player;
pub mod review;
mod search;
#[cfg(test)]
mod small_endings;
mod study;
mod thinking;
mod time;
mod tuning;

pub use analysis::{Answer, Event, Info, Opening, Score};
pub use appraisal::{Appraiser, appraisal};
pub use control::Control;
pub use exact::{Exact, Hottest};
pub use facade::Engine;
pub use instructions::Instructions;
pub use levels::Level;
pub use limits::{Clock, Limits};
pub use ongoing::{OngoingStudy, Step};
pub use opponent::opponent_file;
pub use options::{EngineOption, OptionError, OptionKind};
pub use random_numbers::RandomNumbers;
pub use search::Search;
pub use study::Study;
pub use time::Budget;
