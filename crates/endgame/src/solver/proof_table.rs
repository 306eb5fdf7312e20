//! Proof table: transposition table of proof and disproof numbers with bounded memory.
//!
//! Threads share it without locks: the first word of an entry is the signature xor the other words,
//! so a torn entry does not match any key.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::node::NodeKey;
use crate::error::TableError;
use crate::table_file::{self, Header, TableFile, word};

const MAGIC: [u8; 8] = *b"THMDPROO";

/// Infinity. A node is solved when one number is 0 and the other infinite.
pub(super) const INFINITE: u32 = 1 << 30;

/// Entries per bucket.
const BUCKET_SIZE: usize = 4;

/// Proof and disproof number for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// Effort to prove a win.
    pub proof: u32,
    /// Effort to prove a loss.
    pub disproof: u32,
}

impl ProofNumbers {
    pub const PROVEN: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };
    pub const DISPROVEN: Self = Self {
        proof: INFINITE,
        disproof: 0,
    };

    /// Numbers of a solved node.
    pub fn from_result(wins: bool) -> Self {
        if wins { Self::PROVEN } else { Self::DISPROVEN }
    }

    fn to_word(self) -> u64 {
        u64::from(self.proof) << 32 | u64::from(self.disproof)
    }

    fn from_word(word: u64) -> Self {
        Self {
            proof: (word >> 32) as u32,
            disproof: word as u32,
        }
    }

    /// Whether the player to move wins, if solved.
    pub fn winner(self) -> Option<bool> {
        match self {
            Self { proof: 0, .. } => Some(true),
            Self { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

#[derive(Debug, Default)]
struct Entry {
    signature: AtomicU64,
    numbers: AtomicU64,
    /// Size of the searched subtree.
    subtree_nodes: AtomicU64,
}

impl Entry {
    fn read(&self) -> (u64, u64, u64) {
        let (numbers, subtree_nodes) = (
            self.numbers.load(Ordering::Relaxed),
            self.subtree_nodes.load(Ordering::Relaxed),
        );
        (
            self.signature.load(Ordering::Relaxed) ^ numbers ^ subtree_nodes.rotate_left(32),
            numbers,
            subtree_nodes,
        )
    }

    fn write(&self, signature: u64, numbers: u64, subtree_nodes: u64) {
        self.signature.store(
            signature ^ numbers ^ subtree_nodes.rotate_left(32),
            Ordering::Relaxed,
        );
        self.numbers.store(numbers, Ordering::Relaxed);
        self.subtree_nodes.store(subtree_nodes, Ordering::Relaxed);
    }
}

/// Buckets allocated together on first use, so that small proofs use little memory.
const BUCKETS_PER_PAGE: usize = 64;

/// The proof table.
#[derive(Debug)]
pub(super) struct ProofTable {
    pages: Vec<OnceLock<Box<[Entry]>>>,
}

impl ProofTable {
    /// A table of about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let page = size_of::<Entry>() * BUCKET_SIZE * BUCKETS_PER_PAGE;
        let pages = (bytes / page).max(16);
        Self {
            pages: std::iter::repeat_with(OnceLock::new).take(pages).collect(),
        }
    }

    fn buckets(&self) -> u64 {
        (self.pages.len() * BUCKETS_PER_PAGE) as u64
    }

    /// Location of a key's bucket.
    fn page_and_bucket(&self, key: NodeKey) -> (&OnceLock<Box<[Entry]>>, usize) {
        let bucket = ((u128::from(key.bucket) * u128::from(self.buckets())) >> 64) as usize;
        (
            &self.pages[bucket / BUCKETS_PER_PAGE],
            bucket % BUCKETS_PER_PAGE * BUCKET_SIZE,
        )
    }

    /// Numbers of a node.
    pub fn get(&self, key: NodeKey) -> Option<ProofNumbers> {
        let (page, bucket) = self.page_and_bucket(key);
        page.get()?[bucket..][..BUCKET_SIZE]
            .iter()
            .find_map(|entry| {
                let (signature, numbers, _) = entry.read();
                (signature == key.signature && numbers != 0)
                    .then_some(ProofNumbers::from_word(numbers))
            })
    }

    /// Stores a node in place of the one with the smallest subtree.
    pub fn put(&self, key: NodeKey, numbers: ProofNumbers, subtree_nodes: u64) {
        let (page, bucket) = self.page_and_bucket(key);
        let page = page.get_or_init(|| {
            std::iter::repeat_with(Entry::default)
                .take(BUCKETS_PER_PAGE * BUCKET_SIZE)
                .collect()
        });
        let mut cheapest: Option<(u64, &Entry)> = None;
        for entry in &page[bucket..][..BUCKET_SIZE] {
            let (signature, known, other_work) = entry.read();
            if known == 0 || signature == key.signature {
                let is_solved = known != 0 && ProofNumbers::from_word(known).winner().is_some();
                // A late thread must not overwrite a solved entry.
                if !is_solved || numbers.winner().is_some() {
                    entry.write(key.signature, numbers.to_word(), subtree_nodes);
                }
                return;
            }
            if cheapest.is_none_or(|(least, _)| other_work < least) {
                cheapest = Some((other_work, entry));
            }
        }
        if let Some((_, entry)) = cheapest {
            entry.write(key.signature, numbers.to_word(), subtree_nodes);
        }
    }

    /// Saves all entries atomically.
    pub fn save(&self, path: &Path) -> Result<(), TableError> {
        let mut contents = Vec::new();
        let entries = self.pages.iter().enumerate().flat_map(|(number, page)| {
            let entries = page.get().into_iter().flat_map(|page| page.iter());
            entries
                .enumerate()
                .map(move |(place, entry)| (number * BUCKETS_PER_PAGE + place / BUCKET_SIZE, entry))
        });
        for (bucket, entry) in entries {
            let (signature, numbers, subtree_nodes) = entry.read();
            if numbers == 0 {
                continue;
            }
            // The lowest key of the bucket stands for the original.
            let lowest = ((bucket as u128) << 64).div_ceil(u128::from(self.buckets())) as u64;
            for word in [lowest, signature, numbers, subtree_nodes] {
                contents.extend_from_slice(&word.to_le_bytes());
            }
        }
        let header = Header {
            magic: MAGIC,
            size: 0,
            numbers: [self.buckets(), (contents.len() / 32) as u64, 0, 0],
        };
        table_file::write(path, header, &contents)
    }

    /// Loads entries saved by a table of the same size.
    pub fn load(&self, path: &Path) -> Result<u64, TableError> {
        let length = |header: &Header| header.numbers[1].saturating_mul(32);
        let file = TableFile::open(path, MAGIC, length).map_err(|error| match error {
            TableError::BadMagic(path) => TableError::NotAProofFile(path),
            error => error,
        })?;
        if file.header().numbers[0] != self.buckets() {
            return Err(TableError::MemoryMismatch(path.into()));
        }
        for record in file.contents()?.chunks_exact(32) {
            let [bucket, signature, numbers, subtree_nodes] =
                [0, 8, 16, 24].map(|at| word(record, at));
            let key = NodeKey { bucket, signature };
            self.put(key, ProofNumbers::from_word(numbers), subtree_nodes);
        }
        Ok(file.header().numbers[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> NodeKey {
        NodeKey {
            bucket: number.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            signature: number.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ 1,
        }
    }

    #[test]
    fn large_subtrees_are_kept_and_reloaded() {
        let table = ProofTable::new(0);
        let numbers = |number: u64| ProofNumbers {
            proof: number as u32 + 1,
            disproof: 7,
        };
        for number in 0..100_000 {
            table.put(key(number), numbers(number), 1 + number % 1000);
        }
        let found: Vec<u64> = (0..100_000)
            .filter(|&number| table.get(key(number)).is_some())
            .collect();
        assert!(found.len() > 4000 && found.len() <= 4096, "{}", found.len());
        let is_kept = |&number: &u64| table.get(key(number)) == Some(numbers(number));
        assert!(found.iter().all(is_kept));
        let subtree_nodes: u64 = found.iter().map(|number| number % 1000).sum();
        assert!(subtree_nodes / found.len() as u64 > 700);

        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("proof");
        table.save(&path).unwrap();
        let again = ProofTable::new(0);
        assert_eq!(again.load(&path).unwrap(), found.len() as u64);
        assert!((0..100_000).all(|number| again.get(key(number)) == table.get(key(number))));
        let error = ProofTable::new(1 << 20).load(&path).unwrap_err();
        assert!(
            error.to_string().contains("with another memory limit"),
            "{error}"
        );
    }
}
