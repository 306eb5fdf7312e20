//! Directory of the server's files.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tempfile::TempDir;

/// The data directory, permanent or temporary; clones share it.
#[derive(Clone, Debug)]
pub struct DataDir(Arc<DirKind>);

#[derive(Debug)]
enum DirKind {
    Permanent(PathBuf),
    /// Created at first use.
    Temporary(OnceLock<TempDir>),
}

impl DataDir {
    /// An existing directory.
    pub fn at(path: &Path) -> Self {
        Self(Arc::new(DirKind::Permanent(path.to_owned())))
    }

    /// A directory that is deleted when the last handle is dropped.
    pub fn temporary() -> Self {
        Self(Arc::new(DirKind::Temporary(OnceLock::new())))
    }

    /// Path of the directory. Fails if a temporary one cannot be created.
    pub fn path(&self) -> io::Result<&Path> {
        match &*self.0 {
            DirKind::Permanent(path) => Ok(path),
            DirKind::Temporary(directory) => match directory.get() {
                Some(directory) => Ok(directory.path()),
                None => {
                    let new = tempfile::Builder::new().prefix("thermodon-").tempdir()?;
                    Ok(directory.get_or_init(|| new).path())
                }
            },
        }
    }
}
