//! A book to look into: read-only, small, checked and opened in a moment.
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `AMZBOOK` and the format's version |
//! | 4 + n | provenance, as text |
//! | 4 | the number of positions |
//! | 27 each | their [`Key`]s, in order |
//! | 4 each, and one more | where each one's record begins and the last one ends |
//! | 10 + 5 for each move | records: value, best value outside (−32,768 if none), bounds, hundreds of positions looked at; moves, the best first: three squares, of which the first has its highest bit set if the position after it is in the book, and the value |
//! | 8 | XXH3 of all before |

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;
use std::{fs, io};

use amazons::{Move, Position};
use search::Value;
use thiserror::Error;
use twox_hash::XxHash3_64;

use crate::bounds::Bounds;
use crate::graph::Book;
use crate::key::{KEY_BYTES, Key};
use crate::node::{Choice, Node};
use crate::record::{NO_VALUE, square_byte, square_of, value_of};

const MAGIC: &[u8; 7] = b"AMZBOOK";
const VERSION: u8 = 1;
const RECORD_BYTES: usize = 10;
const MOVE_BYTES: usize = 5;
const CHECKSUM_BYTES: usize = 8;

/// The bit of a move's first square that says that the position after it is in the book.
const SEARCHED: u8 = 0x80;

/// The book that ships.
static EMBEDDED: LazyLock<CompactBook> = LazyLock::new(|| {
    let bytes = include_bytes!("../default.book");
    CompactBook::from_bytes(Cow::Borrowed(bytes)).expect("the book that ships is whole")
});

/// A book that can be looked into and nothing else.
#[derive(Clone, Debug)]
pub struct CompactBook {
    bytes: Cow<'static, [u8]>,
    provenance: String,
    count: usize,
    /// Where keys, offsets and records begin.
    keys: usize,
    offsets: usize,
    records: usize,
}

/// Why a file is no book to look into.
#[derive(Debug, Error)]
pub enum CompactError {
    /// It cannot be read.
    #[error("{0}")]
    File(#[from] io::Error),
    /// It is something else.
    #[error("it is no opening book as `thermodon book export --to compact` writes it")]
    Foreign,
    /// It is of another version.
    #[error("it is a book of format {0}, and this version of the program knows {VERSION} only")]
    Version(u8),
    /// It was cut off or changed.
    #[error("the book is damaged")]
    Damaged,
}

/// What a book knows of a position, as that position is seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// For the player to move.
    pub value: Value,
    /// What the best move is worth that the book does not have, if it matters.
    pub outside: Option<Value>,
    /// Between what the value lies.
    pub bounds: Bounds,
    /// The positions that searches looked at, to the hundred.
    pub visits: u64,
    /// The moves, the best first.
    pub moves: Vec<FoundMove>,
}

impl Found {
    /// The error of a search, where nothing but this position's own tells its value.
    fn error(&self) -> Option<f64> {
        let is_alone = self.moves.iter().all(|found| !found.is_searched);
        (is_alone && !self.value.is_decided()).then(|| self.bounds.error(self.value))
    }
}

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FoundMove {
    /// The move.
    pub mv: Move,
    /// What it is worth to the mover.
    pub value: Value,
    /// Whether the position after it was searched itself: what was not can hide anything.
    pub is_searched: bool,
}

impl CompactBook {
    /// The book that ships with the program.
    #[must_use]
    pub fn embedded() -> &'static Self {
        &EMBEDDED
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no such book or not a whole one.
    pub fn load(file: &Path) -> Result<Self, CompactError> {
        Self::from_bytes(Cow::Owned(fs::read(file)?))
    }

    /// Takes the bytes of a file.
    ///
    /// # Errors
    /// If they are no such book or not a whole one.
    pub fn from_bytes(bytes: Cow<'static, [u8]>) -> Result<Self, CompactError> {
        match bytes.strip_prefix(MAGIC).and_then(|rest| rest.first()) {
            None => return Err(CompactError::Foreign),
            Some(&VERSION) => {}
            Some(&other) => return Err(CompactError::Version(other)),
        }
        Self::checked(bytes).ok_or(CompactError::Damaged)
    }

    /// Everything that looking into it relies on is looked at once, here.
    fn checked(bytes: Cow<'static, [u8]>) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
        if XxHash3_64::oneshot(content) != u64::from_le_bytes(*checksum) {
            return None;
        }
        let mut place = MAGIC.len() + 1;
        let length = number(content, place)?;
        place += 4;
        let text = content.get(place..place.checked_add(length)?)?;
        let provenance = str::from_utf8(text).ok()?.to_owned();
        place += length;
        let count = number(content, place)?;
        let keys = place + 4;
        let offsets = keys.checked_add(count.checked_mul(KEY_BYTES)?)?;
        let records = offsets.checked_add(count.checked_add(1)?.checked_mul(4)?)?;
        let all = content.get(keys..offsets)?.chunks_exact(KEY_BYTES);
        let record_bytes = content.len().checked_sub(records)?;
        let mut before = 0;
        for index in 0..=count {
            let offset = number(content, offsets + 4 * index)?;
            let is_whole = index == 0 && offset == 0
                || index > 0
                    && offset >= before + RECORD_BYTES
                    && (offset - before - RECORD_BYTES).is_multiple_of(MOVE_BYTES);
            if !is_whole {
                return None;
            }
            before = offset;
        }
        let is_sound = before == record_bytes && all.is_sorted_by(|one, other| one < other);
        is_sound.then_some(())?;
        Some(Self {
            provenance,
            count,
            keys,
            offsets,
            records,
            bytes,
        })
    }

    /// Where it comes from.
    #[must_use]
    pub fn provenance(&self) -> &str {
        &self.provenance
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether it has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Looks a position up.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Found> {
        let (key, view) = Key::of(position);
        let mut found = self.record(self.place_of(&key)?)?;
        let (canonical, back) = (view.of(position), view.inverse());
        for found in &mut found.moves {
            // A file can say anything; only a legal move has an image.
            canonical.check(found.mv).ok()?;
            found.mv = back.of_move(found.mv);
        }
        Some(found)
    }

    /// The key of each position and what the book knows of it, seen in its canonical form; `None` for what a damaged file might hold.
    fn records(&self) -> impl Iterator<Item = Option<(Key, Found)>> {
        (0..self.count).map(|index| {
            let start = self.keys + index * KEY_BYTES;
            let key = Key::from_bytes(&self.bytes[start..start + KEY_BYTES])?;
            Some((key, self.record(index)?))
        })
    }

    fn place_of(&self, key: &Key) -> Option<usize> {
        let key_at = |index: usize| {
            let start = self.keys + index * KEY_BYTES;
            &self.bytes[start..start + KEY_BYTES]
        };
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            match key_at(middle).cmp(key.bytes()) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    fn record(&self, index: usize) -> Option<Found> {
        let offset = |index: usize| number(&self.bytes, self.offsets + 4 * index);
        let (start, end) = (offset(index)?, offset(index + 1)?);
        let record = self.bytes.get(self.records + start..self.records + end)?;
        let (header, moves) = record.split_at_checked(RECORD_BYTES)?;
        let word = |place: usize| u16::from_le_bytes([header[place], header[place + 1]]);
        let moves = moves.chunks_exact(MOVE_BYTES).map(|bytes| {
            let [from, to, arrow, low, high] = bytes.try_into().ok()?;
            let [start, to, arrow] = [from & !SEARCHED, to, arrow].map(square_of);
            let (start, to, arrow) = (start?, to?, arrow?);
            Some(FoundMove {
                mv: Move {
                    from: start,
                    to,
                    arrow,
                },
                value: value_of(u16::from_le_bytes([low, high]))?,
                is_searched: from & SEARCHED != 0,
            })
        });
        Some(Found {
            value: value_of(word(0))?,
            outside: match word(2) {
                NO_VALUE => None,
                bits => Some(value_of(bits)?),
            },
            bounds: Bounds {
                low: value_of(word(4))?,
                high: value_of(word(6))?,
            },
            visits: 100 * u64::from(word(8)),
            moves: moves.collect::<Option<_>>()?,
        })
    }
}

fn number(bytes: &[u8], place: usize) -> Option<usize> {
    let bytes = bytes.get(place..)?.first_chunk()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

impl Book {
    /// A file to look into as a book that can grow. What searches said of moves that were then searched themselves is not in the file, and not
    /// needed: their values come from there, and the error of searches from the bounds.
    ///
    /// # Errors
    /// If the file holds what is no position or no move.
    pub fn of_compact(compact: &CompactBook) -> Result<Self, CompactError> {
        let mut records = Vec::with_capacity(compact.len());
        for record in compact.records() {
            let (key, found) = record.ok_or(CompactError::Damaged)?;
            let position = key.position().map_err(|_| CompactError::Damaged)?;
            records.push((key, position, found));
        }
        // Every move leaves an arrow, and all positions are reached from the root.
        let root = records
            .iter()
            .map(|(_, position, _)| position)
            .min_by_key(|position| position.burned().len());
        let mut book = Self::new(root.unwrap_or(&Position::standard_start()));
        let provenance = book.provenance_number(compact.provenance());
        book.told_error = records.iter().find_map(|(_, _, found)| found.error());
        for (key, position, found) in records {
            let choices = found.moves.iter().map(|found| {
                Some(Choice {
                    mv: found.mv,
                    child: Key::after(&position, found.mv)?,
                    estimate: found.value,
                    visits: 0,
                })
            });
            let node = Node {
                position,
                choices: choices
                    .collect::<Option<_>>()
                    .ok_or(CompactError::Damaged)?,
                outside: found.outside,
                correction: 0,
                visits: found.visits,
                provenance,
                value: found.value,
            };
            book.put(key, node);
        }
        book.back_up_all();
        Ok(book)
    }

    /// The book as a file to look into.
    #[must_use]
    pub fn to_compact(&self, provenance: &str) -> Vec<u8> {
        let mut keys: Vec<&Key> = self.nodes().map(|(key, _)| key).collect();
        keys.sort_unstable();
        let bounds = self.bounds();
        let mut records = Vec::new();
        let mut offsets = vec![0_u32];
        for key in &keys {
            if let (Some(node), Some(bounds)) = (self.node(key), bounds.get(key)) {
                let outside = node.outside().map_or(NO_VALUE, Value::bits);
                let visits = node.visits().div_ceil(100).min(u64::from(u16::MAX)) as u16;
                for word in [
                    node.value().bits(),
                    outside,
                    bounds.low.bits(),
                    bounds.high.bits(),
                    visits,
                ] {
                    records.extend(word.to_le_bytes());
                }
                let mut choices = node.choices().to_vec();
                choices.sort_by_key(|choice| std::cmp::Reverse(self.value_of(choice)));
                for choice in choices {
                    let Move { from, to, arrow } = choice.mv;
                    let [mut from, to, arrow] = [from, to, arrow].map(square_byte);
                    if self.is_searched(&choice) {
                        from |= SEARCHED;
                    }
                    records.extend([from, to, arrow]);
                    records.extend(self.value_of(&choice).bits().to_le_bytes());
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
