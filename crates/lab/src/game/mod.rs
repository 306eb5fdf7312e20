//! Experiments about the game itself.

mod first_mover;

pub use first_mover::FirstMover;
