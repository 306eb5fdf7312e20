//! Games small enough to be known completely: they keep the [`game`] contract honest, and give
//! searchers and learners a place where the right answer can be computed. TicTacToe is a real one; the
//! [`SyntheticTree`] is nothing but random numbers.

mod synthetic_tree;
mod tictactoe;

pub use synthetic_tree::{Branch, Error as SyntheticTreeError, Numbers, SyntheticTree, TreeShape};
pub use tictactoe::{Cell, Error as TicTacToeError, TicTacToe};
