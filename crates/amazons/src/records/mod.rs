//! Game records: reading, writing and converting between formats.
//!
//! A [`Record`] is a start position, a tree of legal moves and annotations. Each format has a
//! module that documents its syntax, start layout, side to move and losses; [`read`] detects the
//! format.
//!
//! ```
//! use amazons::records::{self, Format};
//!
//! let records = records::read("(;GM[18];B[djddgd];W[addgad])")?;
//! assert_eq!(
//!     records::write(&records[0], Format::Text),
//!     "fen 3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1 moves d1-d7/g7 a7-d4/a7",
//! );
//! # Ok::<(), records::RecordError>(())
//! ```
//!
//! Readers check every move, so a record never contains an illegal one. Malformed input of any size
//! or depth returns an error with line and column.
//!
//! | format | start | moves | variations, comments | result | game info | evaluations, times |
//! |---|---|---|---|---|---|---|
//! | [`sgf`], [`little_golem`] | any | yes | yes | yes | yes | yes |
//! | [`ggf`] | any | yes | no | winner and margin | yes | yes |
//! | [`text`] | any | yes | no | yes | no | no |
//! | FEN, diagram | the final position of the main line | no | no | no | no | no |

mod bracket_syntax;
mod builder;
mod error;
mod format;
pub mod ggf;
mod info;
pub mod little_golem;
mod property;
mod read_each;
mod record;
mod result;
pub mod sgf;
mod start_layout;
#[cfg(test)]
mod tests;
pub mod text;

pub use error::{Location, RecordError, RecordErrorCategory};
pub use format::{Format, ParseFormatError, detect};
pub use info::GameInfo;
pub use property::{InvalidPropertyNameError, Property};
pub use read_each::read_each;
pub use record::{Annotations, IllegalLineError, NodeId, Record};
pub use result::{GameResult, ParseResultError, WinReason};

use crate::notation::{diagram, fen};
use error::{ParseError, RecordErrorKind, excerpt};

/// Reads all games of a text in any format. A FEN or a diagram is a record without moves.
///
/// # Errors
/// If the format is unknown, the text is malformed, or a move is illegal.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    if let Some(format) = detect(text) {
        return read_as(text, format);
    }
    let trimmed = strip_bom(text).trim_start();
    let kind = match trimmed.split_whitespace().next() {
        None => RecordErrorKind::Empty,
        Some(word) => RecordErrorKind::UnknownFormat(excerpt(word)),
    };
    Err(ParseError::new(text.len() - trimmed.len(), kind).into_record_error(text))
}

/// Reads all games of a text in the given format.
///
/// # Errors
/// If the text is malformed, or a move is illegal.
pub fn read_as(text: &str, format: Format) -> Result<Vec<Record>, RecordError> {
    let text = strip_bom(text);
    match format {
        Format::Sgf => sgf::read(text),
        Format::Ggf => ggf::read(text),
        Format::LittleGolem => little_golem::read(text),
        // Positions are records without moves.
        Format::Text | Format::Fen | Format::Diagram => text::read(text),
    }
}

/// Writes a record; the format's module documents what is lost. A FEN or a diagram is the final
/// position of the main line.
#[must_use]
pub fn write(record: &Record, format: Format) -> String {
    match format {
        Format::Sgf => sgf::write(record),
        Format::Ggf => ggf::write(record),
        Format::LittleGolem => little_golem::write(record),
        Format::Text => text::write(record),
        Format::Fen => fen::write(&record.final_position()),
        Format::Diagram => diagram::write(&record.final_position()),
    }
}

/// Removes a byte order mark.
fn strip_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}
