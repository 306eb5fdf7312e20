//! How deep each kind of move should be searched: what the paper on extensions by kind of move learned in Shogi, and what
//! goes past it.
//!
//! | file | what |
//! |---|---|
//! | `games` | games of Shogi between searches |
//! | `course` | a program learns the costs of kinds of move while it plays |
//! | `lists` | the courses: the paper's three pairs, finer lists, a deeper teacher |
//! | `spsa` | costs tuned by who wins |
//! | `amazons` | the same rule in Amazons |
//! | `matches` | learned costs and other ways against plain search |
//! | `showing` | tables and curves of costs |

mod amazons;
mod course;
mod games;
mod lists;
mod matches;
mod showing;
mod spsa;

pub use amazons::InAmazons;
pub use lists::{Captured, Captures, Checks, Deeper, Drops, Learned, List, Pieces, Several};
pub use matches::AgainstPlain;
pub use spsa::ByResults;

pub(crate) use games::{Side, opening, pawns, play};

/// What all of them stand beside.
const PAPER: &str = "Search extension by kind of move, learned in Shogi";
