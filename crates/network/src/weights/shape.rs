//! How large a network is.

use serde::Deserialize;

use super::WeightsError;
use crate::planes::PLANES;

/// Embeddings of a square that the policy uses.
pub(crate) const EMBEDDINGS: usize = 5;

/// The numbers that the value head ends with.
pub(crate) const VALUES: usize = 2;

/// The sizes of a network's parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub struct Shape {
    /// Residual blocks.
    pub blocks: usize,
    /// Channels of the tower.
    pub channels: usize,
    /// Numbers in each of the five embeddings of a square.
    pub embedding: usize,
    /// Channels that the value head takes the mean of.
    pub value_channels: usize,
    /// Neurons of the value head's hidden layer.
    pub value_hidden: usize,
}

impl Shape {
    /// Checks that the network is one that can be run.
    ///
    /// # Errors
    /// If a size is out of range.
    pub fn check(&self) -> Result<(), WeightsError> {
        let rules: [(&'static str, usize, bool, &'static str); 5] = [
            (
                "blocks",
                self.blocks,
                (1..=64).contains(&self.blocks),
                "1 to 64",
            ),
            (
                "channels",
                self.channels,
                matches!(self.channels, 32 | 64 | 96 | 128),
                "32, 64, 96 or 128",
            ),
            (
                "embedding",
                self.embedding,
                (1..=128).contains(&self.embedding),
                "1 to 128",
            ),
            (
                "value channels",
                self.value_channels,
                (1..=256).contains(&self.value_channels),
                "1 to 256",
            ),
            (
                "value hidden",
                self.value_hidden,
                (1..=1024).contains(&self.value_hidden),
                "1 to 1024",
            ),
        ];
        for (name, found, fits, expected) in rules {
            if !fits {
                return Err(WeightsError::Shape {
                    name,
                    found,
                    expected,
                });
            }
        }
        Ok(())
    }

    /// The bytes of a file's tensors.
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
            + convolution(channels, EMBEDDINGS * self.embedding, 1)
            + convolution(channels, self.value_channels, 1)
            + floats(channels + 1)
            + floats((self.value_channels + 1) * self.value_hidden)
            + floats((self.value_hidden + 1) * VALUES)
    }
}
