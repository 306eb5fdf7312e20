//! Atomic replacement of files.

use std::io;
use std::path::Path;

/// Writes a file and then renames it, so that readers never see a partial one. Anything but a
/// regular file, such as a pipe, is written directly.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomic(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return std::fs::write(path, content);
    }
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(".part");
    std::fs::write(&temporary, content)
        .and_then(|()| std::fs::rename(&temporary, path))
        .inspect_err(|_| {
            // The first error is the one to report.
            let _ = std::fs::remove_file(&temporary);
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_and_nothing_else_is_left() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        write_atomic(&path, "old").unwrap();
        write_atomic(&path, "new").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "new");
        write_atomic(&path.join("below"), "x").unwrap_err();
        write_atomic(dir.path(), "x").unwrap_err();
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
