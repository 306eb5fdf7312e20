//! Locks of files and directories against other processes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

/// Locks a file until it is closed.
///
/// # Errors
/// If another process has locked it, with kind `WouldBlock`, or the system cannot lock files.
pub(crate) fn try_lock(file: &File, path: &Path) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            let message = format!("{} is in use by another program", path.display());
            Err(io::Error::new(io::ErrorKind::WouldBlock, message))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Lock of a directory, by the file `lock` in it, until it is dropped.
#[derive(Debug)]
pub struct DirLock(#[expect(dead_code, reason = "it is held")] File);

impl DirLock {
    /// Locks a directory.
    ///
    /// # Errors
    /// If another process has locked it, with kind `WouldBlock`, or it cannot be written.
    pub fn acquire(dir: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(false)
            .open(dir.join("lock"))?;
        try_lock(&file, dir)?;
        Ok(Self(file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_locked_once() {
        let dir = tempfile::tempdir().unwrap();
        let lock = DirLock::acquire(dir.path()).unwrap();
        let error = DirLock::acquire(dir.path()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(error.to_string().ends_with(" is in use by another program"));
        drop(lock);
        DirLock::acquire(dir.path()).unwrap();
    }
}
