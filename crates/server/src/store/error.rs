//! Errors of the server's databases.

use std::io;
use std::path::PathBuf;

use axum::http::StatusCode;
use storage::DatabaseError;
use thiserror::Error;

use crate::dto::error::{ApiError, ErrorReason};

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
    /// A stored value does not match its checksum.
    #[error("{name} {id} is damaged: its stored data has a wrong checksum")]
    Damaged {
        /// Kind of the value.
        name: &'static str,
        /// Id of the value.
        id: u64,
    },
    /// The database cannot be opened, read or written.
    #[error("{error}{}", advice(error))]
    Database {
        /// The error.
        #[from]
        error: DatabaseError,
    },
}

/// What the user can do about an error.
fn advice(error: &DatabaseError) -> &'static str {
    match error {
        DatabaseError::InUse(_) => "; stop it or choose another directory with --data-dir",
        DatabaseError::Corrupt { .. } => "; move the file away to start with an empty one",
        DatabaseError::Format { .. } => {
            "; open it with the version that wrote it, or choose another directory with --data-dir"
        }
        error if error.is_disk_full() => "; free some disk space and try again",
        _ => "",
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        let message = error.to_string();
        match error {
            StoreError::Damaged { id, .. } => {
                Self::new(StatusCode::GONE, message).because(ErrorReason::GameDamaged { id })
            }
            StoreError::Database { error } if error.is_disk_full() => {
                let detail = error.to_string();
                Self::new(StatusCode::INSUFFICIENT_STORAGE, message)
                    .because(ErrorReason::DiskFull { detail })
            }
            _ => Self::internal(message),
        }
    }
}
