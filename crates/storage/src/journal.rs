//! Append-only log file with one entry per line. A line is on disk when `append` returns; an
//! incomplete last line, left by a crash, is truncated on open.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use crate::lock::try_lock;

/// An open journal, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
}

impl Journal {
    /// Opens or creates a journal and passes every complete line to `on_line`, without trailing
    /// whitespace.
    ///
    /// # Errors
    /// If the file cannot be read or written or is not UTF-8, another process has it open, or
    /// `on_line` fails.
    pub fn open<E: From<io::Error>>(
        path: &Path,
        mut on_line: impl FnMut(&str) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut file = OpenOptions::new()
            .create(true)
            .read(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        try_lock(&file, path)?;
        let mut length = 0;
        let mut reader = BufReader::new(&file);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            length += line.len() as u64;
            let text = std::str::from_utf8(&line).map_err(io::Error::other)?;
            on_line(text.trim_end())?;
            line.clear();
        }
        drop(reader);
        file.set_len(length)?;
        file.seek(SeekFrom::Start(length))?;
        Ok(Self { file })
    }

    /// Appends a line and syncs it to disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, line: &str) -> io::Result<()> {
        debug_assert!(!line.contains('\n'));
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.file.sync_data()
    }

    /// Removes all lines.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn clear(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0)).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_lines(path: &Path) -> Vec<String> {
        let mut lines = Vec::new();
        let journal = Journal::open(path, |line| {
            lines.push(line.to_owned());
            Ok::<_, io::Error>(())
        });
        journal.unwrap();
        lines
    }

    #[test]
    fn an_incomplete_last_line_is_truncated() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let whole = "{\"a\":1}\n{\"b\":\"ü\"}\n{\"c\":3}\n";
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole.as_bytes()[..length]).unwrap();
            let complete = whole.as_bytes()[..length]
                .iter()
                .filter(|&&byte| byte == b'\n')
                .count();
            assert_eq!(read_lines(&path).len(), complete);
            let mut journal = Journal::open(&path, |_| Ok::<_, io::Error>(())).unwrap();
            journal.append("next").unwrap();
            drop(journal);
            let all = read_lines(&path);
            assert_eq!(
                (all.len(), all.last().unwrap().as_str()),
                (complete + 1, "next")
            );
        }
    }

    #[test]
    fn a_cleared_journal_is_empty() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let mut journal = Journal::open(&path, |_| Ok::<_, io::Error>(())).unwrap();
        journal.append("old").unwrap();
        journal.clear().unwrap();
        journal.append("new").unwrap();
        drop(journal);
        assert_eq!(read_lines(&path), ["new"]);
    }

    #[test]
    fn an_open_journal_is_locked() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("journal");
        let open = || Journal::open(&path, |_| Ok::<_, io::Error>(()));
        let first = open().unwrap();
        let error = open().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        assert!(
            error
                .to_string()
                .ends_with("journal is in use by another program")
        );
        drop(first);
        open().unwrap();
    }
}
