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
    /// Attention among the amazons follows every so many blocks; 0 if there is none.
    #[serde(default)]
    pub attention_every: usize,
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
        check_range("value hidden", self.value_hidden, 1..=1024)?;
        check_range("attention every", self.attention_every, 0..=self.blocks)
    }

    /// Version of the quantized file format that can hold the network.
    pub(super) fn version(&self) -> u32 {
        if self.attention_every == 0 { 1 } else { 2 }
    }

    /// Whether attention follows the block with this number, counted from 0.
    pub(super) fn attention_follows(&self, block: usize) -> bool {
        self.attention_every > 0 && (block + 1).is_multiple_of(self.attention_every)
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
        let attention = floats(channels)
            + convolution(channels, 3 * channels, 1)
            + floats((channels + 1) * channels);
        let attention_layers = self.blocks.checked_div(self.attention_every).unwrap_or(0);
        convolution(PLANES, channels, 3)
            + attention_layers * attention
            + self.blocks * block
            + floats(channels)
            + convolution(channels, EMBEDDINGS_PER_SQUARE * self.embedding, 1)
            + convolution(channels, self.value_channels, 1)
            + floats(channels + 1)
            + floats((self.value_channels + 1) * self.value_hidden)
            + floats((self.value_hidden + 1) * VALUE_OUTPUTS)
    }
}

pub(super) fn check_range(
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
