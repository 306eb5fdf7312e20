//! SGF, the Smart Game Format FF\[4\], with Amazons as game 18.
//!
//! `;B[djddgd]` moves an amazon from `dj` to `dd` and shoots at `gd`. The first letter of a point
//! is the column from the left, the second the row *from the top*: on ten rows `dj` is d1. Moves
//! and points written as people do, `B[d1-d7/g7]`, are read as well.
//!
//! **Who sits where.** The set-up properties `AB`, `AW` (amazons), `AA` (arrows) and `AE` (empty)
//! describe the start on an empty board, and `PL` the side to move. Where there is no set-up, the
//! standard says that Black sits at the bottom (d1 g1 a4 j4); Black then moves first. Files with
//! White at the bottom and no word about it exist: where the moves fit only that seating, it is
//! the one that is read. Where `PL` is missing, the first move tells who is first. What is
//! written here always says all of it, so that no reader has to guess.
//!
//! **What is read.** Players, result, date, event, place and rules (`PB PW RE DT EV PC RU`),
//! comments (`C`), the value of a node (`V`: good for Black if positive) as the mover's
//! evaluation, and every other property as it stands. `TU`, no property of the standard, holds
//! the seconds thought about a move, for which the standard has nothing. `B[resign]` ends a main
//! line as a resignation. Set-up after the first move or variation is refused: what follows it is
//! not one game. Of what may be told once and is told twice, the first counts.
//!
//! **What is lost.** Nothing that a [`Record`] holds; of a file, its layout, set-up spread over
//! several nodes, empty nodes, and the character set `CA`, which becomes UTF-8.

mod points;
mod read;
mod setup;
mod write;

use super::error::RecordError;
use super::record::Record;
use super::seating::Seating;

pub(super) use points::PointStyle;
pub(super) use read::{end_mark, read_seated};
pub(super) use write::write_styled;

/// Reads all games of a file.
///
/// # Errors
/// If the text is no SGF, holds another game than the Amazons, or a move that is not legal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    read_seated(text, Seating::BlackAtBottom)
}

/// Writes a game, with its start and its side to move always explicit.
#[must_use]
pub fn write(record: &Record) -> String {
    write_styled(record, PointStyle::Letters)
}

#[cfg(test)]
mod tests;
