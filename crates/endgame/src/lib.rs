//! Endgames of Amazons: the table of all subgames up to ten squares.
//!
//! A *subgame* is a region of the board, connected by king's moves and cut off by fire, with the amazons on it. The
//! table knows for each what it is worth if the players take turns in it, whoever begins: a [`Pair`]. It stores no
//! boards: a subgame's place follows from its [`Shape`] and from where amazons stand on it ([`Placements`]). It is
//! [built](build) once, size by size, into files that are mapped for [probing](Table).
//!
//! Values of several subgames do not add up. [`bounds`] says between what their score lies, as far as the values of each
//! tell; [`Sums`] finds the score itself by search, however large they are together. The sign of a score says who
//! [wins](Table::winner).
//!
//! [`build_exact`] makes another table, of what each subgame is worth as a combinatorial game: those values do add up. [`Values`] knows
//! them for regions of any size, and a [`Solver`] says who wins whole boards. A [`Reckoner`] explains boards that are taken apart: what each
//! region is worth, by how many moves somebody is ahead ([`Lead`] says what that means), which moves keep a win; an [`Account`] is all of that at once.
//!
//! Lowest first: `shape`, `placement`, `pair`, `sight`, `area` → `clusters`, `catalogue` → `solve` → `file`, `shard`, `index`, `layer` →
//! `build`, `table` → `bounds`, `sums`, `exact` → `verdict`, `solver`, `reckoning` → `account`.

mod account;
mod area;
mod bounds;
mod brute_force;
mod build;
mod catalogue;
mod clusters;
mod count;
mod error;
mod exact;
mod file;
mod folder;
mod index;
mod layer;
mod pair;
mod placement;
mod reckoning;
mod shape;
mod shard;
mod sight;
mod solve;
mod solver;
mod sums;
mod table;
mod verdict;

pub use account::{Account, KnownMoves, Outlook, SearchLimits, Stage, region_name};
pub use bounds::{Bounds, bounds};
pub use brute_force::{play_out, position_of};
pub use build::{Progress, Watch, build, build_in_memory, build_shard};
pub use catalogue::Catalogue;
pub use count::count;
pub use error::TableError;
pub use exact::{ExactProgress, ExactTable, ExactValue, ValueLimit, Values, build_exact};
pub use folder::{default_folder, table_at_hand};
pub use pair::Pair;
pub use placement::{MOST_AMAZONS, Placements};
pub use reckoning::{
    Choice, Lead, LocalMoves, Part, Played, Reason, ReckonLimits, Reckoner, Worth,
};
pub use shape::{MOST_SQUARES, Placed, Shape};
pub use shard::{Content, Shard};
pub use solver::{MovesProgress, Solution, SolveProgress, Solver, Verdict, WinningMoves};
pub use sums::{Subgame, Sums};
pub use table::{Table, TableFile, Turn};
