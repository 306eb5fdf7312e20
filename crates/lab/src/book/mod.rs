//! Opening books: what the paper on best-first expansion measured, measured again, and which policy makes the most of a number of searches.

mod dropout;
mod game;
mod learning;
mod matches;
mod recipe;
mod shape;
mod shipped;
mod side;
mod sparring;

pub use dropout::DropOut;
pub use game::Played;
pub use learning::Learning;
pub use matches::{ByPolicy, ByWidth, Compared, Matches};
pub use recipe::Recipe;
pub use shape::{AtAGlance, ByAlphaBeta, ByNetwork, Searches, Shape};
pub use shipped::Shipped;
pub use side::Play;
pub use sparring::{Sparring, Standing};

/// Where the paper's numbers come from.
const PAPER: &str =
    "best-first expansion of an opening book with the k best moves of each leaf, 1,000 positions";
