//! Files of the value table: value ids of all placements on some shapes, and records of the new
//! values.
//!
//! Record, little-endian: id of the negative (3 bytes), outcome class (1), left stop, right stop,
//! mean and temperature in units of 2⁻³² (8 each), number of Left's and Right's options (2 each),
//! ids of the options (3 each).

use std::path::Path;

use combinatorial::{Dyadic, OutcomeClass};

use crate::error::TableError;
use crate::placement::Placements;
use crate::scores::{Shard, ShardKind};
use crate::table_file::{self, Header, TableFile, word};

const MAGIC: [u8; 8] = *b"THMDEXAC";

/// Bytes per value id.
const VALUE_ID_SIZE: usize = 3;

/// Bytes of a record before its options.
const RECORD_HEADER_SIZE: usize = VALUE_ID_SIZE + 1 + 4 * 8 + 2 * 2;

const OUTCOMES: [OutcomeClass; 4] = [
    OutcomeClass::Left,
    OutcomeClass::Right,
    OutcomeClass::Next,
    OutcomeClass::Previous,
];

/// Record of a value. Black is Left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueRecord {
    /// Id of the negative.
    pub negative: u32,
    /// Outcome class.
    pub outcome: OutcomeClass,
    /// Left stop (Black moves first).
    pub left_stop: Dyadic,
    /// Right stop (White moves first).
    pub right_stop: Dyadic,
    /// Mean.
    pub mean: Dyadic,
    /// Temperature.
    pub temperature: Dyadic,
    /// Ids of Black's canonical options.
    pub left_options: Vec<u32>,
    /// Ids of White's canonical options.
    pub right_options: Vec<u32>,
}

impl ValueRecord {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&encode_id(self.negative));
        let outcome = OUTCOMES.iter().position(|&outcome| outcome == self.outcome);
        bytes.push(outcome.expect("one of the four") as u8);
        for number in [self.left_stop, self.right_stop, self.mean, self.temperature] {
            bytes.extend_from_slice(&number.to_raw().to_le_bytes());
        }
        for options in [&self.left_options, &self.right_options] {
            let count = u16::try_from(options.len()).expect("a subgame has fewer moves");
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        for &option in self.left_options.iter().chain(&self.right_options) {
            bytes.extend_from_slice(&encode_id(option));
        }
    }

    /// Decodes a record; `None` if it is invalid.
    fn read(bytes: &[u8]) -> Option<Self> {
        let fixed = bytes.get(..RECORD_HEADER_SIZE)?;
        let number = |place: usize| {
            Dyadic::from_raw(word(fixed, VALUE_ID_SIZE + 1 + 8 * place).cast_signed())
        };
        let options = bytes.get(RECORD_HEADER_SIZE..record_size(fixed))?;
        let mut options = options.chunks_exact(VALUE_ID_SIZE).map(decode_id);
        Some(Self {
            negative: decode_id(fixed),
            outcome: *OUTCOMES.get(usize::from(fixed[VALUE_ID_SIZE]))?,
            left_stop: number(0),
            right_stop: number(1),
            mean: number(2),
            temperature: number(3),
            left_options: options.by_ref().take(option_counts(fixed)[0]).collect(),
            right_options: options.collect(),
        })
    }
}

/// Numbers of Left's and Right's options.
fn option_counts(record: &[u8]) -> [usize; 2] {
    [RECORD_HEADER_SIZE - 4, RECORD_HEADER_SIZE - 2]
        .map(|at| usize::from(u16::from_le_bytes([record[at], record[at + 1]])))
}

/// Bytes of a record with its options.
fn record_size(record: &[u8]) -> usize {
    let [left, right] = option_counts(record);
    RECORD_HEADER_SIZE + VALUE_ID_SIZE * (left + right)
}

fn encode_id(number: u32) -> [u8; VALUE_ID_SIZE] {
    let [low, middle, high, above] = number.to_le_bytes();
    assert!(above == 0, "fewer than 2^24 values");
    [low, middle, high]
}

fn decode_id(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])
}

/// An opened shard of the value table.
#[derive(Debug)]
pub(super) struct ValueFile {
    file: TableFile,
    /// Bytes of all value ids.
    numbers: usize,
    /// Id of the first new value.
    pub first_value_id: u32,
    /// Offsets of the records.
    records: Vec<u32>,
}

/// The shards of the values of `shapes` shapes.
pub(super) fn value_shards(size: usize, shapes: usize) -> impl Iterator<Item = Shard> {
    Shard::all(size, ShardKind::Values, shapes)
}

impl ValueFile {
    /// Writes the value ids of all placements and the records of the new values.
    pub fn write(
        dir: &Path,
        shard: Shard,
        shapes: usize,
        numbers: impl Iterator<Item = u32>,
        first_value_id: u32,
        values: &[ValueRecord],
    ) -> Result<(), TableError> {
        let mut contents: Vec<u8> = numbers.flat_map(encode_id).collect();
        let begin = contents.len();
        for value in values {
            value.write(&mut contents);
        }
        let range = shard.range(shapes);
        let header = Header {
            magic: MAGIC,
            size: shard.size as u32,
            numbers: [
                range.start as u64,
                range.end as u64,
                u64::from(first_value_id),
                (contents.len() - begin) as u64,
            ],
        };
        table_file::write(&shard.path(dir), header, &contents)
    }

    /// Opens and verifies the file.
    pub fn open(dir: &Path, shard: Shard, shapes: usize) -> Result<Self, TableError> {
        let path = shard.path(dir);
        let stride = VALUE_ID_SIZE * Placements::new(shard.size).count();
        let file = TableFile::open(&path, MAGIC, |header| {
            let [first, end, _, values] = header.numbers;
            let numbers = end.saturating_sub(first).saturating_mul(stride as u64);
            numbers.saturating_add(values)
        })?;
        let range = shard.range(shapes);
        let [first, end, first_value_id, _] = file.header().numbers;
        let is_right = file.header().size as usize == shard.size
            && (first, end) == (range.start as u64, range.end as u64);
        let Some(first_value_id) = u32::try_from(first_value_id).ok().filter(|_| is_right) else {
            return Err(TableError::WrongContents(path));
        };
        let numbers = range.len() * stride;
        let contents = file.contents()?;
        let mut records = Vec::new();
        let mut at = numbers;
        while at < contents.len() {
            records.push(at as u32);
            let Some(record) = contents.get(at..at + RECORD_HEADER_SIZE) else {
                return Err(TableError::ChecksumMismatch(path));
            };
            at += record_size(record);
        }
        Ok(Self {
            file,
            numbers,
            first_value_id,
            records,
        })
    }

    /// Value ids of all placements.
    pub fn value_ids(&self) -> Result<impl Iterator<Item = u32>, TableError> {
        let numbers = &self.file.contents()?[..self.numbers];
        Ok(numbers.chunks_exact(VALUE_ID_SIZE).map(decode_id))
    }

    /// Value id of a placement.
    pub fn value_id(&self, place: usize) -> Result<Option<u32>, TableError> {
        let numbers = &self.file.contents()?[..self.numbers];
        let bytes = numbers.get(place * VALUE_ID_SIZE..(place + 1) * VALUE_ID_SIZE);
        Ok(bytes.map(decode_id))
    }

    /// Number of new values.
    pub fn new_values(&self) -> usize {
        self.records.len()
    }

    /// Record of a new value by index.
    pub fn value(&self, place: usize) -> Result<Option<ValueRecord>, TableError> {
        let contents = self.file.contents()?;
        let record = self.records.get(place);
        Ok(record.and_then(|&at| ValueRecord::read(contents.get(at as usize..)?)))
    }

    /// Length of the contents in bytes.
    pub fn length(&self) -> u64 {
        self.file.content_len()
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}
