//! What can be wrong with the database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why games cannot be read or kept.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("cannot make the data folder {}: {reason}", folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// Another process has the file open.
    #[error(
        "the games in {} are open in another program; end that one, or choose another folder with --data",
        .0.display()
    )]
    InUse(PathBuf),
    /// The file is not what was written.
    #[error(
        "the games in {} cannot be read: {reason}; move the file away to begin with an empty one",
        file.display()
    )]
    Damaged {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file is of another version.
    #[error(
        "the games in {} are in format {found}, which this version of the program does not know",
        file.display()
    )]
    Format {
        /// The file.
        file: PathBuf,
        /// Its format.
        found: u64,
    },
    /// The file cannot be read or written.
    #[error("cannot use {}: {reason}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// What the system says.
        reason: io::Error,
    },
    /// A game is not what was written.
    #[error("game {id} cannot be read: {reason}")]
    Game {
        /// Its number.
        id: u64,
        /// What is wrong.
        reason: serde_json::Error,
    },
    /// Another program is not what was written.
    #[error("engine {id} cannot be read: {reason}")]
    Program {
        /// Its number.
        id: u64,
        /// What is wrong.
        reason: serde_json::Error,
    },
    /// Something cannot be written down.
    #[error("what was to be kept cannot be written: {0}")]
    Writing(serde_json::Error),
    /// The database failed at its work: a full disk, for one.
    #[error("the database of games failed: {0}")]
    Database(#[from] Box<redb::Error>),
}

impl StoreError {
    pub(crate) fn damaged(file: &Path, reason: impl ToString) -> Self {
        Self::Damaged {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// What went wrong when the file was opened.
    pub(crate) fn opening(file: &Path, error: redb::DatabaseError) -> Self {
        use redb::{DatabaseError, StorageError};
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::InUse(file.to_owned()),
            DatabaseError::Storage(StorageError::Io(reason))
                if reason.kind() != io::ErrorKind::InvalidData
                    && reason.kind() != io::ErrorKind::UnexpectedEof =>
            {
                Self::File {
                    file: file.to_owned(),
                    reason,
                }
            }
            other => Self::damaged(file, other),
        }
    }
}

macro_rules! from_database {
    ($($error:ty),*) => {
        $(impl From<$error> for StoreError {
            fn from(error: $error) -> Self {
                Self::Database(Box::new(error.into()))
            }
        })*
    };
}

from_database!(
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError
);
