//! The files of exact values: for some shapes the number of the value of each placement, and the values that are new.
//!
//! A value's record, little-endian: three bytes with the number of its negative, one with the outcome; eight each for left stop,
//! right stop, mean and temperature in steps of 2⁻³²; two each for the numbers of options of Left and of Right; and three
//! for each option.

use std::ops::Range;
use std::path::{Path, PathBuf};

use combinatorial::{Number, Outcome};

use crate::error::TableError;
use crate::file::{self, Header, Part};
use crate::placement::Placements;

const KIND: [u8; 8] = *b"THMDEXAC";

/// Shapes in a file; the last one of a size has fewer.
const SHAPES: usize = 4096;

/// Bytes of a value's number.
pub(super) const NUMBER: usize = 3;

/// Bytes of a record before its options.
const RECORD: usize = NUMBER + 1 + 4 * 8 + 2 * 2;

const OUTCOMES: [Outcome; 4] = [
    Outcome::Left,
    Outcome::Right,
    Outcome::First,
    Outcome::Second,
];

/// What is known of a value. Black is Left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactValue {
    /// The number of the value with the colours exchanged.
    pub negative: u32,
    /// Who wins it if there is nothing else.
    pub outcome: Outcome,
    /// Where play ends if Black begins.
    pub left_stop: Number,
    /// Where play ends if White begins.
    pub right_stop: Number,
    /// What many of it are worth on average.
    pub mean: Number,
    /// How much the first move is worth.
    pub temperature: Number,
    /// The numbers of what Black can move to, in canonical form.
    pub lefts: Vec<u32>,
    /// The numbers of what White can move to, in canonical form.
    pub rights: Vec<u32>,
}

impl ExactValue {
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&to_bytes(self.negative));
        let outcome = OUTCOMES.iter().position(|&outcome| outcome == self.outcome);
        bytes.push(outcome.expect("one of the four") as u8);
        for number in [self.left_stop, self.right_stop, self.mean, self.temperature] {
            bytes.extend_from_slice(&number.steps().to_le_bytes());
        }
        for options in [&self.lefts, &self.rights] {
            let count = u16::try_from(options.len()).expect("a subgame has fewer moves");
            bytes.extend_from_slice(&count.to_le_bytes());
        }
        for &option in self.lefts.iter().chain(&self.rights) {
            bytes.extend_from_slice(&to_bytes(option));
        }
    }

    /// Reads a record; `None` if the bytes are none.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let fixed = bytes.get(..RECORD)?;
        let number = |place: usize| {
            let word = fixed[NUMBER + 1 + 8 * place..][..8].try_into();
            Number::from_steps(i64::from_le_bytes(word.expect("eight bytes")))
        };
        let (lefts, rights) = counts(fixed);
        let options = bytes.get(RECORD..RECORD + NUMBER * (lefts + rights))?;
        let mut options = options.chunks_exact(NUMBER).map(from_bytes);
        Some(Self {
            negative: from_bytes(fixed),
            outcome: *OUTCOMES.get(usize::from(fixed[NUMBER]))?,
            left_stop: number(0),
            right_stop: number(1),
            mean: number(2),
            temperature: number(3),
            lefts: options.by_ref().take(lefts).collect(),
            rights: options.collect(),
        })
    }
}

fn counts(record: &[u8]) -> (usize, usize) {
    let count = |at: usize| usize::from(u16::from_le_bytes([record[at], record[at + 1]]));
    (count(RECORD - 4), count(RECORD - 2))
}

fn to_bytes(number: u32) -> [u8; NUMBER] {
    let [low, middle, high, above] = number.to_le_bytes();
    assert!(above == 0, "fewer than 2^24 values");
    [low, middle, high]
}

fn from_bytes(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0])
}

/// A file of exact values: so many squares, and the how-manieth.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExactShard {
    pub size: usize,
    pub index: usize,
}

/// Such a file, opened.
#[derive(Debug)]
pub(super) struct ExactFile {
    file: Part,
    /// The bytes of all placements' numbers.
    numbers: usize,
    /// The number of its first new value.
    pub first_value: u32,
    /// Where the records of its new values begin.
    records: Vec<u32>,
}

impl ExactShard {
    /// All files of a size that has so many shapes.
    pub fn all(size: usize, shapes: usize) -> impl Iterator<Item = Self> {
        (0..shapes.div_ceil(SHAPES)).map(move |index| Self { size, index })
    }

    /// Where a shape of a size is, and at which place there.
    pub fn of(shape: usize) -> (usize, usize) {
        (shape / SHAPES, shape % SHAPES)
    }

    /// Its places among so many shapes of its size.
    pub fn places(self, shapes: usize) -> Range<usize> {
        let first = (self.index * SHAPES).min(shapes);
        first..(first + SHAPES).min(shapes)
    }

    pub fn path(self, folder: &Path) -> PathBuf {
        folder.join(format!("{:02}-exact-{:04}.table", self.size, self.index))
    }

    /// Writes the numbers of the values of all placements, and the values that no file before has, from that number on.
    pub fn write(
        self,
        folder: &Path,
        shapes: usize,
        numbers: impl Iterator<Item = u32>,
        first_value: u32,
        values: &[ExactValue],
    ) -> Result<(), TableError> {
        let mut contents: Vec<u8> = numbers.flat_map(to_bytes).collect();
        let begin = contents.len();
        for value in values {
            value.write(&mut contents);
        }
        let places = self.places(shapes);
        let header = Header {
            kind: KIND,
            size: self.size as u32,
            numbers: [
                places.start as u64,
                places.end as u64,
                u64::from(first_value),
                (contents.len() - begin) as u64,
            ],
        };
        file::write(&self.path(folder), header, &contents)
    }

    /// Opens its file and looks at all of it.
    pub fn open(self, folder: &Path, shapes: usize) -> Result<ExactFile, TableError> {
        let path = self.path(folder);
        let stride = Placements::new(self.size).len();
        let file = Part::open(&path, KIND, |header| {
            let [first, end, _, values] = header.numbers;
            let numbers = end
                .saturating_sub(first)
                .saturating_mul((NUMBER * stride) as u64);
            numbers.saturating_add(values)
        })?;
        let places = self.places(shapes);
        let [first, end, first_value, _] = file.header().numbers;
        let is_right = file.header().size as usize == self.size
            && (first, end) == (places.start as u64, places.end as u64);
        let Some(first_value) = u32::try_from(first_value).ok().filter(|_| is_right) else {
            return Err(TableError::Misnamed { path });
        };
        let numbers = places.len() * stride * NUMBER;
        let contents = file.contents()?;
        let mut records = Vec::new();
        let mut at = numbers;
        while at < contents.len() {
            records.push(at as u32);
            let Some(record) = contents.get(at..at + RECORD) else {
                return Err(TableError::Damaged { path });
            };
            let (lefts, rights) = counts(record);
            at += RECORD + NUMBER * (lefts + rights);
        }
        Ok(ExactFile {
            file,
            numbers,
            first_value,
            records,
        })
    }
}

impl ExactFile {
    /// The numbers of the values of all placements.
    pub fn numbers(&self) -> Result<impl Iterator<Item = u32>, TableError> {
        let numbers = &self.file.contents()?[..self.numbers];
        Ok(numbers.chunks_exact(NUMBER).map(from_bytes))
    }

    /// The number of the value of the placement at that place.
    pub fn number(&self, place: usize) -> Result<Option<u32>, TableError> {
        let numbers = &self.file.contents()?[..self.numbers];
        Ok(numbers
            .get(place * NUMBER..)
            .filter(|rest| rest.len() >= NUMBER)
            .map(from_bytes))
    }

    /// How many values it has of which no file before knows.
    pub fn new_values(&self) -> usize {
        self.records.len()
    }

    /// The value of that number, counted from its first new one.
    pub fn value(&self, place: usize) -> Result<Option<ExactValue>, TableError> {
        let Some(&at) = self.records.get(place) else {
            return Ok(None);
        };
        Ok(self
            .file
            .contents()?
            .get(at as usize..)
            .and_then(ExactValue::read))
    }

    /// The bytes of its contents.
    pub fn length(&self) -> u64 {
        self.file.length()
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}
