//! What a search remembers: how hard each sum still is to win and to refute, within a limit of memory.
//!
//! All threads share the table without locks: an entry's first word is its key mixed with the others, so that one
//! half-written by another thread is not recognised as anything.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::node::Key;
use crate::error::TableError;
use crate::file::{self, Header, Part};

const KIND: [u8; 8] = *b"THMDPROO";

/// As hard as can be: of a pair, one is infinite exactly if the other is zero, and then the sum is decided.
pub(super) const INFINITE: u32 = 1 << 30;

/// Entries that a key can be at.
const BUCKET: usize = 4;

/// How hard a sum still is for who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Effort {
    /// To show that who is to move wins.
    pub win: u32,
    /// To show that who is to move loses.
    pub loss: u32,
}

impl Effort {
    pub const WON: Self = Self {
        win: 0,
        loss: INFINITE,
    };
    pub const LOST: Self = Self {
        win: INFINITE,
        loss: 0,
    };

    /// The effort of what is known.
    pub fn decided(wins: bool) -> Self {
        if wins { Self::WON } else { Self::LOST }
    }

    fn to_word(self) -> u64 {
        u64::from(self.win) << 32 | u64::from(self.loss)
    }

    fn from_word(word: u64) -> Self {
        Self {
            win: (word >> 32) as u32,
            loss: word as u32,
        }
    }

    /// Whether who is to move wins, if that is known.
    pub fn winner(self) -> Option<bool> {
        match self {
            Self { win: 0, .. } => Some(true),
            Self { loss: 0, .. } => Some(false),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    effort: AtomicU64,
    /// Positions searched below.
    work: AtomicU64,
}

impl Entry {
    fn read(&self) -> (u64, u64, u64) {
        let (effort, work) = (
            self.effort.load(Ordering::Relaxed),
            self.work.load(Ordering::Relaxed),
        );
        (
            self.check.load(Ordering::Relaxed) ^ effort ^ work.rotate_left(32),
            effort,
            work,
        )
    }

    fn write(&self, check: u64, effort: u64, work: u64) {
        self.check
            .store(check ^ effort ^ work.rotate_left(32), Ordering::Relaxed);
        self.effort.store(effort, Ordering::Relaxed);
        self.work.store(work, Ordering::Relaxed);
    }
}

/// Buckets that are made at once, when one of them is first written to: a small proof needs little of a large table.
const PAGE: usize = 64;

/// The table.
#[derive(Debug)]
pub(super) struct ProofTable {
    pages: Vec<OnceLock<Box<[Entry]>>>,
}

impl ProofTable {
    /// A table of so many bytes, at least a few.
    pub fn new(bytes: usize) -> Self {
        let page = size_of::<Entry>() * BUCKET * PAGE;
        let pages = (bytes / page).max(16);
        Self {
            pages: std::iter::repeat_with(OnceLock::new).take(pages).collect(),
        }
    }

    fn buckets(&self) -> u64 {
        (self.pages.len() * PAGE) as u64
    }

    /// Where a key's entries are.
    fn page_and_bucket(&self, key: Key) -> (&OnceLock<Box<[Entry]>>, usize) {
        let bucket = ((u128::from(key.place) * u128::from(self.buckets())) >> 64) as usize;
        (&self.pages[bucket / PAGE], bucket % PAGE * BUCKET)
    }

    /// What is known of a sum.
    pub fn get(&self, key: Key) -> Option<Effort> {
        let (page, bucket) = self.page_and_bucket(key);
        page.get()?[bucket..][..BUCKET].iter().find_map(|entry| {
            let (check, effort, _) = entry.read();
            (check == key.check && effort != 0).then_some(Effort::from_word(effort))
        })
    }

    /// Remembers what is known of a sum, in place of what took the least work.
    pub fn put(&self, key: Key, effort: Effort, work: u64) {
        self.put_word(key, effort.to_word(), work);
    }

    fn put_word(&self, key: Key, word: u64, work: u64) {
        let (page, bucket) = self.page_and_bucket(key);
        let page = page.get_or_init(|| {
            std::iter::repeat_with(Entry::default)
                .take(PAGE * BUCKET)
                .collect()
        });
        let mut cheapest: Option<(u64, &Entry)> = None;
        for entry in &page[bucket..][..BUCKET] {
            let (check, effort, other_work) = entry.read();
            if effort == 0 || check == key.check {
                // A thread that was late must not make the others forget what is decided.
                let is_decided = effort != 0 && Effort::from_word(effort).winner().is_some();
                if is_decided && Effort::from_word(word).winner().is_none() {
                    return;
                }
                entry.write(key.check, word, work);
                return;
            }
            if cheapest.is_none_or(|(least, _)| other_work < least) {
                cheapest = Some((other_work, entry));
            }
        }
        if let Some((_, entry)) = cheapest {
            entry.write(key.check, word, work);
        }
    }

    /// Writes all that is known to a file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        let mut contents = Vec::new();
        let entries = self.pages.iter().enumerate().flat_map(|(number, page)| {
            let entries = page.get().into_iter().flat_map(|page| page.iter());
            entries
                .enumerate()
                .map(move |(place, entry)| (number * PAGE + place / BUCKET, entry))
        });
        for (bucket, entry) in entries {
            let (check, effort, work) = entry.read();
            if effort == 0 {
                continue;
            }
            // The lowest place that leads to this bucket stands for the key's own.
            let lowest = ((bucket as u128) << 64).div_ceil(u128::from(self.buckets())) as u64;
            for word in [lowest, check, effort, work] {
                contents.extend_from_slice(&word.to_le_bytes());
            }
        }
        let header = Header {
            kind: KIND,
            size: 0,
            numbers: [self.buckets(), (contents.len() / 32) as u64, 0, 0],
        };
        file::write(path, header, &contents)
    }

    /// Takes over what a file knows, if it was saved from a table of the same size.
    pub fn load(&self, path: &Path) -> Result<u64, TableError> {
        let length = |header: &Header| header.numbers[1].saturating_mul(32);
        let file = Part::open(path, KIND, length).map_err(|error| match error {
            TableError::Foreign { path } => TableError::NotAProof { path },
            error => error,
        })?;
        if file.header().numbers[0] != self.buckets() {
            return Err(TableError::OtherMemory { path: path.into() });
        }
        for record in file.contents()?.chunks_exact(32) {
            let word = |place: usize| {
                let bytes = record[8 * place..][..8].try_into();
                u64::from_le_bytes(bytes.expect("eight bytes"))
            };
            let key = Key {
                place: word(0),
                check: word(1),
            };
            self.put_word(key, word(2), word(3));
        }
        Ok(file.header().numbers[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> Key {
        Key {
            place: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            check: number.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 1,
        }
    }

    #[test]
    fn what_took_most_work_stays_and_comes_back_from_a_file() {
        let table = ProofTable::new(0);
        let effort = |number: u64| Effort {
            win: number as u32 + 1,
            loss: 7,
        };
        for number in 0..100_000 {
            table.put(key(number), effort(number), 1 + number % 1000);
        }
        let found: Vec<u64> = (0..100_000)
            .filter(|&number| table.get(key(number)).is_some())
            .collect();
        assert!(found.len() > 4000 && found.len() <= 4096, "{}", found.len());
        assert!(
            found
                .iter()
                .all(|&number| table.get(key(number)) == Some(effort(number)))
        );
        let work: u64 = found.iter().map(|number| number % 1000).sum();
        assert!(work / found.len() as u64 > 700);

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("proof");
        table.save(&path).unwrap();
        let again = ProofTable::new(0);
        assert_eq!(again.load(&path).unwrap(), found.len() as u64);
        assert!((0..100_000).all(|number| again.get(key(number)) == table.get(key(number))));
        let error = ProofTable::new(1 << 20)
            .load(&path)
            .unwrap_err()
            .to_string();
        assert!(error.contains("with another limit of memory"), "{error}");
    }
}
