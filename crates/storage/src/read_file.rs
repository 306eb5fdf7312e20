//! Bounded reading of whole files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The content of a regular file of at most `max_bytes`. Devices and pipes, which may have no end,
/// are refused.
///
/// # Errors
/// If the file cannot be read, is larger or is not a regular file.
pub fn read_file(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(invalid("not a regular file"));
    }
    // Files in /proc have no length, and some of them no end.
    if metadata.len() == 0 {
        return Ok(Vec::new());
    }
    read_limited(File::open(path)?, max_bytes)
}

/// The text in a regular file of at most `max_bytes`.
///
/// # Errors
/// As [`read_file`]; also if the file is not UTF-8.
pub fn read_text_file(path: &Path, max_bytes: u64) -> io::Result<String> {
    let bytes = read_file(path, max_bytes)?;
    String::from_utf8(bytes).map_err(|_| invalid("not a text file (invalid UTF-8)"))
}

/// Everything from a source, at most `max_bytes`.
///
/// # Errors
/// If the source cannot be read or has more bytes.
pub fn read_limited(source: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        return Err(invalid(format!("larger than {} MiB", max_bytes >> 20)));
    }
    Ok(bytes)
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_small_regular_files_are_read() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("file");
        std::fs::write(&path, "text").unwrap();
        assert_eq!(read_file(&path, 4).unwrap(), b"text");
        assert!(read_file(&path, 3).is_err());
        assert!(read_file(dir.path(), 100).is_err());
        std::fs::write(&path, b"\xff").unwrap();
        assert!(read_text_file(&path, 100).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_refused() {
        let error = read_file(Path::new("/dev/zero"), 100).unwrap_err();
        assert_eq!(error.to_string(), "not a regular file");
    }
}
