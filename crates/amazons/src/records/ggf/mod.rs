//! GGF, the Generic Game Format of the game server GGS.
//!
//! `(;GM[Amazons]PC[GGS/ams]PB[…]PW[…]TY[10]RE[-3.00]BO[10 ---*--*--- …
//! *]B[D1-D7-G7/11.50/5.04]W[…];)`: game information, a board, and the moves in a row, each with
//! the mover's evaluation and time in seconds, both optional.
//!
//! **Board.** `BO` is the size, the rows and the side to move: `*` is Black, `O` White, `-` empty.
//! As in GGS's Othello *the first row is row 1*: in the format's own example Black's amazons are in
//! the first row and Black moves from D1. Spaces between rows are optional. Without `BO` the board
//! size is `TY`, Black is at the bottom (d1 g1 a4 j4) and moves first, unless more moves are legal
//! in the other layout.
//!
//! The format leaves two things open: here `#` (also `x` when reading) is a burned square, and the
//! size of a board that is not square is `6x5`, columns first.
//!
//! **Result.** `RE` is Black's margin, with `:r` for a resignation and `:t` for a loss on time. A
//! win without a margin is written as a margin of `1.00`.
//!
//! **Lost** in writing: variations, comments and properties of moves, nodes without moves, and the
//! win reason of a forfeit. The comment of the root is written as `C`, which other readers skip.
//! Uninterpreted properties of the game (ratings, clocks) are preserved unless their names clash.

mod board;
mod read;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
