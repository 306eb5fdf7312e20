//! A node as bytes, for the database: what searches said. Values follow from that and are not kept.

use amazons::{Move, Square};
use search::Value;

use crate::key::Key;
use crate::node::{Choice, Node};

/// The columns and the guard column of a square's index.
const STRIDE: u8 = 11;

/// What stands for no move outside; no value has these bits.
pub(crate) const NO_VALUE: u16 = i16::MIN as u16;

/// How many bytes a move takes beside its squares: its value and its visits.
const CHOICE_BYTES: usize = 3 + 2 + 8;

/// Visits, provenance, the value outside, the correction.
const HEADER_BYTES: usize = 8 + 4 + 2 + 4;

/// Without a correction, as books were kept before there were any. No number of moves makes one length of the other.
const OLD_HEADER_BYTES: usize = 8 + 4 + 2;

/// The index of a square as it is stored.
pub(crate) fn square_byte(square: Square) -> u8 {
    square.row() * STRIDE + square.column()
}

pub(crate) fn square_of(byte: u8) -> Option<Square> {
    Square::new(byte % STRIDE, byte / STRIDE)
}

/// A value that can be stored: neither beyond all values, nor between estimates and proofs.
pub(crate) fn value_of(bits: u16) -> Option<Value> {
    let value = Value::from_bits(bits);
    let number = value.thousandths().abs();
    let is_one = number <= Value::ESTIMATE_LIMIT
        || value.is_decided() && number <= Value::win(0).thousandths();
    is_one.then_some(value)
}

impl Node {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + CHOICE_BYTES * self.choices.len());
        bytes.extend(self.visits.to_le_bytes());
        bytes.extend(self.provenance.to_le_bytes());
        let outside = self.outside.map_or(NO_VALUE, Value::bits);
        bytes.extend(outside.to_le_bytes());
        bytes.extend(self.correction.to_le_bytes());
        for choice in &self.choices {
            let Move { from, to, arrow } = choice.mv;
            bytes.extend([from, to, arrow].map(square_byte));
            bytes.extend(choice.estimate.bits().to_le_bytes());
            bytes.extend(choice.visits.to_le_bytes());
        }
        bytes
    }

    /// The node of a position, without its value; `None` if the bytes are none.
    pub(crate) fn from_bytes(key: &Key, bytes: &[u8]) -> Option<Self> {
        let position = key.position().ok()?;
        let is_old = bytes.len() % CHOICE_BYTES == OLD_HEADER_BYTES % CHOICE_BYTES;
        let header_bytes = if is_old {
            OLD_HEADER_BYTES
        } else {
            HEADER_BYTES
        };
        let (header, choices) = bytes.split_at_checked(header_bytes)?;
        let (visits, rest) = header.split_first_chunk()?;
        let (provenance, rest) = rest.split_first_chunk()?;
        let (outside, correction) = rest.split_first_chunk()?;
        let correction = match correction {
            [] => 0,
            bytes => i32::from_le_bytes(bytes.try_into().ok()?),
        };
        let outside = match u16::from_le_bytes(*outside) {
            NO_VALUE => None,
            bits => Some(value_of(bits)?),
        };
        let choices = choices.chunks(CHOICE_BYTES).map(|bytes| {
            let (squares, rest) = bytes.split_first_chunk::<3>()?;
            let (estimate, visits) = rest.split_first_chunk()?;
            let [from, to, arrow] = squares.map(square_of);
            let (from, to, arrow) = (from?, to?, arrow?);
            let mv = Move { from, to, arrow };
            Some(Choice {
                mv,
                child: Key::after(&position, mv)?,
                estimate: value_of(u16::from_le_bytes(*estimate))?,
                visits: u64::from_le_bytes(visits.try_into().ok()?),
            })
        });
        Some(Self {
            position,
            choices: choices.collect::<Option<_>>()?,
            outside,
            correction,
            visits: u64::from_le_bytes(*visits),
            provenance: u32::from_le_bytes(*provenance),
            value: Value::DRAW,
        })
    }
}
