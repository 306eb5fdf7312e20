//! What a position of Amazons is worth, from distances, mobility and territory: no search, no
//! randomness, and the same answer on every machine.
//!
//! From a position to a number it is four steps, each with its own type:
//!
//! 1. a [`Layout`]: the amazons and the empty squares, also after an amazon's step whose arrow is
//!    still to be shot;
//! 2. its [`Features`]: whole numbers from nobody's point of view. How many squares each side reaches
//!    sooner than the other by queen's and by king's moves and by how much, how many lie within how
//!    many moves, and how freely the amazons can move;
//! 3. an [`Evaluation`] judges them. [`Staged`] is the one to play with: learned weights for all
//!    [`Term`]s that change with the stage of the game. [`Paper`] has the nine weights of a paper on
//!    learning them, [`Lieberum`] is a classic, set by hand;
//! 4. the [`Estimate`]: the logarithm of the odds of winning, for the player to move.
//!
//! All this is done millions of times a second, on whole boards at once. A [`Path`] is one way to do it with
//! the instructions of a processor; the best is found at run time, and all give the same
//! results. [`Maps`] are the distances themselves, for people to look at. [`Weights`] can be read from and
//! written to a file, and [fitted](fitting) to somebody's choices.
//!
//! ```
//! use amazons::Position;
//! use evaluation::{Evaluation, Features, Layout, Staged};
//!
//! let layout = Layout::of(&Position::standard_start());
//! let features = Features::of(&layout);
//! assert_eq!(features.queen.ties(), 48);
//! let estimate = Staged::default().evaluate(&layout);
//! println!("the player to move wins with {:.0} %", 100.0 * estimate.chance());
//! ```

pub mod comparison;
mod distances;
mod estimate;
mod evaluation;
pub mod features;
pub mod fitting;
mod growth;
mod layout;
pub mod lieberum;
pub mod mobility;
pub mod paper;
pub mod path;
pub mod reach;
mod staged;
mod terms;
pub mod weights;

pub use distances::{Distances, Maps};
pub use estimate::Estimate;
pub use evaluation::Evaluation;
pub use features::Features;
pub use layout::Layout;
pub use lieberum::Lieberum;
pub use paper::Paper;
pub use path::Path;
pub use reach::Reach;
pub use staged::Staged;
pub use terms::{Term, Terms};
pub use weights::{Weights, WeightsError};
