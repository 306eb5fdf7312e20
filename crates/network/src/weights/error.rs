use std::io;

use thiserror::Error;

use super::VERSION;

/// Error reading a weights file.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// The file cannot be read.
    #[error("cannot read the network file: {0}")]
    Io(#[from] io::Error),
    /// The magic is unknown.
    #[error("not a network weights file (unknown magic)")]
    UnknownFormat,
    /// The file is quantized where floats are expected, or the other way round.
    #[error("wrong network file format: expected {expected}")]
    WrongFormat {
        /// The expected format.
        expected: &'static str,
    },
    /// The format version is not supported.
    #[error("unsupported network file version: {0} (supported: 1 to {VERSION})")]
    UnsupportedVersion(u32),
    /// The file ends too soon.
    #[error("network file is truncated: {found} bytes, expected {expected}")]
    Truncated {
        /// Length of the file.
        found: usize,
        /// Expected length, as far as it is known.
        expected: usize,
    },
    /// The file is too long.
    #[error("network file has {0} bytes too many")]
    TrailingBytes(usize),
    /// The content does not match its checksum.
    #[error("network file is corrupt: checksum mismatch")]
    ChecksumMismatch,
    /// A size is not supported.
    #[error("unsupported network: {name} is {found}, expected {expected}")]
    UnsupportedShape {
        /// Name of the size.
        name: &'static str,
        /// The size in the file.
        found: usize,
        /// The supported sizes.
        expected: String,
    },
    /// The provenance is not UTF-8.
    #[error("network file provenance is not valid UTF-8")]
    InvalidProvenance,
    /// The header of a float file is not valid.
    #[error("invalid network file header: {0}")]
    InvalidHeader(String),
    /// A tensor of a float file is missing or has the wrong shape.
    #[error("tensor '{0}' is missing or has the wrong shape")]
    MissingTensor(String),
    /// A weight is infinite or NaN.
    #[error("network file contains a weight that is not finite")]
    NotFinite,
}
