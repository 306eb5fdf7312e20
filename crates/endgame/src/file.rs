//! Parts of a table: files that are written whole or not at all, read by mapping, and known to be what was written;
//! or the same without a file, for small tables that are made when they are needed.
//!
//! A header of 64 bytes, little-endian, then the contents:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | which kind of file |
//! | 4 | version of the format |
//! | 4 | size of the subgames |
//! | 8 × 4 | four numbers that the kind gives a meaning to |
//! | 8 | checksum of the contents: XXH3, 64 bits |
//! | 8 | checksum of the 56 bytes before |

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::{Advice, Mmap};
use twox_hash::XxHash3_64;

use crate::error::TableError;

const HEADER: usize = 64;
const VERSION: u32 = 1;

/// What a file says of itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub kind: [u8; 8],
    pub size: u32,
    pub numbers: [u64; 4],
}

/// What a part's bytes lie in.
#[derive(Debug)]
enum Bytes {
    /// A file, header and contents.
    Mapped(Mmap),
    /// Memory, contents alone.
    Held(Box<[u8]>),
}

/// A part of a table.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    bytes: Bytes,
    header: Header,
    checksum: u64,
    /// Whether the contents are what was written; looked at when they are first needed.
    sound: OnceLock<bool>,
}

impl Header {
    fn to_bytes(self, checksum: u64) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&self.kind);
        bytes[8..12].copy_from_slice(&VERSION.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.size.to_le_bytes());
        for (slot, number) in bytes[16..48].chunks_exact_mut(8).zip(self.numbers) {
            slot.copy_from_slice(&number.to_le_bytes());
        }
        bytes[48..56].copy_from_slice(&checksum.to_le_bytes());
        let own = XxHash3_64::oneshot(&bytes[..56]);
        bytes[56..].copy_from_slice(&own.to_le_bytes());
        bytes
    }
}

/// Writes a file. It has its name only when all of it is on the disk.
pub(crate) fn write(path: &Path, header: Header, contents: &[u8]) -> Result<(), TableError> {
    let partial = path.with_extension("partial");
    let attempt = || {
        let mut file = File::create(&partial)?;
        file.write_all(&header.to_bytes(XxHash3_64::oneshot(contents)))?;
        file.write_all(contents)?;
        file.sync_all()?;
        std::fs::rename(&partial, path)?;
        match path.parent() {
            // A bare name is a file of the present folder.
            Some(folder) if folder.as_os_str().is_empty() => File::open(".")?.sync_all(),
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    };
    attempt().map_err(|error| {
        // What cannot be written need not stay; that it cannot be removed either is not the news.
        let _ = std::fs::remove_file(&partial);
        TableError::io("write", path)(error)
    })
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

impl Part {
    /// Opens a file of that kind, whose contents are to have `length` bytes by what its header says.
    ///
    /// # Errors
    /// If it is not there, of another kind, of another version or of another length.
    pub fn open(
        path: &Path,
        kind: [u8; 8],
        length: impl FnOnce(&Header) -> u64,
    ) -> Result<Self, TableError> {
        let file = File::open(path).map_err(TableError::io("open", path))?;
        let found = file.metadata().map_err(TableError::io("read", path))?.len();
        let foreign = || TableError::Foreign { path: path.into() };
        if found < HEADER as u64 {
            return Err(foreign());
        }
        // SAFETY: the files of a table are replaced whole, never changed in place by this program; another one that
        // did so could make values wrong, but every byte is a valid one and none is trusted as a length or an index.
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io("map", path))?;
        let bytes = &map[..HEADER];
        if bytes[..8] != kind {
            return Err(foreign());
        }
        let version = word(bytes, 8) as u32;
        if version != VERSION {
            return Err(TableError::Version {
                path: path.into(),
                found: version,
                expected: VERSION,
            });
        }
        if word(bytes, 56) != XxHash3_64::oneshot(&bytes[..56]) {
            return Err(TableError::Damaged { path: path.into() });
        }
        let header = Header {
            kind,
            size: (word(bytes, 8) >> 32) as u32,
            numbers: [16, 24, 32, 40].map(|at| word(bytes, at)),
        };
        let expected = length(&header).saturating_add(HEADER as u64);
        if found != expected {
            return Err(TableError::Length {
                path: path.into(),
                found,
                expected,
            });
        }
        // A hint: reading ahead would only fetch what nobody asks for.
        let _ = map.advise(Advice::Random);
        Ok(Self {
            checksum: word(bytes, 48),
            path: path.into(),
            header,
            bytes: Bytes::Mapped(map),
            sound: OnceLock::new(),
        })
    }

    /// What [`write`] would write to the path, without doing so.
    pub fn held(path: &Path, header: Header, contents: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            header,
            checksum: XxHash3_64::oneshot(&contents),
            bytes: Bytes::Held(contents.into()),
            sound: OnceLock::from(true),
        }
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of the contents.
    pub fn length(&self) -> u64 {
        self.bytes().len() as u64
    }

    /// The checksum of the contents, as it was written.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(map) => &map[HEADER..],
            Bytes::Held(contents) => contents,
        }
    }

    /// The contents. The first time, all of them are read and compared with the checksum.
    ///
    /// # Errors
    /// If they are not what was written.
    #[inline]
    pub fn contents(&self) -> Result<&[u8], TableError> {
        let contents = self.bytes();
        if *self
            .sound
            .get_or_init(|| XxHash3_64::oneshot(contents) == self.checksum)
        {
            Ok(contents)
        } else {
            Err(TableError::Damaged {
                path: self.path.clone(),
            })
        }
    }
}
