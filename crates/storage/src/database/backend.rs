//! Storage backends of redb: the locked file, and a copy of it whose changes stay in memory.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use redb::StorageBackend;
use redb::backends::FileBackend;

/// A file that the caller has locked.
#[derive(Debug)]
pub(super) struct LockedFile {
    file: FileBackend,
    /// Whether writes fail as on a full disk, for tests.
    is_full: Arc<AtomicBool>,
}

impl LockedFile {
    pub fn new(file: File, is_full: Arc<AtomicBool>) -> Result<Self, redb::DatabaseError> {
        let file = FileBackend::new(file)?;
        Ok(Self { file, is_full })
    }

    fn check_full(&self) -> io::Result<()> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    }
}

impl StorageBackend for LockedFile {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.check_full()?;
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.check_full()?;
        self.file.write(offset, data)
    }
}

const PAGE_BYTES: u64 = 4096;

/// A file that is only read. Written pages are kept in memory.
#[derive(Debug)]
pub(super) struct Overlay {
    file: FileBackend,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    len: u64,
    /// Changed pages by their index.
    pages: HashMap<u64, Vec<u8>>,
}

impl Overlay {
    pub fn new(file: File) -> Result<Self, redb::DatabaseError> {
        let file = FileBackend::new(file)?;
        let changes = Changes {
            len: file.len()?,
            pages: HashMap::new(),
        };
        Ok(Self {
            file,
            changes: Mutex::new(changes),
        })
    }

    /// Reads from the file, with zeros after its end.
    fn read_file(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let available = self.file.len()?.saturating_sub(offset);
        let (inside, outside) = out.split_at_mut((out.len() as u64).min(available) as usize);
        outside.fill(0);
        self.file.read(offset, inside)
    }
}

/// Page index, offset in the page, and range of a buffer of `len` bytes, for each page from `offset`.
fn pages(offset: u64, len: usize) -> impl Iterator<Item = (u64, usize, std::ops::Range<usize>)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        let position = offset + done as u64;
        let start = (position % PAGE_BYTES) as usize;
        let count = (PAGE_BYTES as usize - start).min(len - done);
        let range = done..done + count;
        done += count;
        (count > 0).then_some((position / PAGE_BYTES, start, range))
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.changes.lock().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let changes = self.changes.lock();
        if offset + out.len() as u64 > changes.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_file(offset, out)?;
        for (page, start, range) in pages(offset, out.len()) {
            if let Some(bytes) = changes.pages.get(&page) {
                let count = range.len();
                out[range].copy_from_slice(&bytes[start..start + count]);
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.changes.lock().len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut changes = self.changes.lock();
        for (page, start, range) in pages(offset, data.len()) {
            let bytes = match changes.pages.entry(page) {
                std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
                std::collections::hash_map::Entry::Vacant(entry) => {
                    let mut bytes = vec![0; PAGE_BYTES as usize];
                    self.read_file(page * PAGE_BYTES, &mut bytes)?;
                    entry.insert(bytes)
                }
            };
            bytes[start..start + range.len()].copy_from_slice(&data[range]);
        }
        Ok(())
    }
}
