//! What can be wrong with a table.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a table, or a part of it, cannot be used or made.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It was not written by this program.
    #[error("{} is not a part of an endgame table", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It was to be a proof.
    #[error("{} is not a saved proof", path.display())]
    NotAProof {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a program that does it otherwise.
    #[error("{} has format {found}, and this program reads format {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The format that was found.
        found: u32,
        /// The only one that can be read.
        expected: u32,
    },
    /// It ends too early or too late.
    #[error("{} has {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// How long it is.
        found: u64,
        /// How long it should be.
        expected: u64,
    },
    /// Its contents are not those that were written.
    #[error("{} is damaged: its checksum is wrong", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// It holds something else than its name says.
    #[error("{} holds other subgames than its name says", path.display())]
    Misnamed {
        /// The file.
        path: PathBuf,
    },
    /// A part cannot be made without another.
    #[error("{} is missing: size {size} must be built first", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The size that it belongs to.
        size: usize,
    },
    /// There is no such part.
    #[error(
        "{0:?} is not the name of a shard: they are called such as 10-shapes-0007 or 09-sums-0000"
    )]
    NotAShard(String),
    /// What was saved does not fit.
    #[error("{} was saved with another limit of memory: the same one is needed to go on", path.display())]
    OtherMemory {
        /// The file.
        path: PathBuf,
    },
    /// A number that no value has.
    #[error("the table of exact values has no value {0}")]
    NoSuchValue(u32),
    /// The work was interrupted.
    #[error("interrupted")]
    Interrupted,
}

impl TableError {
    /// For `map_err`: the system refused to do that to that file.
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}
