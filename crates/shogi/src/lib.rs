//! Shogi for game-independent searchers.
//!
//! The rules come from `rsshogi`; [`Position`] implements [`game::Game`] on top of them, with the
//! end of the game that the library leaves to its users: mate, fourfold repetition, perpetual check
//! and declaration. [`Evaluation`] evaluates a position, including the exchange on the square of
//! the last move; [`MoveKindSet`] classifies moves for realization-probability search; [`Engine`]
//! combines them for USI.
//!
//! ```
//! use game::Game;
//! use shogi::Position;
//!
//! let mut position = Position::start();
//! assert_eq!(position.move_count(), 30);
//! let mv = position.parse_move("7g7f")?;
//! position.play(mv);
//! assert_eq!(position.move_to_text(position.parse_move("3c3d")?), "3c3d");
//! # Ok::<(), shogi::NotationError>(())
//! ```

mod engine;
mod evaluation;
mod move_kinds;
mod notation;
mod outcome;
mod piece_values;
mod position;
mod see;
mod time_management;

pub use engine::{BestMove, Engine};
pub use evaluation::Evaluation;
pub use move_kinds::MoveKindSet;
pub use notation::NotationError;
pub use position::{Move, Position};
pub use time_management::move_budget;
