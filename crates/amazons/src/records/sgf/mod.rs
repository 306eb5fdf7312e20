//! SGF, the Smart Game Format (`FF[4]`); Amazons is `GM[18]`.
//!
//! `;B[djddgd]` moves an amazon from `dj` to `dd` and shoots at `gd`. The first letter of a point
//! is the column from the left, the second the row *from the top*: on ten rows `dj` is d1.
//! Algebraic notation, `B[d1-d7/g7]`, is accepted too.
//!
//! **Start.** The set-up properties `AB`, `AW` (amazons), `AA` (arrows) and `AE` (empty) describe
//! the start from an empty board, and `PL` the side to move. Without set-up the standard puts Black
//! at the bottom (d1 g1 a4 j4), and Black moves first. Some files have White at the bottom without
//! saying so; that layout is used if more moves are legal in it. Without `PL` the player of the
//! first move is to move. The writer always writes the full set-up.
//!
//! **Reading.** Players, result, date, event, place and rules (`PB PW RE DT EV PC RU`), comments
//! (`C`), the value of a node (`V`, positive is good for Black) as the mover's evaluation, and
//! every other property unchanged. `TU`, which is not in the standard, is the time spent on a move
//! in seconds. If `RE` gives no result, `B[resign]` or `B[timeout]` at the end of the main line
//! does. Set-up after the first move or variation is an error. If a node repeats a property that
//! may occur once, the first counts.
//!
//! **Round trips.** A [`Record`] is written and read back without loss. A file that is read and
//! written loses its formatting and empty nodes, set-up spread over several nodes is merged, and
//! the character set `CA` becomes UTF-8.

mod points;
mod read;
mod setup;
mod write;

use super::error::RecordError;
use super::record::Record;
use super::start_layout::StartLayout;

pub(super) use points::PointStyle;
pub(super) use read::{parse_end_marker, read_with_layout};
pub(super) use write::write_with_style;

/// Reads all games of a file.
///
/// # Errors
/// If the text is malformed or a record of another game, or a move is illegal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    read_with_layout(text, StartLayout::BlackAtBottom)
}

/// Writes a game with explicit set-up and side to move.
#[must_use]
pub fn write(record: &Record) -> String {
    write_with_style(record, PointStyle::Sgf)
}

#[cfg(test)]
mod tests;
