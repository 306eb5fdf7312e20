//! Opening book: building, storing and probing.
//!
//! For engines that play from a book and tools that build one. A [`Book`] is a graph of searched
//! positions. A [`Node`] has the best moves by search, values backed up by minimax, and the value
//! of the best deviation, the best move that is *not* in the book. Positions that are equal up to
//! symmetry and color swap share a node ([`BookKey`]).
//!
//! - [`build`] expands a book: a [`Policy`] selects positions, a [`MoveEvaluator`] searches them.
//! - [`BookDatabase`] stores a book that grows.
//! - [`Book::learn_from_results`] corrects values by the results of games.
//! - [`CompactBook`] is the read-only file that players probe.
//!
//! ```
//! use amazons::Position;
//! use book::CompactBook;
//!
//! let start = Position::standard_start();
//! let entry = CompactBook::embedded().probe(&start).expect("the start is in the book");
//! let best = &entry.moves[0];
//! assert!(best.is_expanded && start.after(best.mv).is_ok());
//! ```
//!
//! The crate does not search and does not depend on the engine.
//!
//! Modules, lowest first: `key`, `node` → `graph` → `prune`, `merge`, `bounds`, `statistics` →
//! `policy` → `build` → `node_codec`, `game_results`, `result_learning`, `database`, `compact`.

mod bounds;
mod build;
mod compact;
mod database;
mod game_results;
mod graph;
mod key;
mod merge;
mod node;
mod node_codec;
pub mod policy;
mod provenance;
mod prune;
mod result_learning;
mod statistics;

pub use bounds::ValueBounds;
pub use build::{
    BookChanges, BookSize, BoxError, BuildConfig, BuildError, BuildProgress, MoveEvaluator, build,
};
pub use compact::{BookEntry, BookEntryMove, CompactBook, CompactBookError};
pub use database::{BookDatabase, BookDatabaseError};
pub use game_results::{GameResults, ResultCount};
pub use graph::{Book, BookError};
pub use key::BookKey;
pub use node::{BookMove, EvaluatedMove, Node, PositionEvaluation, is_playable};
pub use policy::{ExpansionTarget, Policy, PolicyKind};
pub use provenance::{Provenance, timestamp};
pub use statistics::BookStatistics;
