//! Small games for tests and experiments. Tic-Tac-Toe can be solved by brute force;
//! [`SyntheticTree`] is a random game tree.
//!
//! ```
//! use game::{Game, perft};
//! use toys::TicTacToe;
//!
//! let mut position = TicTacToe::start();
//! position.play(position.parse_move("b2")?);
//! assert_eq!(position.to_text(), ".../.x./... o");
//! assert_eq!(perft(&position, 2), 8 * 7);
//! # Ok::<(), toys::ParseTicTacToeError>(())
//! ```

mod synthetic_tree;
mod tictactoe;

pub use synthetic_tree::{
    ChildIndex, NodeScores, ParseSyntheticTreeError, SyntheticTree, TreeShape,
};
pub use tictactoe::{Cell, ParseTicTacToeError, TicTacToe};
