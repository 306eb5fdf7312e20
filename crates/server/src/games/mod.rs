//! Games: the server stores every change, moves for engines and runs the clocks.
//!
//! | module | content |
//! |---|---|
//! | `game_state` | one game: rules and clock, without I/O |
//! | `registry` | all games: storage, subscribers, engine and flag tasks |
//! | `computer` | how an engine chooses its move |
//! | `validate` | checks of a new game |

mod computer;
mod game_state;
mod registry;
mod validate;

#[cfg(test)]
mod tests;

pub use registry::{GameRegistry, GameUpdates};
pub use validate::{MAX_MOVE_SECONDS, MIN_MOVE_SECONDS};
