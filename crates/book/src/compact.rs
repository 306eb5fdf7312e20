//! Compact book: the read-only file that players probe.
//!
//! All numbers are little-endian.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `AMZBOOK` and the format version |
//! | 4 + n | provenance: length and text |
//! | 4 | number of positions |
//! | 27 each | their [`BookKey`]s, sorted |
//! | 4 each, and 4 | offset of each record, and of the end of the last |
//! | 10 + 5 per move | records |
//! | 8 | XXH3 of everything before |
//!
//! A record has the value, the best deviation (−32,768 if none), lower and upper bound, searched
//! nodes in hundreds, and the moves, best first: three squares and the value. The highest bit of
//! the first square is set if the position after the move is in the book.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::LazyLock;

use amazons::{Move, Position};
use search::Value;
use thiserror::Error;
use twox_hash::XxHash3_64;

use crate::bounds::ValueBounds;
use crate::graph::Book;
use crate::key::{BookKey, KEY_BYTES};
use crate::node::{BookMove, Node};
use crate::node_codec::{
    deviation_from_bits, deviation_to_bits, move_from_bytes, move_to_bytes, value_from_bits,
};

const MAGIC: &[u8; 7] = b"AMZBOOK";
const VERSION: u8 = 1;
/// Length of a record without its moves.
const RECORD_HEADER_BYTES: usize = 10;
const MOVE_BYTES: usize = 5;
const CHECKSUM_BYTES: usize = 8;

/// Bit of a move's first square that is set if the position after it is in the book.
const EXPANDED_BIT: u8 = 0x80;

/// Maximum size of a compact book.
const MAX_FILE_BYTES: u64 = 4 << 30;

static EMBEDDED: LazyLock<CompactBook> = LazyLock::new(|| {
    let bytes = include_bytes!("../default.book");
    CompactBook::from_bytes(Cow::Borrowed(bytes)).expect("the embedded book is valid")
});

/// A read-only book.
#[derive(Clone, Debug)]
pub struct CompactBook {
    bytes: Cow<'static, [u8]>,
    provenance: String,
    /// Offset of the keys in `bytes`.
    keys_start: usize,
    /// Offset of the record offsets in `bytes`.
    offsets_start: usize,
    /// Offset of the records in `bytes`.
    records_start: usize,
}

/// Error of loading a compact book.
#[derive(Debug, Error)]
pub enum CompactBookError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The file does not start like a compact book.
    #[error("not a compact book file (write one with `thermodon book export --to compact`)")]
    BadHeader,
    /// Another format version.
    #[error("unsupported book format {0} (this version reads {VERSION})")]
    Version(u8),
    /// Truncated or changed.
    #[error("the book file is corrupt (bad checksum or layout)")]
    Corrupt,
}

/// Entry of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct BookEntry {
    /// Value for the player to move.
    pub value: Value,
    /// Value of the best move that is not in the book, if there is one and it is known.
    pub best_deviation: Option<Value>,
    /// Error bounds of the value.
    pub bounds: ValueBounds,
    /// Nodes searched for this position, rounded up to hundreds; at most 6,553,500.
    pub visits: u64,
    /// Moves, best first.
    pub moves: Vec<BookEntryMove>,
}

impl BookEntry {
    /// Search error in millilogits; `None` unless the value is an estimate that no deeper book
    /// position has checked.
    fn search_error(&self) -> Option<f64> {
        let is_leaf = self.moves.iter().all(|mv| !mv.is_expanded);
        (is_leaf && !self.value.is_decisive()).then(|| self.bounds.search_error(self.value))
    }
}

/// A move of a [`BookEntry`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookEntryMove {
    /// The move.
    pub mv: Move,
    /// Value for the player who moves.
    pub value: Value,
    /// Whether the position after the move is in the book, so that its own search has checked the
    /// value.
    pub is_expanded: bool,
}

impl CompactBook {
    /// The book shipped with the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Loads a file.
    ///
    /// # Errors
    /// If it cannot be read or is not a valid compact book.
    pub fn load(file: &Path) -> Result<Self, CompactBookError> {
        Self::from_bytes(Cow::Owned(storage::read_file(file, MAX_FILE_BYTES)?))
    }

    /// Parses the contents of a file.
    ///
    /// # Errors
    /// If it is not a valid compact book.
    pub fn from_bytes(bytes: Cow<'static, [u8]>) -> Result<Self, CompactBookError> {
        match bytes.strip_prefix(MAGIC).and_then(|rest| rest.first()) {
            None => return Err(CompactBookError::BadHeader),
            Some(&VERSION) => {}
            Some(&other) => return Err(CompactBookError::Version(other)),
        }
        Self::validate(bytes).ok_or(CompactBookError::Corrupt)
    }

    /// Checks the checksum, the layout and the order of the keys. Moves and values are checked when
    /// they are read.
    fn validate(bytes: Cow<'static, [u8]>) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
        if XxHash3_64::oneshot(content) != u64::from_le_bytes(*checksum) {
            return None;
        }
        let mut offset = MAGIC.len() + 1;
        let length = read_u32(content, offset)?;
        offset += 4;
        let text = content.get(offset..offset.checked_add(length)?)?;
        let provenance = str::from_utf8(text).ok()?.to_owned();
        offset += length;
        let count = read_u32(content, offset)?;
        let keys_start = offset + 4;
        let offsets_start = keys_start.checked_add(count.checked_mul(KEY_BYTES)?)?;
        let records_start = offsets_start.checked_add(count.checked_add(1)?.checked_mul(4)?)?;
        let keys = content
            .get(keys_start..offsets_start)?
            .chunks_exact(KEY_BYTES);
        let records_length = content.len().checked_sub(records_start)?;
        let mut previous = 0;
        for index in 0..=count {
            let offset = read_u32(content, offsets_start + 4 * index)?;
            let is_valid = index == 0 && offset == 0
                || index > 0
                    && offset >= previous + RECORD_HEADER_BYTES
                    && (offset - previous - RECORD_HEADER_BYTES).is_multiple_of(MOVE_BYTES);
            if !is_valid {
                return None;
            }
            previous = offset;
        }
        if previous != records_length || !keys.is_sorted_by(|one, other| one < other) {
            return None;
        }
        Some(Self {
            provenance,
            keys_start,
            offsets_start,
            records_start,
            bytes,
        })
    }

    /// How the book was made, as text.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys().len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys().is_empty()
    }

    /// Entry of a position, with the moves as seen from `position` rather than its canonical form;
    /// `None` if it is not in the book.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Option<BookEntry> {
        let (key, to_canonical) = BookKey::new(position);
        let mut entry = self.record(self.keys().binary_search(key.bytes()).ok()?)?;
        let canonical = to_canonical.apply(position);
        let from_canonical = to_canonical.inverse();
        for entry_move in &mut entry.moves {
            // The file may contain illegal moves, which cannot be transformed.
            canonical.check_legal(entry_move.mv).ok()?;
            entry_move.mv = from_canonical.apply_to_move(entry_move.mv);
        }
        Some(entry)
    }

    /// Keys of all positions, sorted.
    fn keys(&self) -> &[[u8; KEY_BYTES]] {
        self.bytes[self.keys_start..self.offsets_start]
            .as_chunks()
            .0
    }

    /// Entry of the position with this index, in its canonical form; `None` if it is invalid.
    fn record(&self, index: usize) -> Option<BookEntry> {
        let offset = |index: usize| read_u32(&self.bytes, self.offsets_start + 4 * index);
        let (start, end) = (offset(index)?, offset(index + 1)?);
        let records = self.bytes.get(self.records_start..)?;
        let record = records.get(start..end)?;
        let (header, moves) = record.split_at_checked(RECORD_HEADER_BYTES)?;
        let u16_at = |offset: usize| u16::from_le_bytes([header[offset], header[offset + 1]]);
        let moves = moves.chunks_exact(MOVE_BYTES).map(|bytes| {
            let [from, to, arrow, low, high] = bytes.try_into().ok()?;
            Some(BookEntryMove {
                mv: move_from_bytes([from & !EXPANDED_BIT, to, arrow])?,
                value: value_from_bits(u16::from_le_bytes([low, high]))?,
                is_expanded: from & EXPANDED_BIT != 0,
            })
        });
        Some(BookEntry {
            value: value_from_bits(u16_at(0))?,
            best_deviation: deviation_from_bits(u16_at(2))?,
            bounds: ValueBounds {
                low: value_from_bits(u16_at(4))?,
                high: value_from_bits(u16_at(6))?,
            },
            visits: 100 * u64::from(u16_at(8)),
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

fn read_u32(bytes: &[u8], offset: usize) -> Option<usize> {
    let bytes = bytes.get(offset..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

impl Book {
    /// Converts a compact book to one that can be extended. The estimates of expanded moves are not
    /// in the file; the values of their children take their place. The search error is taken from
    /// the bounds.
    ///
    /// # Errors
    /// If the file contains invalid positions or moves.
    pub fn from_compact(compact: &CompactBook) -> Result<Self, CompactBookError> {
        let mut records = Vec::with_capacity(compact.len());
        for (index, bytes) in compact.keys().iter().enumerate() {
            let record = BookKey::from_bytes(bytes)
                .and_then(|key| Some((key, key.position()?, compact.record(index)?)));
            records.push(record.ok_or(CompactBookError::Corrupt)?);
        }
        // The root has the fewest burned squares: all positions are below it, and every move burns
        // one.
        let root = records
            .iter()
            .map(|(_, position, _)| position)
            .min_by_key(|position| position.burned().len());
        let mut book = Self::new(root.unwrap_or(&Position::standard_start()));
        let provenance = book.intern_provenance(compact.provenance());
        book.stored_search_error = records
            .iter()
            .find_map(|(_, _, entry)| entry.search_error());
        for (key, position, entry) in records {
            let moves = entry.moves.iter().map(|entry_move| {
                Some(BookMove {
                    mv: entry_move.mv,
                    child: BookKey::after(&position, entry_move.mv)?,
                    parent_estimate: entry_move.value,
                    visits: 0,
                })
            });
            let node = Node {
                position,
                moves: moves
                    .collect::<Option<_>>()
                    .ok_or(CompactBookError::Corrupt)?,
                best_deviation: entry.best_deviation,
                correction: 0,
                visits: entry.visits,
                provenance,
                value: entry.value,
            };
            book.insert_node(key, node);
        }
        book.recompute_values();
        Ok(book)
    }

    /// Encodes the book as a compact file.
    #[must_use]
    pub fn to_compact(&self, provenance: &str) -> Vec<u8> {
        let mut keys: Vec<&BookKey> = self.nodes().map(|(key, _)| key).collect();
        keys.sort_unstable();
        let bounds = self.bounds();
        let mut records = Vec::new();
        let mut offsets = vec![0_u32];
        for key in &keys {
            if let (Some(node), Some(bounds)) = (self.node(key), bounds.get(key)) {
                let visits = node.visits().div_ceil(100).min(u64::from(u16::MAX)) as u16;
                for word in [
                    node.value().to_bits(),
                    deviation_to_bits(node.best_deviation()),
                    bounds.low.to_bits(),
                    bounds.high.to_bits(),
                    visits,
                ] {
                    records.extend(word.to_le_bytes());
                }
                let mut moves = node.moves().to_vec();
                moves.sort_by_key(|book_move| std::cmp::Reverse(self.move_value(book_move)));
                for book_move in moves {
                    let mut squares = move_to_bytes(book_move.mv);
                    if self.is_expanded(&book_move) {
                        squares[0] |= EXPANDED_BIT;
                    }
                    records.extend(squares);
                    records.extend(self.move_value(&book_move).to_bits().to_le_bytes());
                }
            }
            offsets.push(records.len() as u32);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        bytes.extend((provenance.len() as u32).to_le_bytes());
        bytes.extend(provenance.as_bytes());
        bytes.extend((keys.len() as u32).to_le_bytes());
        keys.iter().for_each(|key| bytes.extend(key.bytes()));
        offsets
            .iter()
            .for_each(|offset| bytes.extend(offset.to_le_bytes()));
        bytes.extend(records);
        bytes.extend(XxHash3_64::oneshot(&bytes).to_le_bytes());
        bytes
    }
}
