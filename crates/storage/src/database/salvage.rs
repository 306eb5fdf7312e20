//! Intact records of a damaged database file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use super::record::{Head, MAGIC, MAX_HEAD_BYTES};

/// Bytes that are searched at once.
const WINDOW_BYTES: usize = 4 << 20;

/// The newest intact version of every record in a file, found without its index.
#[derive(Debug)]
pub struct Salvage {
    file: File,
    /// Versions by kind and key.
    records: BTreeMap<(u8, Vec<u8>), Version>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Version {
    /// Number of the transaction that wrote it.
    transaction: u64,
    offset: u64,
    len: usize,
}

impl Salvage {
    pub(super) fn scan(file: File) -> io::Result<Self> {
        let mut salvage = Self {
            file,
            records: BTreeMap::new(),
        };
        let mut window = Vec::new();
        let mut start = 0;
        loop {
            window.clear();
            salvage.file.seek(SeekFrom::Start(start))?;
            let limit = (WINDOW_BYTES + MAX_HEAD_BYTES) as u64;
            (&salvage.file).take(limit).read_to_end(&mut window)?;
            for at in memchr::memmem::find_iter(&window, &MAGIC) {
                if at < WINDOW_BYTES {
                    salvage.add(start + at as u64, &window[at..])?;
                }
            }
            if window.len() < WINDOW_BYTES {
                return Ok(salvage);
            }
            start += WINDOW_BYTES as u64;
        }
    }

    /// Adds the record at an offset, if it is intact and newer than one already found.
    fn add(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let Some(head) = Head::parse(bytes) else {
            return Ok(());
        };
        let version = Version {
            transaction: head.transaction,
            offset: offset + head.len as u64,
            len: head.body_len,
        };
        let end = version.offset + version.len as u64;
        if end > self.file.metadata()?.len() || !head.matches(&read_at(&self.file, version)?) {
            return Ok(());
        }
        let found = self.records.entry((head.kind, head.key.to_vec()));
        let newest = found.or_insert(version);
        if newest.transaction < version.transaction {
            *newest = version;
        }
        Ok(())
    }

    /// Whether no record is intact.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Keys of a kind in their order, and the transaction that wrote each record.
    pub fn keys(&self, kind: u8) -> impl Iterator<Item = (&[u8], u64)> {
        let all = self.records.range((kind, Vec::new())..);
        all.take_while(move |((found, _), _)| *found == kind)
            .map(|((_, key), version)| (&key[..], version.transaction))
    }

    /// Body of a record.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(&self, kind: u8, key: &[u8]) -> io::Result<Option<Vec<u8>>> {
        let version = self.records.get(&(kind, key.to_vec()));
        version
            .map(|&version| read_at(&self.file, version))
            .transpose()
    }

    /// Number of the last transaction that wrote an intact record.
    #[must_use]
    pub fn last_transaction(&self) -> u64 {
        let transactions = self.records.values().map(|version| version.transaction);
        transactions.max().unwrap_or(0)
    }
}

fn read_at(mut file: &File, version: Version) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; version.len];
    file.seek(SeekFrom::Start(version.offset))?;
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
