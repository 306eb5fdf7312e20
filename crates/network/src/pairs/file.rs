//! Reading the file that `training/export_pairs.py` describes and writes.

use std::io;

use thiserror::Error;

use super::features::FEATURES;
use super::layers::{Layer, Layers};
use super::sums::Table;
use super::{HIDDEN, PairNetwork, WIDTH};

const MAGIC: [u8; 8] = *b"THMDPAIR";
const VERSION: u32 = 1;

/// The largest provenance that is believed.
const MAX_PROVENANCE: usize = 1 << 16;

/// Rows are cut to this in training, so that no sum over a board leaves 16 bits.
const LARGEST_ROW: u16 = 300;

/// The output's sum stays within 32 bits if no weight is larger.
const LARGEST_OUT: u32 = 1 << 17;

/// Why some bytes are not a network of distance pairs that this program can use.
#[derive(Debug, Error)]
pub enum PairsError {
    /// The file could not be read at all.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// Another kind of file.
    #[error("this is not a network of distance pairs: it does not begin with THMDPAIR")]
    Foreign,
    /// A format that this program does not know.
    #[error(
        "the network of distance pairs has format version {0}, and this program reads version {VERSION}"
    )]
    Version(u32),
    /// The file ends too soon.
    #[error("the network of distance pairs is cut short: it has {0} bytes")]
    CutShort(usize),
    /// The file goes on after its end.
    #[error("the network of distance pairs has {0} bytes too many")]
    TooLong(usize),
    /// Something was changed.
    #[error("the network of distance pairs is damaged: its checksum does not fit")]
    Damaged,
    /// A size that this program cannot run.
    #[error("the network of distance pairs cannot be used: {name} is {found}, not {expected}")]
    Shape {
        /// The size in question.
        name: &'static str,
        /// What the file says.
        found: usize,
        /// What is possible.
        expected: usize,
    },
    /// A text that is not UTF-8.
    #[error("the provenance of the network of distance pairs is not text")]
    Provenance,
    /// A weight with which sums might overflow.
    #[error("the network of distance pairs holds a weight that is too large")]
    TooLarge,
}

/// Takes numbers off the front.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The length of the whole file, for messages.
    total: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], PairsError> {
        let (taken, rest) = self
            .bytes
            .split_at_checked(count)
            .ok_or(PairsError::CutShort(self.total))?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], PairsError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn number(&mut self) -> Result<i32, PairsError> {
        Ok(i32::from_le_bytes(self.array()?))
    }

    fn words(&mut self) -> Result<[i16; WIDTH], PairsError> {
        let mut words = [0; WIDTH];
        for word in &mut words {
            *word = i16::from_le_bytes(self.array()?);
            if word.unsigned_abs() > LARGEST_ROW {
                return Err(PairsError::TooLarge);
            }
        }
        Ok(words)
    }

    fn numbers(&mut self) -> Result<[i32; HIDDEN], PairsError> {
        let mut numbers = [0; HIDDEN];
        for number in &mut numbers {
            *number = self.number()?;
            if number.unsigned_abs() > LARGEST_OUT {
                return Err(PairsError::TooLarge);
            }
        }
        Ok(numbers)
    }

    fn layer(&mut self, inputs: usize) -> Result<Layer, PairsError> {
        let weights = self.take(inputs * HIDDEN)?;
        let weights: Vec<i8> = weights.iter().map(|byte| byte.cast_signed()).collect();
        Ok(Layer::new(&weights, self.numbers()?))
    }
}

impl PairNetwork {
    /// Whether a file begins like one of such a network.
    #[must_use]
    pub fn is_meant_by(bytes: &[u8]) -> bool {
        bytes.starts_with(&MAGIC)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are anything but a whole, undamaged file of such a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, PairsError> {
        let mut reader = Reader {
            bytes: bytes.strip_prefix(&MAGIC).ok_or(PairsError::Foreign)?,
            total: bytes.len(),
        };
        let version = u32::from_le_bytes(reader.array()?);
        if version != VERSION {
            return Err(PairsError::Version(version));
        }
        let wanted = u64::from_le_bytes(reader.array()?);
        let network = Self::read(&mut Reader { ..reader });
        // A file cut short is called that; any other nonsense is damage if the checksum says so.
        if !matches!(network, Err(PairsError::CutShort(_))) && checksum(reader.bytes) != wanted {
            return Err(PairsError::Damaged);
        }
        network
    }

    fn read(reader: &mut Reader) -> Result<Self, PairsError> {
        let sizes = [
            ("the number of features", FEATURES),
            ("the width of a row", WIDTH),
            ("the width of a layer", HIDDEN),
        ];
        for (name, expected) in sizes {
            let found = u32::from_le_bytes(reader.array()?) as usize;
            if found != expected {
                return Err(PairsError::Shape {
                    name,
                    found,
                    expected,
                });
            }
        }
        let length = u32::from_le_bytes(reader.array()?) as usize;
        let text = reader.take(length.min(MAX_PROVENANCE))?;
        let provenance = std::str::from_utf8(text).map_err(|_| PairsError::Provenance)?;
        let rows = (0..FEATURES)
            .map(|_| reader.words())
            .collect::<Result<Vec<_>, _>>()?;
        let table = Table::new(&rows, &reader.words()?);
        let layers = Layers {
            first: reader.layer(2 * WIDTH)?,
            second: reader.layer(HIDDEN)?,
            out: reader.numbers()?,
            out_bias: reader.number()?,
        };
        if !reader.bytes.is_empty() {
            return Err(PairsError::TooLong(reader.bytes.len()));
        }
        Ok(Self {
            provenance: provenance.to_owned(),
            table,
            layers,
        })
    }
}

/// FNV-1a: every single wrong byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
