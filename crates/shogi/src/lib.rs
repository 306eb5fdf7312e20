//! Shogi, for searchers of any game.
//!
//! The rules come from a library (`rsshogi`); here they fulfil the [`game`] contract, with the endings that a
//! library leaves to its users: mate, four times the same position, perpetual check, a king that has entered the
//! enemy camp. An [`Evaluation`] says what a position is worth, after the exchanges on the square of the last move;
//! [`Kinds`] says what kind of move a move is, so that a search can look deeper into some kinds than into others.
//!
//! | file | what |
//! |---|---|
//! | `position` | the game's contract |
//! | `ending` | when the game is over, and who has won |
//! | `notation` | positions as SFEN, alone or with moves; moves as USI writes them |
//! | `kinds` | drops, captures, checks and the rest, told apart in several ways |
//! | `pieces` | what pieces are worth |
//! | `exchange` | what taking and taking back on a square comes to |
//! | `evaluation` | what a position is worth |
//! | `clock` | how long to think about a move |
//! | `player` | all of it together: somebody who plays |
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

mod clock;
mod ending;
mod evaluation;
mod exchange;
mod kinds;
mod notation;
mod pieces;
mod player;
mod position;

pub use clock::Clock;
pub use evaluation::Evaluation;
pub use kinds::Kinds;
pub use notation::NotationError;
pub use player::{Decision, Player};
pub use position::{Move, Position};
