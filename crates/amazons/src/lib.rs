//! Rules and game records of the Game of the Amazons, on boards from 1×1 to 10×10 with any set-up
//! of amazons and burned squares.
//!
//! A move has two halves: an amazon steps like a chess queen, then shoots an arrow from its new
//! square, again like a queen. The arrow's square is burned for the rest of the game. A player who
//! cannot move loses.
//!
//! [`Position`] implements [`game::Game`], so every searcher can use it; [`Square`] and
//! [`SquareSet`] are its bitboard types. [`records`] reads and writes SGF, GGF and other formats.
//! The crate contains no evaluation and no search.
//!
//! ```
//! use amazons::{Game, Position};
//!
//! let mut position = Position::standard_start();
//! assert_eq!(position.move_count(), 2176);
//! let mv = position.parse_move("d1-d7/g7")?;
//! position.play(mv);
//! assert_eq!(position.to_text(), "3q2q3/10/10/q2Q2*2q/10/10/Q8Q/10/10/6Q3 b - - 1 1");
//! # Ok::<(), amazons::notation::NotationError>(())
//! ```

mod counting;
mod filling;
mod move_kinds;
mod moves;
pub mod notation;
mod position;
mod queen_moves;
pub mod records;
mod region;
mod rules;
mod square;
mod square_set;
mod symmetry;
mod territory;
#[cfg(test)]
mod test_strategies;
mod zobrist;

pub use game::{Color, Game, Outcome};

pub use filling::{FillPlan, MoveCount};
pub use moves::Move;
pub use position::{Content, IllegalMoveError, Position};
pub use queen_moves::queen_moves;
pub use region::{Region, flood_fill};
pub use square::{BoardSize, Direction, MAX_SIDE, ParseBoardSizeError, ParseSquareError, Square};
pub use square_set::{SquareSet, SquareSetIter};
pub use symmetry::{Symmetry, Transform};
pub use territory::{TerritoryPlan, TerritorySplit};
