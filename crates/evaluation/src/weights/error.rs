use thiserror::Error;

/// Invalid [`TermWeights`](super::TermWeights) or weights file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WeightsError {
    /// The first line is not that of a weights file.
    #[error(
        "not an evaluation weights file (expected first line \"thermodon evaluation weights, version 1\")"
    )]
    UnknownFormat,
    /// The file has another format version; holds its first line.
    #[error("unsupported weights file version: {0:?} (supported: 1)")]
    UnsupportedVersion(String),
    /// A line is missing or out of order.
    #[error("line {line}: expected \"{expected}\"")]
    MissingLine {
        /// Line number, from 1.
        line: usize,
        /// Expected start of the line.
        expected: String,
    },
    /// A line follows the checksum.
    #[error("line {0}: unexpected line after the checksum")]
    TrailingLine(usize),
    /// The content does not match its checksum.
    #[error("the weights file is corrupt: its checksum is {found}, expected {expected}")]
    ChecksumMismatch {
        /// Checksum given in the file.
        expected: String,
        /// Checksum of the content.
        found: String,
    },
    /// The phase axis is unknown.
    #[error(
        "line {line}: unknown phase axis {found:?} (expected \"empty\", \"openness\" or \"share\")"
    )]
    UnknownAxis {
        /// Line number, from 1.
        line: usize,
        /// Name of the axis in the file.
        found: String,
    },
    /// A token is not a number.
    #[error("line {line}: invalid number {found:?}")]
    InvalidNumber {
        /// Line number, from 1.
        line: usize,
        /// The token.
        found: String,
    },
    /// The number of weights differs from the number of phases.
    #[error("line {line}: {found} weights for {expected} phases")]
    WrongCount {
        /// Line number, from 1.
        line: usize,
        /// Number of weights.
        found: usize,
        /// Number of phases.
        expected: usize,
    },
    /// The list of phases is empty, too long, not ascending or out of range.
    #[error("the phases must be 1 to 32 ascending numbers up to 100")]
    InvalidPhases,
    /// A weight is out of range or NaN.
    #[error("the weight {weight} of {term} is not between -{max} and {max}")]
    WeightOutOfRange {
        /// Name of the term.
        term: &'static str,
        /// The weight.
        weight: String,
        /// Largest allowed absolute weight.
        max: String,
    },
}
