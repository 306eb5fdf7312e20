//! Sizes of a network's layers.

use std::ops::RangeInclusive;

use serde::Deserialize;

use super::NetworkFileError;
use crate::planes::PLANES;

/// Number of embeddings of a square.
pub(crate) const EMBEDDINGS_PER_SQUARE: usize = 5;

/// Number of outputs of the value head.
pub(crate) const VALUE_OUTPUTS: usize = 2;

/// Sizes of a network's layers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct NetworkShape {
    /// Number of residual blocks.
    pub blocks: usize,
    /// Number of channels of the tower.
    pub channels: usize,
    /// Size of each of the five embeddings of a square.
    pub embedding: usize,
    /// Number of channels that the value head pools.
    pub value_channels: usize,
    /// Number of neurons in the value head's hidden layer.
    pub value_hidden: usize,
}

impl NetworkShape {
    /// Checks that the shape is supported.
    ///
    /// # Errors
    /// If a size is out of range.
    pub fn validate(&self) -> Result<(), NetworkFileError> {
        check_range("blocks", self.blocks, 1..=64)?;
        if !matches!(self.channels, 32 | 64 | 96 | 128) {
            return Err(NetworkFileError::UnsupportedShape {
                name: "channels",
                found: self.channels,
                expected: "32, 64, 96 or 128".to_owned(),
            });
        }
        check_range("embedding", self.embedding, 1..=128)?;
        check_range("value channels", self.value_channels, 1..=256)?;
        check_range("value hidden", self.value_hidden, 1..=1024)
    }

    /// Size of the tensors in a quantized file, in bytes.
    pub(super) fn tensor_bytes(&self) -> usize {
        let channels = self.channels;
        let convolution = |inputs: usize, outputs: usize, side: usize| {
            outputs * (inputs * side * side + 2 * size_of::<f32>())
        };
        let floats = |count: usize| count * size_of::<f32>();
        let block = 2 * convolution(channels, channels, 3)
            + floats(channels * channels)
            + 2 * floats(channels);
        convolution(PLANES, channels, 3)
            + self.blocks * block
            + floats(channels)
            + convolution(channels, EMBEDDINGS_PER_SQUARE * self.embedding, 1)
            + convolution(channels, self.value_channels, 1)
            + floats(channels + 1)
            + floats((self.value_channels + 1) * self.value_hidden)
            + floats((self.value_hidden + 1) * VALUE_OUTPUTS)
    }
}

fn check_range(
    name: &'static str,
    found: usize,
    range: RangeInclusive<usize>,
) -> Result<(), NetworkFileError> {
    if range.contains(&found) {
        return Ok(());
    }
    Err(NetworkFileError::UnsupportedShape {
        name,
        found,
        expected: format!("{} to {}", range.start(), range.end()),
    })
}
