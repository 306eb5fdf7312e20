//! Where files are kept that need a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use tempfile::TempDir;

/// The data folder, or one that is gone when the program ends; clones are the same one.
#[derive(Clone, Debug)]
pub struct Workplace(Arc<Place>);

#[derive(Debug)]
enum Place {
    Folder(PathBuf),
    /// Made when it is first wanted.
    Passing(OnceLock<TempDir>),
}

impl Workplace {
    /// A folder that is there.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Self(Arc::new(Place::Folder(folder.to_owned())))
    }

    /// A folder that is gone when the program ends.
    #[must_use]
    pub fn passing() -> Self {
        Self(Arc::new(Place::Passing(OnceLock::new())))
    }

    /// The folder.
    ///
    /// # Errors
    /// If it has to be made and cannot be.
    pub fn folder(&self) -> io::Result<&Path> {
        match &*self.0 {
            Place::Folder(folder) => Ok(folder),
            Place::Passing(made) => match made.get() {
                Some(folder) => Ok(folder.path()),
                None => {
                    let new = tempfile::Builder::new().prefix("thermodon-").tempdir()?;
                    Ok(made.get_or_init(|| new).path())
                }
            },
        }
    }
}
