//! Filling: how many moves one player can make in space that the other never enters.
//!
//! Every move takes exactly one square away, so no player makes more moves than there are squares to
//! reach. A careless move takes more: it burns or leaves a square that was the only way to others.
//! What counts is the *waste*, the squares that are never used. To fill as long as possible is a
//! hard problem in general (Buro 2000: NP-complete), but easy for most spaces that games leave:
//! moves that burn dead ends first waste nothing nearly always. So the search here is depth first
//! with the waste as its budget, cuts a move as soon as it costs more than that, and takes apart
//! what falls apart.

mod count;
mod lone;
mod search;
mod space;
#[cfg(test)]
mod tests;

pub use count::MoveCount;
pub use lone::LoneFilling;
pub(crate) use search::{Filler, Longest, OutOfSteps};
pub(crate) use space::Space;
