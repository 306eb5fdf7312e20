//! Directory of the server's files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

/// The data directory, permanent or temporary; clones share it.
#[derive(Clone, Debug)]
pub struct DataDir {
    path: PathBuf,
    /// Deletes a temporary directory when the last handle is dropped.
    _temporary: Option<Arc<TempDir>>,
}

impl DataDir {
    /// An existing directory.
    pub fn at(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            _temporary: None,
        }
    }

    /// A new temporary directory.
    pub fn temporary() -> io::Result<Self> {
        let directory = tempfile::Builder::new().prefix("thermodon-").tempdir()?;
        Ok(Self {
            path: directory.path().to_owned(),
            _temporary: Some(Arc::new(directory)),
        })
    }

    /// Path of a file or directory in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}
