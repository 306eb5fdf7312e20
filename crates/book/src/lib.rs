//! The opening book: positions that are worth knowing before a game begins.
//!
//! A [`Book`] is a graph of positions that were searched, with the moves that searches thought best, what each is worth by all that was found below it,
//! and what the best move is worth that the book does *not* have. Positions that are equal but for symmetry or the players' names are one
//! ([`Key`]). A [`Policy`] says where it should grow, and [`build`] lets it: whoever can search is an [`Analyst`]. A [`Store`] keeps it on the disk while
//! it grows, [`Book::correct`] holds it against how games from its positions end, and a [`CompactBook`] is what players look into: read-only, small, and opened in a moment.
//!
//! This crate searches nothing itself and knows no engine.
//!
//! Lowest first: `key`, `node` → `graph` → `pruning`, `merging`, `bounds`, `heights`, `statistics` → `policy` → `builder` → `record`, `games`, `trials`, `store`, `compact`.

mod bounds;
mod builder;
mod compact;
mod games;
mod graph;
mod heights;
mod key;
mod merging;
mod node;
pub mod policy;
mod provenance;
mod pruning;
mod record;
mod statistics;
mod store;
mod trials;

pub use bounds::Bounds;
pub use builder::{Analyst, BuildError, Changes, Failure, Goal, Plan, Progress, build};
pub use compact::{CompactBook, CompactError, Found, FoundMove};
pub use games::{Games, Played};
pub use graph::{Book, BookError};
pub use key::{Key, NotAKey};
pub use node::{Appraisal, Appraised, Choice, Node, is_worth_playing};
pub use policy::{Policy, PolicyName, Target};
pub use provenance::Provenance;
pub use statistics::Statistics;
pub use store::{Store, StoreError};
