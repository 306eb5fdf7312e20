//! Errors of the server's databases.

use std::io;
use std::path::{Path, PathBuf};

use redb::{DatabaseError, StorageError};
use thiserror::Error;

use crate::dto::error::ApiError;

/// Error of opening, reading or writing a database of the server.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The data directory cannot be created.
    #[error("cannot create the data directory {}: {reason}", path.display())]
    CreateDir {
        /// The directory.
        path: PathBuf,
        /// The operating system's error.
        reason: io::Error,
    },
    /// Another process has the file open.
    #[error(
        "{} is in use by another program; stop it or choose another directory with --data-dir",
        .0.display()
    )]
    InUse(PathBuf),
    /// The file is not a valid database.
    #[error(
        "{} is corrupt: {reason}; move the file away to start with an empty one",
        file.display()
    )]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The file has another schema version.
    #[error("{} has schema version {found}, which this program does not support", file.display())]
    UnsupportedVersion {
        /// The file.
        file: PathBuf,
        /// Its schema version.
        found: u64,
    },
    /// The file cannot be opened.
    #[error("cannot open {}: {reason}", file.display())]
    Io {
        /// The file.
        file: PathBuf,
        /// The operating system's error.
        reason: io::Error,
    },
    /// A stored value is not valid JSON.
    #[error("stored {name} {id} is invalid: {reason}")]
    Invalid {
        /// Kind of the value.
        name: &'static str,
        /// Id of the value.
        id: u64,
        /// The parser's error.
        reason: serde_json::Error,
    },
    /// A value cannot be serialized to JSON.
    #[error("cannot serialize to JSON: {0}")]
    Serialize(serde_json::Error),
    /// Reading or writing failed, for example because the disk is full.
    #[error("database error: {0}")]
    Database(Box<redb::Error>),
}

impl StoreError {
    pub(crate) fn corrupt(file: &Path, reason: impl ToString) -> Self {
        Self::Corrupt {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }

    pub(super) fn from_open_error(file: &Path, error: DatabaseError) -> Self {
        use io::ErrorKind::{InvalidData, UnexpectedEof};
        match error {
            DatabaseError::DatabaseAlreadyOpen => Self::InUse(file.to_owned()),
            DatabaseError::Storage(StorageError::Io(reason))
                if !matches!(reason.kind(), InvalidData | UnexpectedEof) =>
            {
                let file = file.to_owned();
                Self::Io { file, reason }
            }
            other => Self::corrupt(file, other),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl<E: Into<redb::Error>> From<E> for StoreError {
    fn from(error: E) -> Self {
        Self::Database(Box::new(error.into()))
    }
}
