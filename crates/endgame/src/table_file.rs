//! Table files: written atomically, memory-mapped, verified by checksum; or the same in memory for
//! small tables.
//!
//! A 64-byte little-endian header, then the contents:
//!
//! | bytes | field |
//! |---|---|
//! | 8 | magic |
//! | 4 | format version |
//! | 4 | squares per subgame |
//! | 8 × 4 | four numbers, defined by the kind of file |
//! | 8 | checksum of the contents: XXH3, 64 bits |
//! | 8 | checksum of the 56 bytes before |

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use memmap2::{Advice, Mmap};
use twox_hash::XxHash3_64;

use crate::error::TableError;

const HEADER_SIZE: usize = 64;
const FORMAT_VERSION: u32 = 1;

/// File header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub magic: [u8; 8],
    pub size: u32,
    pub numbers: [u64; 4],
}

/// Storage of the contents.
#[derive(Debug)]
enum Bytes {
    /// A mapped file, header included.
    Mapped(Mmap),
    /// Contents in memory.
    Owned(Box<[u8]>),
}

/// A file of a table.
#[derive(Debug)]
pub(crate) struct TableFile {
    path: PathBuf,
    bytes: Bytes,
    header: Header,
    checksum: u64,
    /// Whether the contents match the checksum; computed on first use.
    checksum_ok: OnceLock<bool>,
}

impl Header {
    fn to_bytes(self, checksum: u64) -> [u8; HEADER_SIZE] {
        let mut bytes = [0; HEADER_SIZE];
        bytes[..8].copy_from_slice(&self.magic);
        bytes[8..12].copy_from_slice(&FORMAT_VERSION.to_le_bytes());
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

/// Writes a file atomically and durably.
pub(crate) fn write(path: &Path, header: Header, contents: &[u8]) -> Result<(), TableError> {
    let partial = path.with_extension("partial");
    let attempt = || {
        let mut file = File::create(&partial)?;
        file.write_all(&header.to_bytes(XxHash3_64::oneshot(contents)))?;
        file.write_all(contents)?;
        file.sync_all()?;
        std::fs::rename(&partial, path)?;
        match path.parent() {
            // A bare file name is in the current directory.
            Some(dir) if dir.as_os_str().is_empty() => File::open(".")?.sync_all(),
            Some(dir) => File::open(dir)?.sync_all(),
            None => Ok(()),
        }
    };
    attempt().map_err(|error| {
        // Remove the partial file; report the first error, not a failed removal.
        let _ = std::fs::remove_file(&partial);
        TableError::io("write", path)(error)
    })
}

/// The little-endian word at an offset.
#[inline]
pub(crate) fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

impl TableFile {
    /// Opens a file with the given magic; `content_len` computes the expected length from the
    /// header.
    ///
    /// # Errors
    /// If the file is missing or has another magic, version or length.
    pub fn open(
        path: &Path,
        magic: [u8; 8],
        content_len: impl FnOnce(&Header) -> u64,
    ) -> Result<Self, TableError> {
        let file = File::open(path).map_err(TableError::io("open", path))?;
        let found = file.metadata().map_err(TableError::io("read", path))?.len();
        let foreign = || TableError::BadMagic(path.into());
        if found < HEADER_SIZE as u64 {
            return Err(foreign());
        }
        // SAFETY: this program replaces table files atomically and never changes them in place. If
        // another program does, values may be wrong, but every byte is valid and none is trusted as
        // a length or index.
        let map = unsafe { Mmap::map(&file) }.map_err(TableError::io("map", path))?;
        let bytes = &map[..HEADER_SIZE];
        if bytes[..8] != magic {
            return Err(foreign());
        }
        let version = word(bytes, 8) as u32;
        if version != FORMAT_VERSION {
            return Err(TableError::Version {
                path: path.into(),
                found: version,
                expected: FORMAT_VERSION,
            });
        }
        if word(bytes, 56) != XxHash3_64::oneshot(&bytes[..56]) {
            return Err(TableError::ChecksumMismatch(path.into()));
        }
        let header = Header {
            magic,
            size: (word(bytes, 8) >> 32) as u32,
            numbers: [16, 24, 32, 40].map(|at| word(bytes, at)),
        };
        let expected = content_len(&header).saturating_add(HEADER_SIZE as u64);
        if found != expected {
            return Err(TableError::Length {
                path: path.into(),
                found,
                expected,
            });
        }
        // Disables read-ahead; only a hint.
        let _ = map.advise(Advice::Random);
        Ok(Self {
            checksum: word(bytes, 48),
            path: path.into(),
            header,
            bytes: Bytes::Mapped(map),
            checksum_ok: OnceLock::new(),
        })
    }

    /// What [`write`] would write, in memory.
    pub fn in_memory(path: &Path, header: Header, contents: Vec<u8>) -> Self {
        Self {
            path: path.into(),
            header,
            checksum: XxHash3_64::oneshot(&contents),
            bytes: Bytes::Owned(contents.into()),
            checksum_ok: OnceLock::from(true),
        }
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Length of the contents in bytes.
    pub fn content_len(&self) -> u64 {
        self.bytes().len() as u64
    }

    /// Stored checksum of the contents.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    #[inline]
    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(map) => &map[HEADER_SIZE..],
            Bytes::Owned(contents) => contents,
        }
    }

    /// The contents; verified on first use.
    ///
    /// # Errors
    /// If the checksum does not match.
    #[inline]
    pub fn contents(&self) -> Result<&[u8], TableError> {
        let contents = self.bytes();
        let is_sound = || XxHash3_64::oneshot(contents) == self.checksum;
        if *self.checksum_ok.get_or_init(is_sound) {
            Ok(contents)
        } else {
            Err(TableError::ChecksumMismatch(self.path.clone()))
        }
    }
}
