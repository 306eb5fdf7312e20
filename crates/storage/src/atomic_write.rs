//! Atomic replacement of files.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file and then renames it, so that readers never see a partial one. Anything but a
/// regular file, such as a pipe, is written directly.
///
/// # Errors
/// If the file cannot be written. Nothing is left then.
pub fn write_atomic(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return std::fs::write(path, content);
    }
    let mut builder = tempfile::Builder::new();
    // A name of its own, because another process may write the same file.
    let name = path.file_name().unwrap_or_default();
    builder.prefix(name).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
    let mut temporary = builder.tempfile_in(dir.unwrap_or(Path::new(".")))?;
    temporary.write_all(content.as_ref())?;
    temporary.persist(path)?;
    Ok(())
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

    #[test]
    fn one_file_is_written_by_many_at_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        write_atomic(&path, "content").unwrap();
                    }
                });
            }
        });
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "content");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }
}
