//! GGF, the Generic Game Format of the game server GGS.
//!
//! `(;GM[Amazons]PC[GGS/ams]PB[…]PW[…]TY[10]RE[-3.00]BO[10 ---*--*--- … *]B[D1-D7-G7/11.50/5.04]W[…];)`:
//! headings, a board, and the moves in one row, each with the mover's evaluation and the seconds
//! it took, both optional. Black is first.
//!
//! **The board** `BO` is its side, its rows, and the side to move: `*` is Black, `O` White, `-`
//! empty. As in GGS's Othello *the first row drawn is row 1*: in the format's own example Black's
//! amazons are in the first row and Black moves from D1. The rows may be written without spaces.
//! Without a board, Black sits on d1 g1 a4 j4 of a board of the size `TY` and moves first, unless
//! only the other seating fits the moves.
//!
//! Two things that the format does not settle are read and written so: `#` (`x` is also read) is
//! a burned square, and a board that is no square gives its size as `6x5`, columns first.
//!
//! **The result** `RE` is Black's margin, with `:r` for a resignation and `:t` for a loss on time.
//! A win without a margin is written as one by `1.00`, for nothing else tells the winner.
//!
//! **What is lost** in writing: variations, comments on moves and their properties, remarks between
//! moves, and the forfeit as a manner of losing. The comment on the game as a whole is written as
//! `C`, which other readers skip. Headings without meaning here (ratings, clocks) are kept, except
//! where their name means something else in this form.

mod board;
mod read;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod tests;
