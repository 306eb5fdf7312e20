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
    /// A line is missing, out of order or invalid; its number, from 1, and what is wrong.
    #[error("line {0}: {1}")]
    Line(usize, String),
    /// The content does not match its checksum.
    #[error("the weights file is corrupt: its checksum is {found}, expected {expected}")]
    ChecksumMismatch {
        /// Checksum given in the file.
        expected: String,
        /// Checksum of the content.
        found: String,
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
