//! Reading a whole file of bounded size.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Reads a regular file of at most `max_bytes`.
///
/// # Errors
/// An error of the file system, or a message if the path is no regular file or the file is too
/// large. It does not name the path.
pub fn read_file(path: &Path, max_bytes: u64) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    // Reading from a terminal or a pipe might never end.
    if !metadata.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "not a regular file",
        ));
    }
    // Files in /proc have no length, and some of them no end.
    if metadata.len() == 0 {
        return Ok(Vec::new());
    }
    read_limited(File::open(path)?, max_bytes)
}

/// Reads a stream of at most `max_bytes` to its end.
///
/// # Errors
/// An error of the stream, or a message if it is longer.
pub fn read_limited(source: impl Read, max_bytes: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        let message = format!("larger than {} MiB", max_bytes >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}
