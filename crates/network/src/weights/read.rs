//! From bytes to quantised weights.

use super::shape::{EMBEDDINGS, VALUES};
use super::{
    BlockWeights, ConvolutionWeights, LinearWeights, MAGIC, Shape, VERSION, Weights, WeightsError,
    begins_with, checksum, wrong_beginning,
};
use crate::planes::PLANES;

/// The largest provenance that is believed.
const MAX_PROVENANCE: usize = 1 << 16;

/// Takes bytes off the front. What it is asked for has been checked to be there.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The length of the whole file, for messages.
    total: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], WeightsError> {
        let (taken, rest) =
            self.bytes
                .split_at_checked(count)
                .ok_or_else(|| WeightsError::CutShort {
                    found: self.total,
                    expected: self.total - self.bytes.len() + count,
                })?;
        self.bytes = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn number(&mut self) -> Result<usize, WeightsError> {
        Ok(u32::from_le_bytes(self.array()?) as usize)
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>, WeightsError> {
        floats(self.take(count * size_of::<f32>())?)
    }

    fn convolution(
        &mut self,
        inputs: usize,
        outputs: usize,
        side: usize,
    ) -> Result<ConvolutionWeights, WeightsError> {
        let weights = self.take(outputs * inputs * side * side)?;
        Ok(ConvolutionWeights {
            inputs,
            side,
            weights: weights.iter().map(|&byte| byte.cast_signed()).collect(),
            scale: self.floats(outputs)?,
            bias: self.floats(outputs)?,
        })
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Result<LinearWeights, WeightsError> {
        Ok(LinearWeights {
            inputs,
            weights: self.floats(outputs * inputs)?,
            bias: self.floats(outputs)?,
        })
    }

    fn shape(&mut self) -> Result<Shape, WeightsError> {
        let shape = Shape {
            blocks: self.number()?,
            channels: self.number()?,
            embedding: self.number()?,
            value_channels: self.number()?,
            value_hidden: self.number()?,
        };
        shape.check()?;
        Ok(shape)
    }

    fn block(&mut self, channels: usize) -> Result<BlockWeights, WeightsError> {
        Ok(BlockWeights {
            first: self.convolution(channels, channels, 3)?,
            context: self.floats(channels * channels)?,
            second: self.convolution(channels, channels, 3)?,
            input_scale: self.floats(channels)?,
            hidden_scale: self.floats(channels)?,
        })
    }
}

impl Weights {
    /// Reads the bytes of a weights file.
    ///
    /// # Errors
    /// If they are anything but a whole, undamaged weights file of a network that can be run.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut reader = Reader {
            bytes,
            total: bytes.len(),
        };
        if !begins_with(bytes, MAGIC) {
            return Err(wrong_beginning(bytes, "a quantised one"));
        }
        reader.take(MAGIC.len())?;
        let version = u32::from_le_bytes(reader.array()?);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        let expected_checksum = u64::from_le_bytes(reader.array()?);
        let rest = reader.bytes;
        // The length is judged before the checksum, so that a file cut short is called that; a
        // damaged length or shape is found by the checksum below, for it makes no sense either.
        let length = Self::length(&mut reader);
        if let Ok((_, _, expected)) = length
            && reader.bytes.len() < expected
        {
            return Err(WeightsError::CutShort {
                found: bytes.len(),
                expected: bytes.len() - reader.bytes.len() + expected,
            });
        }
        if checksum(rest) != expected_checksum {
            return Err(length
                .err()
                .filter(is_cut_short)
                .unwrap_or(WeightsError::Damaged));
        }
        let (shape, provenance, expected) = length?;
        if reader.bytes.len() > expected {
            return Err(WeightsError::TooLong(reader.bytes.len() - expected));
        }
        let channels = shape.channels;
        Ok(Self {
            shape,
            provenance,
            stem: reader.convolution(PLANES, channels, 3)?,
            blocks: (0..shape.blocks)
                .map(|_| reader.block(channels))
                .collect::<Result<_, _>>()?,
            final_scale: reader.floats(channels)?,
            policy: reader.convolution(channels, EMBEDDINGS * shape.embedding, 1)?,
            value_squares: reader.convolution(channels, shape.value_channels, 1)?,
            ownership: reader.linear(channels, 1)?,
            value_hidden: reader.linear(shape.value_channels, shape.value_hidden)?,
            value_out: reader.linear(shape.value_hidden, VALUES)?,
        })
    }

    /// The shape and the provenance, and how many bytes should follow them.
    fn length(reader: &mut Reader) -> Result<(Shape, String, usize), WeightsError> {
        let shape = reader.shape()?;
        let length = reader.number()?;
        if length > MAX_PROVENANCE {
            return Err(WeightsError::Shape {
                name: "the length of the provenance",
                found: length,
                expected: "at most 65536",
            });
        }
        let provenance = std::str::from_utf8(reader.take(length)?)
            .map_err(|_| WeightsError::Provenance)?
            .to_owned();
        Ok((shape, provenance, shape.tensor_bytes()))
    }
}

/// Numbers of 32 bits, all finite.
pub(super) fn floats(bytes: &[u8]) -> Result<Vec<f32>, WeightsError> {
    let (chunks, _) = bytes.as_chunks();
    let floats: Vec<f32> = chunks
        .iter()
        .map(|&bytes| f32::from_le_bytes(bytes))
        .collect();
    if floats.iter().all(|number| number.is_finite()) {
        Ok(floats)
    } else {
        Err(WeightsError::NotFinite)
    }
}

fn is_cut_short(error: &WeightsError) -> bool {
    matches!(error, WeightsError::CutShort { .. })
}
