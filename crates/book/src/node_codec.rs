//! Nodes in the database: results of searches, without backed-up values. Also the encoding of moves
//! and deviations, which compact books share.

use amazons::{Move, Square};
use search::Value;

use crate::key::BookKey;
use crate::node::{BookMove, Node};

/// Stride of the square index: columns plus a guard column.
const STRIDE: u8 = 11;

/// Stored form of no deviation; no value has these bits.
const NO_VALUE: u16 = i16::MIN as u16;

/// Squares, estimate and visits of a move.
const MOVE_BYTES: usize = 3 + 2 + 8;

/// Visits, provenance, best deviation and correction.
const HEADER_BYTES: usize = 8 + 4 + 2 + 4;

/// Header before corrections existed. The lengths differ modulo [`MOVE_BYTES`], which tells them
/// apart.
const OLD_HEADER_BYTES: usize = 8 + 4 + 2;

/// Indices of the squares of a move.
pub(crate) fn move_to_bytes(Move { from, to, arrow }: Move) -> [u8; 3] {
    [from, to, arrow].map(|square| square.row() * STRIDE + square.column())
}

/// The inverse of [`move_to_bytes`]; `None` if a square is not on the board.
pub(crate) fn move_from_bytes(bytes: [u8; 3]) -> Option<Move> {
    let [from, to, arrow] = bytes.map(|byte| Square::new(byte % STRIDE, byte / STRIDE));
    let (from, to, arrow) = (from?, to?, arrow?);
    Some(Move { from, to, arrow })
}

/// Stored form of a best deviation.
pub(crate) fn deviation_to_bits(deviation: Option<Value>) -> u16 {
    deviation.map_or(NO_VALUE, Value::to_bits)
}

/// The inverse of [`deviation_to_bits`]; `None` if the value is invalid.
pub(crate) fn deviation_from_bits(bits: u16) -> Option<Option<Value>> {
    match bits {
        NO_VALUE => Some(None),
        bits => value_from_bits(bits).map(Some),
    }
}

/// The value with these bits; `None` if it is out of range or between estimates and proven values.
pub(crate) fn value_from_bits(bits: u16) -> Option<Value> {
    let value = Value::from_bits(bits);
    let number = value.millilogits().abs();
    let is_valid = number <= Value::MAX_ESTIMATE
        || value.is_decisive() && number <= Value::win(0).millilogits();
    is_valid.then_some(value)
}

impl Node {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + MOVE_BYTES * self.moves.len());
        bytes.extend(self.visits.to_le_bytes());
        bytes.extend(self.provenance.to_le_bytes());
        bytes.extend(deviation_to_bits(self.best_deviation).to_le_bytes());
        bytes.extend(self.correction.to_le_bytes());
        for book_move in &self.moves {
            bytes.extend(move_to_bytes(book_move.mv));
            bytes.extend(book_move.parent_estimate.to_bits().to_le_bytes());
            bytes.extend(book_move.visits.to_le_bytes());
        }
        bytes
    }

    /// Decodes the node of a position, without its value; `None` if the bytes are invalid.
    pub(crate) fn from_bytes(key: &BookKey, bytes: &[u8]) -> Option<Self> {
        let position = key.position()?;
        let is_old = bytes.len() % MOVE_BYTES == OLD_HEADER_BYTES % MOVE_BYTES;
        let header_bytes = if is_old {
            OLD_HEADER_BYTES
        } else {
            HEADER_BYTES
        };
        let (header, moves) = bytes.split_at_checked(header_bytes)?;
        let (visits, rest) = header.split_first_chunk()?;
        let (provenance, rest) = rest.split_first_chunk()?;
        let (deviation, correction) = rest.split_first_chunk()?;
        let correction = match correction {
            [] => 0,
            bytes => i32::from_le_bytes(bytes.try_into().ok()?),
        };
        let moves = moves.chunks(MOVE_BYTES).map(|bytes| {
            let (squares, rest) = bytes.split_first_chunk()?;
            let (estimate, visits) = rest.split_first_chunk()?;
            let mv = move_from_bytes(*squares)?;
            Some(BookMove {
                mv,
                child: BookKey::after(&position, mv)?,
                parent_estimate: value_from_bits(u16::from_le_bytes(*estimate))?,
                visits: u64::from_le_bytes(visits.try_into().ok()?),
            })
        });
        Some(Self {
            position,
            moves: moves.collect::<Option<_>>()?,
            best_deviation: deviation_from_bits(u16::from_le_bytes(*deviation))?,
            correction,
            visits: u64::from_le_bytes(*visits),
            provenance: u32::from_le_bytes(*provenance),
            value: Value::DRAW,
        })
    }
}
