//! Policy head: five embeddings per square, and the scores of steps and arrows.
//!
//! The score of a step is from\[from\] · to\[to\]. The score of an arrow after it is
//! (arrow_query_to\[to\] + arrow_query_from\[from\]) · arrow_key\[square\]. Both are divided by the
//! square root of the embedding size.

use crate::activation::Activation;
use crate::board::SQUARES;
use crate::convolution::{CHANNEL_BLOCK, Convolution};
use crate::kernel::ConvolutionKernel;
use crate::tower::{ChannelBlock, dequantize, row_mut};
use crate::value_head::dot;
use crate::weights::NetworkWeights;

/// Number of squares, rounded up to whole registers.
pub(crate) const LANES: usize = SQUARES.next_multiple_of(16);

#[derive(Clone, Debug)]
pub(crate) struct PolicyHead<N: Activation> {
    convolution: Convolution<N>,
    embedding: usize,
}

/// Embeddings of all squares of a position.
#[derive(Clone, Debug)]
pub(crate) struct Embeddings {
    size: usize,
    /// Factor of dot products.
    scale: f32,
    /// `[square][role][number]`, padded to whole channel blocks.
    squares: Vec<[f32; CHANNEL_BLOCK]>,
    /// The arrow keys transposed: `[number][square]`.
    arrow_keys: Vec<[f32; LANES]>,
}

/// Roles of the five embeddings, in the order of the convolution's outputs.
#[derive(Clone, Copy)]
enum EmbeddingRole {
    From,
    To,
    ArrowQueryTo,
    ArrowQueryFrom,
    ArrowKey,
}

impl<N: Activation> PolicyHead<N> {
    pub fn new(weights: &NetworkWeights<N::Weight>) -> Self {
        Self {
            convolution: Convolution::new(&weights.policy),
            embedding: weights.shape.embedding,
        }
    }

    /// Computes the embeddings from the tower's output.
    #[inline(always)]
    pub fn forward<K: ConvolutionKernel>(
        &self,
        kernel: K,
        tower_output: &[ChannelBlock<N>],
    ) -> Embeddings {
        let convolution = &self.convolution;
        let channel_blocks = convolution.scale.len();
        let mut squares = vec![[0.0; CHANNEL_BLOCK]; SQUARES * channel_blocks];
        let input = tower_output.as_flattened();
        convolution.run(kernel, input, |channel_block, row, tile| {
            let scale = convolution.scale[channel_block];
            let bias = convolution.bias[channel_block];
            let squares = row_mut(&mut squares, channel_blocks, channel_block, row);
            for (sums, square) in tile.iter().zip(squares) {
                *square = dequantize::<N>(sums, &scale, &bias);
            }
        });
        let mut embeddings = Embeddings {
            size: self.embedding,
            scale: 1.0 / (self.embedding as f32).sqrt(),
            squares,
            arrow_keys: vec![[0.0; LANES]; self.embedding],
        };
        for square in 0..SQUARES {
            for number in 0..self.embedding {
                embeddings.arrow_keys[number][square] =
                    embeddings.get(square, EmbeddingRole::ArrowKey)[number];
            }
        }
        embeddings
    }
}

impl Embeddings {
    #[inline(always)]
    fn get(&self, square: usize, role: EmbeddingRole) -> &[f32] {
        let width = self.squares.len() / SQUARES * CHANNEL_BLOCK;
        let start = square * width + role as usize * self.size;
        &self.squares.as_flattened()[start..start + self.size]
    }

    #[inline(always)]
    pub fn step_score(&self, from: usize, to: usize) -> f32 {
        let [from, to] = [
            self.get(from, EmbeddingRole::From),
            self.get(to, EmbeddingRole::To),
        ];
        dot(from, to) * self.scale
    }

    /// Scores of arrows to all squares after a step, legal or not.
    #[inline(always)]
    pub fn arrow_scores(&self, from: usize, to: usize) -> [f32; LANES] {
        let mut scores = [0.0; LANES];
        let query_to = self.get(to, EmbeddingRole::ArrowQueryTo);
        let query_from = self.get(from, EmbeddingRole::ArrowQueryFrom);
        for ((keys, to), from) in self.arrow_keys.iter().zip(query_to).zip(query_from) {
            let query = (to + from) * self.scale;
            for (score, key) in scores.iter_mut().zip(keys) {
                *score += query * key;
            }
        }
        scores
    }
}
