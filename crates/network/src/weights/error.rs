//! Why a weights file is refused.

use std::io;

use thiserror::Error;

use super::VERSION;

/// Why some bytes are not weights that this program can use.
#[derive(Debug, Error)]
pub enum WeightsError {
    /// The file could not be read at all.
    #[error("the weights file cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Another kind of file.
    #[error("this is not a weights file: it begins neither with THMDQNT1 nor with THMDNET1")]
    Foreign,
    /// A weights file of the other kind.
    #[error("this is a weights file, but not {expected}")]
    OtherKind {
        /// What is wanted.
        expected: &'static str,
    },
    /// A format that this program does not know.
    #[error("the weights file has format version {0}, and this program reads version {VERSION}")]
    Version(u32),
    /// The file ends too soon.
    #[error("the weights file is cut short: it has {found} bytes and should have {expected}")]
    CutShort {
        /// The bytes there are.
        found: usize,
        /// The bytes there should be, as far as can be told.
        expected: usize,
    },
    /// The file goes on after its end.
    #[error("the weights file has {0} bytes too many")]
    TooLong(usize),
    /// Something was changed.
    #[error("the weights file is damaged: its checksum does not fit")]
    Damaged,
    /// A size that makes no sense or that this program cannot run.
    #[error("the weights file's network cannot be used: {name} is {found}, not {expected}")]
    Shape {
        /// The size in question.
        name: &'static str,
        /// What the file says.
        found: usize,
        /// What is possible.
        expected: &'static str,
    },
    /// A text that is not UTF-8.
    #[error("the weights file's provenance is not text")]
    Provenance,
    /// The description of the tensors of an exported network.
    #[error("the weights file's header makes no sense: {0}")]
    Header(String),
    /// A part of an exported network that is not there.
    #[error("the weights file lacks '{0}' of the size that its network should have")]
    Tensor(String),
    /// An infinite weight, or one that is not a number.
    #[error("the weights file holds a weight that is not a finite number")]
    NotFinite,
}
