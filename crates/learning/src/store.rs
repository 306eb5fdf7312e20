//! A file of games that only grows, and from which no kill takes a finished one.
//!
//! It begins with two lines of text: `thermodon games, version 1`, and in JSON how the games came about.
//! Then one record follows after another: four bytes with the length of the game's bytes, eight with their
//! XXH3 checksum (both the lowest byte first), and the bytes themselves, as [`PlayedGame`] says.
//! A record that is not there to its end was being written when something happened, and is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;
use twox_hash::XxHash3_64;

use crate::record::{PlayedGame, RecordError};

/// The first line.
const HEADER: &str = "thermodon games, version 1";

/// No game has more bytes than this: a length beyond it is no length.
const MOST_BYTES: u32 = 1 << 20;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another kind of file.
    #[error("{0} is no file of games: it does not start with \"{HEADER}\"")]
    Foreign(PathBuf),
    /// The games came about otherwise.
    #[error("the games in {file} are others: {there}, not {wanted}")]
    Differs {
        /// The file.
        file: PathBuf,
        /// What it says.
        there: String,
        /// What it should say.
        wanted: String,
    },
    /// Not the end of a file that was cut off, but damage.
    #[error("{file} is damaged at byte {place}: {reason}")]
    Damaged {
        /// The file.
        file: PathBuf,
        /// Where the record begins.
        place: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// Somebody else writes to it.
    #[error("another run is writing to {0}")]
    Busy(PathBuf),
    /// The system refused.
    #[error("cannot use {file}: {error}")]
    Io {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// Reads games from a file, one after another.
#[derive(Debug)]
pub struct GameReader<R> {
    file: PathBuf,
    reader: R,
    heading: String,
    /// What was read to its end so far.
    whole: u64,
    /// The length of the file.
    length: u64,
    is_over: bool,
}

impl GameReader<BufReader<File>> {
    /// Opens a file for reading alone.
    ///
    /// # Errors
    /// If it cannot be read, or is no file of games.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let io = |error| trouble(path, error);
        let file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        Self::new(path, BufReader::new(file), length)
    }
}

impl<R: Read> GameReader<R> {
    fn new(path: &Path, mut reader: R, length: u64) -> Result<Self, StoreError> {
        let line = |reader: &mut R| read_line(reader).map_err(|error| trouble(path, error));
        if line(&mut reader)?.as_deref() != Some(HEADER) {
            return Err(StoreError::Foreign(path.to_owned()));
        }
        let heading = line(&mut reader)?.ok_or_else(|| StoreError::Foreign(path.to_owned()))?;
        Ok(Self {
            file: path.to_owned(),
            reader,
            whole: (HEADER.len() + heading.len() + 2) as u64,
            heading,
            length,
            is_over: false,
        })
    }

    /// How the games came about, in JSON.
    #[must_use]
    pub fn heading(&self) -> &str {
        &self.heading
    }

    /// The next game; `None` at the end, or where the last one was cut off.
    fn next_game(&mut self) -> Result<Option<PlayedGame>, StoreError> {
        let damaged = |place, reason: String| StoreError::Damaged {
            file: self.file.clone(),
            place,
            reason,
        };
        let mut head = [0; 12];
        if self.length - self.whole < head.len() as u64 {
            return Ok(None);
        }
        let read = self.reader.read_exact(&mut head);
        read.map_err(|error| trouble(&self.file, error))?;
        let (length, checksum) = head.split_at(4);
        let length = u32::from_le_bytes(length.try_into().unwrap_or_default());
        let checksum = u64::from_le_bytes(checksum.try_into().unwrap_or_default());
        if length > MOST_BYTES {
            let reason = format!("no game has {length} bytes");
            return Err(damaged(self.whole, reason));
        }
        let end = self.whole + head.len() as u64 + u64::from(length);
        if end > self.length {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        let read = self.reader.read_exact(&mut bytes);
        read.map_err(|error| trouble(&self.file, error))?;
        if XxHash3_64::oneshot(&bytes) != checksum {
            // After a loss of power, the end of a file may be there in length alone.
            if end == self.length {
                return Ok(None);
            }
            return Err(damaged(self.whole, "the checksum is another".to_owned()));
        }
        let game = PlayedGame::from_bytes(&bytes)
            .map_err(|error: RecordError| damaged(self.whole, error.to_string()))?;
        self.whole = end;
        Ok(Some(game))
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<PlayedGame, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.next_game().transpose();
        self.is_over = !matches!(game, Some(Ok(_)));
        game
    }
}

/// A file to write games to, with nobody else writing to it.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Opens a file, creates it if there is none, and hands every game that is there to `see`.
    ///
    /// # Errors
    /// If it cannot be used, is no file of games or has another heading; nothing is changed then.
    pub fn open(
        path: &Path,
        heading: &str,
        mut see: impl FnMut(PlayedGame),
    ) -> Result<Self, StoreError> {
        let io = |error| trouble(path, error);
        let mut options = OpenOptions::new();
        let options = options.create(true).read(true).write(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        if file.try_lock().is_err() {
            return Err(StoreError::Busy(path.to_owned()));
        }
        let first = format!("{HEADER}\n{heading}\n");
        let length = file.metadata().map_err(io)?.len();
        let mut begun = Vec::new();
        let at_most = first.len() as u64;
        (&file).take(at_most).read_to_end(&mut begun).map_err(io)?;
        // Killed while it wrote these lines, it has nothing to lose.
        if length < at_most && first.as_bytes().starts_with(&begun) {
            file.set_len(0).map_err(io)?;
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            file.write_all(first.as_bytes()).map_err(io)?;
        } else {
            file.seek(SeekFrom::Start(0)).map_err(io)?;
            let mut reader = GameReader::new(path, BufReader::new(&file), length)?;
            if reader.heading() != heading {
                return Err(StoreError::Differs {
                    file: path.to_owned(),
                    there: reader.heading().to_owned(),
                    wanted: heading.to_owned(),
                });
            }
            for game in reader.by_ref() {
                see(game?);
            }
            let whole = reader.whole;
            file.set_len(whole).map_err(io)?;
            file.seek(SeekFrom::Start(whole)).map_err(io)?;
        }
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Adds a game. When this returns no kill can take it; [`sync`](Self::sync) makes it safe from a loss of power.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, game: &PlayedGame) -> Result<(), StoreError> {
        let bytes = game.to_bytes().map_err(io::Error::other);
        let written = bytes.and_then(|bytes| {
            let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
            let mut record = length.to_le_bytes().to_vec();
            record.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
            record.extend(bytes);
            self.file.write_all(&record)
        });
        written.map_err(|error| trouble(&self.path, error))
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn sync(&self) -> Result<(), StoreError> {
        self.file
            .sync_data()
            .map_err(|error| trouble(&self.path, error))
    }
}

fn trouble(path: &Path, error: io::Error) -> StoreError {
    StoreError::Io {
        file: path.to_owned(),
        error,
    }
}

/// The longest line that is read: a file of another kind may have none.
const LONGEST_LINE: usize = 1 << 16;

/// A line without its end; `None` if there is none, or none such.
fn read_line(reader: &mut impl Read) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < LONGEST_LINE && reader.read(&mut byte)? == 1 {
        if byte == *b"\n" {
            return Ok(String::from_utf8(line).ok());
        }
        line.extend(byte);
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use engine::RandomNumbers;

    use super::*;
    use crate::record::tests::random_game;

    fn numbers_in(path: &Path) -> Vec<u32> {
        let mut numbers = Vec::new();
        GameFile::open(path, "{}", |game| numbers.push(game.number)).unwrap();
        numbers
    }

    /// Wherever the file is cut off, all games before are there and the next can be written.
    #[test]
    fn a_torn_end_takes_no_finished_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut numbers = RandomNumbers::from_seed(1);
        let mut file = GameFile::open(&path, "{}", |_| {}).unwrap();
        let mut ends = vec![std::fs::metadata(&path).unwrap().len()];
        for number in 0..3 {
            file.append(&random_game(number, &mut numbers)).unwrap();
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
            let mut file = GameFile::open(&path, "{}", |_| {}).unwrap();
            file.append(&random_game(9, &mut numbers)).unwrap();
            drop(file);
            assert_eq!(numbers_in(&path), [&expected[..], &[9]].concat());
        }
    }

    #[test]
    fn damage_in_the_middle_is_said_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut file = GameFile::open(&path, "{}", |_| {}).unwrap();
        let mut numbers = RandomNumbers::from_seed(1);
        for number in 0..3 {
            file.append(&random_game(number, &mut numbers)).unwrap();
        }
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[HEADER.len() + 60] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let error = GameFile::open(&path, "{}", |_| {}).unwrap_err().to_string();
        assert!(
            error.ends_with("is damaged at byte 30: the checksum is another"),
            "{error}"
        );
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        std::fs::write(&path, "thermodon evaluation weights, version 1\n").unwrap();
        let error = GameFile::open(&path, "{}", |_| {}).unwrap_err().to_string();
        assert!(error.contains("is no file of games"), "{error}");
        std::fs::remove_file(&path).unwrap();
        let first = GameFile::open(&path, "{}", |_| {}).unwrap();
        let error = GameFile::open(&path, "{}", |_| {}).unwrap_err().to_string();
        assert!(error.starts_with("another run is writing to"), "{error}");
        drop(first);
        let error = GameFile::open(&path, "[]", |_| {}).unwrap_err().to_string();
        assert!(error.ends_with("are others: {}, not []"), "{error}");
        let games: Result<Vec<_>, _> = GameReader::open(&path).unwrap().collect();
        assert!(games.unwrap().is_empty());
    }
}
