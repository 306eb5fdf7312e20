//! The rules of the game of the Amazons, on any rectangle up to 10×10 with any amazons and any
//! burned squares.
//!
//! A turn moves one own amazon like a chess queen and then shoots an arrow from where it landed,
//! again like a queen; the arrow's square is burned for good. Who cannot move loses.
//!
//! [`Position`] is the heart: it implements [`game::Game`], so every searcher can use it.
//! [`Square`] and [`SquareSet`] are what it is made of. This crate evaluates nothing and searches
//! nothing.
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

#[cfg(test)]
mod arbitrary;
mod counting;
mod filling;
mod images;
mod kinds;
mod moves;
pub mod notation;
mod position;
pub mod records;
mod region;
mod rules;
mod slides;
mod square;
mod square_set;
mod symmetry;
mod territory;
mod zobrist;

pub use game::{Color, Game, Outcome};

pub use filling::{LoneFilling, MoveCount};
pub use moves::Move;
pub use position::{Content, IllegalMove, Position};
pub use region::{Region, flood};
pub use slides::slides;
pub use square::{BoardSize, Direction, MAX_SIDE, NotABoardSize, NotASquare, Square};
pub use square_set::{SquareSet, Squares};
pub use symmetry::{Symmetry, View};
pub use territory::{Filling, Holding};
