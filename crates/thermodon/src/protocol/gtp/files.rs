//! Game records from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use amazons::records::{self, Record, RecordError};
use thiserror::Error;

/// The largest file that is read; real collections of games are much smaller.
const LARGEST: u64 = 16 << 20;

/// Why a file gives no game.
#[derive(Debug, Error)]
pub(super) enum FileError {
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    /// Reading from a terminal or a pipe might never end.
    #[error("{0} is not a file")]
    NotAFile(String),
    #[error("{file} has more than {LARGEST} bytes")]
    TooLarge { file: String },
    #[error("{file}: {error}")]
    Record { file: String, error: RecordError },
    #[error("{0} holds no game")]
    NoGame(String),
}

/// The first game of a file, in whichever notation it is.
pub(super) fn load(file: &str) -> Result<Record, FileError> {
    let text = read(file)?;
    let games = records::read(&text).map_err(|error| FileError::Record {
        file: file.to_owned(),
        error,
    })?;
    let first = games.into_iter().next();
    first.ok_or_else(|| FileError::NoGame(file.to_owned()))
}

fn read(file: &str) -> Result<String, FileError> {
    let failed = |error| FileError::Io {
        file: file.to_owned(),
        error,
    };
    let path = Path::new(file);
    let metadata = path.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(FileError::NotAFile(file.to_owned()));
    }
    // What the system shows as files in /proc has no length, and some of it no end.
    if metadata.len() == 0 {
        return Err(FileError::NoGame(file.to_owned()));
    }
    let mut bytes = Vec::new();
    let open = File::open(path).map_err(failed)?;
    open.take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 > LARGEST {
        return Err(FileError::TooLarge {
            file: file.to_owned(),
        });
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
