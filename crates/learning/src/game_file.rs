//! Append-only files of self-play games. A crash of the process loses at most the game being
//! written.
//!
//! A file starts with two lines of text: `thermodon games, version 1` and the config of the games
//! as JSON. Each record is the length of the encoded game (4 bytes), its XXH3 checksum (8 bytes),
//! both little-endian, and the game as encoded by [`game_record`](crate::game_record). An
//! incomplete last record ends the file for readers; the writer removes it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use twox_hash::XxHash3_64;

use crate::game_record::{DecodeGameError, SelfPlayGame};

/// Format and version.
const FIRST_LINE: &str = "thermodon games, version 1";

/// Maximum length of an encoded game in bytes.
const MAX_GAME_BYTES: u32 = 1 << 20;

/// Error of a game file.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// Not a game file.
    #[error("{0} is not a game file (expected the header \"{FIRST_LINE}\")")]
    BadHeader(PathBuf),
    /// The games were played with another config.
    #[error("{file} was written with other settings: {found}, not {expected}")]
    ConfigMismatch {
        /// The file.
        file: PathBuf,
        /// Config in the file.
        found: String,
        /// Requested config.
        expected: String,
    },
    /// A record other than the last is corrupt.
    #[error("{file} is corrupt at byte {offset}: {reason}")]
    Corrupt {
        /// The file.
        file: PathBuf,
        /// Byte offset of the record.
        offset: u64,
        /// The cause.
        reason: String,
    },
    /// Another process is writing to the file.
    #[error("another run is writing to {0}")]
    Busy(PathBuf),
    /// The file cannot be read or written.
    #[error("cannot use {0}: {1}")]
    Io(PathBuf, io::Error),
}

/// Iterates over the games of a file.
#[derive(Debug)]
pub struct GameReader<R> {
    file: PathBuf,
    reader: R,
    /// Config as JSON, the second line.
    header: String,
    /// Length in bytes of the header lines and the valid records read so far.
    valid_len: u64,
    /// Length of the file in bytes.
    file_len: u64,
    is_finished: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file for reading.
    ///
    /// # Errors
    /// If it cannot be read or is not a game file.
    pub fn open(path: &Path) -> Result<Self, GameFileError> {
        let io = |error| io_error(path, error);
        let file = File::open(path).map_err(io)?;
        let file_len = file.metadata().map_err(io)?.len();
        Self::new(path, BufReader::new(file), file_len)
    }
}

impl<R: Read> GameReader<R> {
    fn new(path: &Path, mut reader: R, file_len: u64) -> Result<Self, GameFileError> {
        let next_line = |reader: &mut R| read_line(reader).map_err(|error| io_error(path, error));
        if next_line(&mut reader)?.as_deref() != Some(FIRST_LINE) {
            return Err(GameFileError::BadHeader(path.to_owned()));
        }
        let header =
            next_line(&mut reader)?.ok_or_else(|| GameFileError::BadHeader(path.to_owned()))?;
        Ok(Self {
            file: path.to_owned(),
            reader,
            valid_len: (FIRST_LINE.len() + header.len() + 2) as u64,
            header,
            file_len,
            is_finished: false,
        })
    }

    /// Config of the games as JSON.
    #[must_use]
    pub fn header(&self) -> &str {
        &self.header
    }

    /// The next game; `None` at the end or at an incomplete last record.
    fn next_game(&mut self) -> Result<Option<SelfPlayGame>, GameFileError> {
        let corrupt = |offset, reason: String| GameFileError::Corrupt {
            file: self.file.clone(),
            offset,
            reason,
        };
        let mut record_header = [0; 12];
        // The header may have been written after the length was read.
        if self.file_len.saturating_sub(self.valid_len) < record_header.len() as u64 {
            return Ok(None);
        }
        let read = self.reader.read_exact(&mut record_header);
        read.map_err(|error| io_error(&self.file, error))?;
        let (length, checksum) = record_header.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default());
        let checksum = u64::from_le_bytes(checksum.try_into().unwrap_or_default());
        if length > MAX_GAME_BYTES {
            let reason = format!("invalid record length {length}");
            return Err(corrupt(self.valid_len, reason));
        }
        let end = self.valid_len + record_header.len() as u64 + u64::from(length);
        if end > self.file_len {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        let read = self.reader.read_exact(&mut bytes);
        read.map_err(|error| io_error(&self.file, error))?;
        if XxHash3_64::oneshot(&bytes) != checksum {
            // A power failure may leave the last record at full length with data missing.
            if end == self.file_len {
                return Ok(None);
            }
            return Err(corrupt(self.valid_len, "checksum mismatch".to_owned()));
        }
        let game = SelfPlayGame::from_bytes(&bytes)
            .map_err(|error: DecodeGameError| corrupt(self.valid_len, error.to_string()))?;
        self.valid_len = end;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<SelfPlayGame, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_finished {
            return None;
        }
        let game = self.next_game().transpose();
        self.is_finished = !matches!(game, Some(Ok(_)));
        game
    }
}

/// Appends games to a file and holds its lock, so that no other process writes to it.
#[derive(Debug)]
pub(crate) struct GameWriter {
    path: PathBuf,
    file: File,
}

impl GameWriter {
    /// Opens or creates a file, passes every stored game to `on_game` and removes an incomplete
    /// last record. Fails without changing the file if it is not a game file or has another header.
    pub fn open(
        path: &Path,
        header: &str,
        mut on_game: impl FnMut(SelfPlayGame),
    ) -> Result<Self, GameFileError> {
        let io = |error| io_error(path, error);
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        if file.try_lock().is_err() {
            return Err(GameFileError::Busy(path.to_owned()));
        }
        let expected_start = format!("{FIRST_LINE}\n{header}\n");
        let file_len = file.metadata().map_err(io)?.len();
        let mut start = Vec::new();
        let expected_len = expected_start.len() as u64;
        (&file)
            .take(expected_len)
            .read_to_end(&mut start)
            .map_err(io)?;
        // A file with an incomplete header contains no games.
        if file_len < expected_len && expected_start.as_bytes().starts_with(&start) {
            file.set_len(0).map_err(io)?;
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            file.write_all(expected_start.as_bytes()).map_err(io)?;
        } else {
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            let mut reader = GameReader::new(path, BufReader::new(&file), file_len)?;
            if reader.header() != header {
                return Err(GameFileError::ConfigMismatch {
                    file: path.to_owned(),
                    found: reader.header().to_owned(),
                    expected: header.to_owned(),
                });
            }
            for game in reader.by_ref() {
                on_game(game?);
            }
            let valid_len = reader.valid_len;
            file.set_len(valid_len).map_err(io)?;
            file.seek(SeekFrom::Start(valid_len)).map_err(io)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Appends a game. It then survives a crash of the process and, after [`sync`](Self::sync), a
    /// power failure.
    pub fn append(&mut self, game: &SelfPlayGame) -> Result<(), GameFileError> {
        let bytes = game.to_bytes().map_err(io::Error::other);
        let written = bytes.and_then(|bytes| {
            let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
            let mut record = length.to_le_bytes().to_vec();
            record.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
            record.extend(bytes);
            self.file.write_all(&record)
        });
        written.map_err(|error| io_error(&self.path, error))
    }

    /// Waits until all games are on disk.
    pub fn sync(&self) -> Result<(), GameFileError> {
        self.file
            .sync_data()
            .map_err(|error| io_error(&self.path, error))
    }
}

fn io_error(path: &Path, error: io::Error) -> GameFileError {
    GameFileError::Io(path.to_owned(), error)
}

/// Maximum length of a header line in bytes; bounds what is read of a file without line breaks.
const MAX_HEADER_LINE: usize = 1 << 16;

/// Reads a line without its line break; `None` if it is missing, too long or not UTF-8.
fn read_line(reader: &mut impl Read) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < MAX_HEADER_LINE && reader.read(&mut byte)? == 1 {
        if byte == *b"\n" {
            return Ok(String::from_utf8(line).ok());
        }
        line.extend(byte);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;
    use crate::game_record::tests::random_game;

    fn numbers_in(path: &Path) -> Vec<u32> {
        let mut numbers = Vec::new();
        GameWriter::open(path, "{}", |game| numbers.push(game.number)).unwrap();
        numbers
    }

    /// A file that grows while it is read has the games of its first length.
    #[test]
    fn files_that_grow_are_read_up_to_their_first_length() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let mut rng = SplitMix64::from_seed(2);
        let mut file = GameWriter::open(&path, "{}", |_| {}).unwrap();
        file.append(&random_game(0, &mut rng)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..=bytes.len() as u64 {
            let reader = GameReader::new(&path, &bytes[..], length).unwrap();
            let expected = usize::from(length == bytes.len() as u64);
            assert_eq!(reader.map(Result::unwrap).count(), expected, "{length}");
        }
    }

    /// After truncation anywhere, all games before are read and the next can be appended.
    #[test]
    fn truncation_loses_no_complete_game() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let mut rng = SplitMix64::from_seed(1);
        let mut file = GameWriter::open(&path, "{}", |_| {}).unwrap();
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for number in 0..3 {
            file.append(&random_game(number, &mut rng)).unwrap();
            file.sync().unwrap();
            ends.push(std::fs::metadata(&path).unwrap().len());
        }
        drop(file);
        let whole = std::fs::read(&path).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let complete = ends.iter().filter(|&&end| end <= length as u64).count();
            let expected: Vec<u32> = (0..complete.saturating_sub(1) as u32).collect();
            assert_eq!(numbers_in(&path), expected, "cut off at {length}");
            let mut file = GameWriter::open(&path, "{}", |_| {}).unwrap();
            file.append(&random_game(9, &mut rng)).unwrap();
            drop(file);
            assert_eq!(numbers_in(&path), [&expected[..], &[9]].concat());
        }
    }

    #[test]
    fn corruption_is_reported_and_changes_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let mut file = GameWriter::open(&path, "{}", |_| {}).unwrap();
        let mut rng = SplitMix64::from_seed(1);
        for number in 0..3 {
            file.append(&random_game(number, &mut rng)).unwrap();
        }
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[FIRST_LINE.len() + 60] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let error = GameWriter::open(&path, "{}", |_| {})
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("is corrupt at byte 30: checksum mismatch"),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn other_files_are_rejected() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        std::fs::write(&path, "thermodon evaluation weights, version 1\n").unwrap();
        let error = GameWriter::open(&path, "{}", |_| {})
            .unwrap_err()
            .to_string();
        assert!(error.contains("is not a game file"), "{error}");
        std::fs::remove_file(&path).unwrap();
        let first = GameWriter::open(&path, "{}", |_| {}).unwrap();
        let error = GameWriter::open(&path, "{}", |_| {})
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("another run is writing to"), "{error}");
        drop(first);
        let error = GameWriter::open(&path, "[]", |_| {})
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("was written with other settings: {}, not []"),
            "{error}"
        );
        let games: Result<Vec<_>, _> = GameReader::open(&path).unwrap().collect();
        assert!(games.unwrap().is_empty());
    }
}
