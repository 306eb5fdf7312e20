//! Game records: reading, writing and converting between the forms the world uses.
//!
//! A [`Record`] is a start position, a tree of legal moves, and what was said about them. Each
//! form has a module that says how it is read, who sits where and moves first in it, and what it
//! cannot carry; [`read`] finds out by itself which form a text is in.
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
//! Every move is checked as it is read, so that a record never holds an illegal one. No text,
//! however broken, deep or large, does more than earn an error that says what is wrong and where.
//!
//! | form | start | moves | variations, comments | result | players, event, date | evaluations, times |
//! |---|---|---|---|---|---|---|
//! | [`sgf`], [`little_golem`] | any | yes | yes | yes | yes | yes |
//! | [`ggf`] | any | yes | no | winner and margin | yes | yes |
//! | [`text`] | any | yes | no | yes | no | no |
//! | FEN, diagram | the final position of the main line | no | no | no | no | no |

mod error;
mod format;
pub mod ggf;
mod info;
pub mod little_golem;
mod property;
mod record;
mod replay;
mod result;
mod seating;
pub mod sgf;
mod singly;
mod syntax;
pub mod text;

#[cfg(test)]
mod round_trips;

pub use error::{Location, Problem, RecordError};
pub use format::{Format, NotAFormat, detect};
pub use info::GameInfo;
pub use property::{NotAPropertyName, Property};
pub use record::{Annotations, IllegalPly, NodeId, Record};
pub use result::{GameResult, Manner, NotAResult};
pub use singly::read_each;

use crate::notation::{diagram, fen};
use error::{Fault, excerpt};

/// Reads all games of a text, in whichever form it is. A FEN or a diagram is a record without
/// moves.
///
/// # Errors
/// If the text is in no known form, breaks the rules of its form, or holds an illegal move.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    if let Some(format) = detect(text) {
        return read_as(text, format);
    }
    let trimmed = without_mark(text).trim_start();
    let problem = match trimmed.split_whitespace().next() {
        None => Problem::Nothing,
        Some(word) => Problem::UnknownForm(excerpt(word)),
    };
    Err(Fault::new(text.len() - trimmed.len(), problem).locate(text))
}

/// Reads all games of a text that is known to be in a certain form.
///
/// # Errors
/// If the text breaks the rules of that form, or holds an illegal move.
pub fn read_as(text: &str, format: Format) -> Result<Vec<Record>, RecordError> {
    let text = without_mark(text);
    match format {
        Format::Sgf => sgf::read(text),
        Format::Ggf => ggf::read(text),
        Format::LittleGolem => little_golem::read(text),
        // A position is a start without moves.
        Format::Text | Format::Fen | Format::Diagram => text::read(text),
    }
}

/// Writes a record in some form; that form's module says what it cannot carry. A FEN and a
/// diagram show the final position of the main line and drop the moves.
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

/// A text without the byte order mark that some editors put before it.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_record_is_said_to_be_none() {
        let said = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(
            said(""),
            "line 1, column 1: there is no game record in an empty text"
        );
        assert_eq!(
            said(" \n "),
            "line 2, column 2: there is no game record in an empty text"
        );
        assert_eq!(
            said("\n hello world"),
            "line 2, column 2: \"hello\" begins no game record: \
            known are sgf, ggf, little-golem, text, fen and diagram"
        );
        assert_eq!(
            said("(;GM[1];B[pd])"),
            "line 1, column 3: this is a record of game \"1\", not of the Amazons, \
            which is 18 in SGF"
        );
    }

    #[test]
    fn positions_are_records_without_moves() {
        for (text, format) in [
            ("q2/3/2Q b - - 0 1", Format::Fen),
            ("x..|.#.|..o b", Format::Diagram),
        ] {
            let records = read(text).unwrap();
            assert_eq!(records.len(), 1);
            assert_eq!(records[0].main_line().count(), 0);
            assert_eq!(write(&records[0], format), text);
        }
    }

    #[test]
    fn position_forms_show_the_end() {
        let records = read("4x4 moves b1-b2/b1").unwrap();
        assert_eq!(write(&records[0], Format::Diagram), ".xx.|x..x|oo.o|.#o. b");
        let fen = write(&records[0], Format::Fen);
        assert!(fen.starts_with("1qq1/q2q/QQ1Q/1*Q1 b "), "{fen}");
    }
}
