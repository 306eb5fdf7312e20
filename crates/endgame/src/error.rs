//! Errors of endgame tables and saved proofs.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Error of reading, building or saving a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// An I/O error.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// The failed operation.
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// Another build uses the directory.
    #[error("cannot build tables: {0}")]
    Locked(io::Error),
    /// Not an endgame table file.
    #[error("{} is not an endgame table file (bad magic number)", .0.display())]
    BadMagic(PathBuf),
    /// Not a saved proof.
    #[error("{} is not a saved proof", .0.display())]
    NotAProofFile(PathBuf),
    /// Written in another format version.
    #[error("{} has format version {found}; this program reads version {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Format version of the file.
        found: u32,
        /// Supported format version.
        expected: u32,
    },
    /// Truncated, or too long.
    #[error("{} has {found} bytes instead of {expected}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Length of the file in bytes.
        found: u64,
        /// Expected length in bytes.
        expected: u64,
    },
    /// Contents do not match the checksum.
    #[error("{} is corrupt (checksum mismatch); delete it and run `thermodon endgame build` again", .0.display())]
    ChecksumMismatch(PathBuf),
    /// Contents do not match the file name.
    #[error("{} contains the wrong shard; delete it and run `thermodon endgame build` again", .0.display())]
    WrongContents(PathBuf),
    /// A shard that a larger one depends on is missing.
    #[error("{} is missing: size {size} must be built first", path.display())]
    MissingShard {
        /// The file.
        path: PathBuf,
        /// Squares of the missing shard's subgames.
        size: usize,
    },
    /// Not the name of a shard.
    #[error(
        "{0:?} is not the name of a shard; expected a name such as 10-shapes-0007 or 09-sums-0000"
    )]
    ParseShardName(String),
    /// Saved with another memory limit.
    #[error("{} was saved with another memory limit; resume with the same `--memory`", .0.display())]
    MemoryMismatch(PathBuf),
    /// No value has this id.
    #[error("the value table has no value with id {0}")]
    UnknownValueId(u32),
    /// Interrupted by the caller.
    #[error("interrupted")]
    Interrupted,
}

impl TableError {
    /// For `map_err`: wraps an I/O error with operation and path.
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
