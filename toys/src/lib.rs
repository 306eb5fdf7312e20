//! Games small enough to be known completely: they keep the [`game`] contract honest, and give
//! searchers and learners a place where the right answer can be computed.

mod tictactoe;

pub use tictactoe::{Cell, Error as TicTacToeError, TicTacToe};
