//! What can be wrong with a file of weights.

use thiserror::Error;

/// Why a text is no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// Another kind of file.
    #[error(
        "this is no file of evaluation weights: it does not start with \"thermodon evaluation weights\""
    )]
    Foreign,
    /// A format of another version.
    #[error("the weights are of another format version than 1: {0:?}")]
    Version(String),
    /// A line that should be there, and is not.
    #[error("line {line} of the weights should start with \"{expected}\"")]
    Missing {
        /// The line, counted from 1.
        line: usize,
        /// How it should start.
        expected: String,
    },
    /// Something after the last line.
    #[error("line {0} of the weights comes after their checksum and means nothing")]
    Trailing(usize),
    /// The content was changed.
    #[error("the weights are damaged: their checksum is {found}, but the file says {expected}")]
    Damaged {
        /// What the file says.
        expected: String,
        /// What the content gives.
        found: String,
    },
    /// Stages by something unknown.
    #[error(
        "line {line} of the weights should tell the stages by \"empty\", \"openness\" or \"share\", not by {found:?}"
    )]
    Axis {
        /// The line, counted from 1.
        line: usize,
        /// What it says.
        found: String,
    },
    /// Something where a number should be.
    #[error("{found:?} in line {line} of the weights is not a number that can stand there")]
    Number {
        /// The line, counted from 1.
        line: usize,
        /// What it says.
        found: String,
    },
    /// More or fewer weights than stages.
    #[error("line {line} of the weights has {found} of them, but there are {expected} stages")]
    Count {
        /// The line, counted from 1.
        line: usize,
        /// Its weights.
        found: usize,
        /// The stages.
        expected: usize,
    },
    /// Stages that are no stages.
    #[error("the stages of the weights must be 1 to 32 rising numbers up to 100")]
    Stages,
    /// A weight that no evaluation can mean.
    #[error("the weight {weight} of {term} is not between -{limit} and {limit}")]
    TooLarge {
        /// The term.
        term: &'static str,
        /// Its weight.
        weight: String,
        /// The largest that it may be.
        limit: String,
    },
}
