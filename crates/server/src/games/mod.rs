//! Games that are played: every change is on the disk before it is told, the server moves for the computer
//! and runs the clocks.
//!
//! | file | what it knows |
//! |---|---|
//! | `state` | one game: its rules, its clock; no time passes in it but what it is told |
//! | `desk` | all games: the disk, who is told, when the computer thinks and a flag falls |
//! | `computer` | how the computer finds its move |
//! | `check` | what a new game may be |

mod check;
mod computer;
mod desk;
mod state;

pub use check::{MOST_SECONDS, within};
pub use desk::Games;
