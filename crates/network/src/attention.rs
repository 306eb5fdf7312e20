//! Multi-head attention among the squares with amazons.
//!
//! The queries, keys and values come from a convolution on the gathered squares, as if they were one
//! row of the board. The rest is in 32-bit floats, in a fixed order and not fused, so that results
//! for `u8` activations are bit-identical between kernels. Lanes of the vectors are the squares that
//! ask, so no operation crosses lanes.

use crate::activation::Activation;
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, Convolution, to_channel_blocks};
use crate::kernel::ConvolutionKernel;
use crate::math::exp;
use crate::planes::Planes;
use crate::tower::{Activations, ChannelBlock, add, dequantize, quantize, relu, to_columns};
use crate::weights::AttentionWeights;

const HEADS: usize = 4;

/// Maximum number of amazons that attend. Networks are trained with up to four per side.
const MAX_TOKENS: usize = 8;

const MAX_CHANNELS: usize = 128;

/// Number of tokens whose outputs are computed together, in registers.
const TOKENS_PER_PART: usize = 4;

const _: () = assert!(MAX_TOKENS <= SIDE && MAX_TOKENS.is_multiple_of(TOKENS_PER_PART));

/// One number for each token.
type Tokens = [f32; MAX_TOKENS];

/// An attention layer; see [`AttentionWeights`].
#[derive(Clone, Debug)]
pub(crate) struct Attention<N: Activation> {
    input_scale: Vec<ChannelBlock<f32>>,
    qkv: Convolution<N>,
    /// Matrix `[input channel][output channel block]`.
    out: Vec<ChannelBlock<f32>>,
    out_bias: Vec<ChannelBlock<f32>>,
}

/// Squares with amazons, in the order of the board; at most [`MAX_TOKENS`].
#[inline(always)]
pub(crate) fn amazon_squares(planes: &Planes) -> Vec<usize> {
    let amazons = planes.iter().enumerate();
    amazons
        .filter(|(_, square)| square[0] | square[1] != 0)
        .map(|(index, _)| index)
        .take(MAX_TOKENS)
        .collect()
}

/// Adds `factor · vector` to `sums`.
#[inline(always)]
fn add_product<const LENGTH: usize>(sums: &mut [f32; LENGTH], factor: f32, vector: &[f32; LENGTH]) {
    for index in 0..LENGTH {
        sums[index] += factor * vector[index];
    }
}

/// Softmax over the rows of every column.
#[inline(always)]
fn softmax(rows: &mut [Tokens]) {
    let mut max = [f32::NEG_INFINITY; MAX_TOKENS];
    for row in rows.iter() {
        for token in 0..MAX_TOKENS {
            max[token] = max[token].max(row[token]);
        }
    }
    let mut total = [0.0; MAX_TOKENS];
    for row in rows.iter_mut() {
        for token in 0..MAX_TOKENS {
            row[token] = exp(row[token] - max[token]);
            total[token] += row[token];
        }
    }
    for row in rows {
        for token in 0..MAX_TOKENS {
            row[token] /= total[token];
        }
    }
}

/// Mixes the values of all tokens for every token. `qkv` has the queries, keys and values of one
/// token after the other; the result is `[channel][token]`.
#[inline(always)]
fn mix(qkv: &[f32], channels: usize) -> [Tokens; MAX_CHANNELS] {
    let tokens = || qkv.chunks_exact(3 * channels);
    let width = channels / HEADS;
    let score_scale = 1.0 / (width as f32).sqrt();
    let mut mixed = [[0.0; MAX_TOKENS]; MAX_CHANNELS];
    for start in (0..channels).step_by(width) {
        let mut queries = [[0.0; MAX_TOKENS]; MAX_CHANNELS / HEADS];
        for (token, numbers) in tokens().enumerate() {
            for (query, number) in queries.iter_mut().zip(&numbers[start..][..width]) {
                query[token] = number * score_scale;
            }
        }
        // `[asked token][asking token]`.
        let mut weights = [[0.0; MAX_TOKENS]; MAX_TOKENS];
        for (scores, numbers) in weights.iter_mut().zip(tokens()) {
            let mut sums = [0.0; MAX_TOKENS];
            for (query, &key) in queries.iter().zip(&numbers[channels + start..][..width]) {
                add_product(&mut sums, key, query);
            }
            *scores = sums;
        }
        softmax(&mut weights[..tokens().len()]);
        for (channel, mixed) in mixed[start..][..width].iter_mut().enumerate() {
            let mut sums = [0.0; MAX_TOKENS];
            for (weights, numbers) in weights.iter().zip(tokens()) {
                add_product(&mut sums, numbers[2 * channels + start + channel], weights);
            }
            *mixed = sums;
        }
    }
    mixed
}

impl<N: Activation> Attention<N> {
    pub fn new(weights: &AttentionWeights<N::Weight>) -> Self {
        Self {
            input_scale: to_channel_blocks(&weights.input_scale),
            qkv: Convolution::new(&weights.qkv),
            out: to_columns(&weights.out.weights, weights.out.inputs),
            out_bias: to_channel_blocks(&weights.out.bias),
        }
    }

    /// Changes the residual stream on the given squares and quantizes it there with `next_scale`.
    #[inline(always)]
    pub fn forward<K: ConvolutionKernel>(
        &self,
        kernel: K,
        squares: &[usize],
        next_scale: &[ChannelBlock<f32>],
        activations: &mut Activations<N>,
    ) {
        let Activations {
            residual,
            output,
            hidden: tokens,
            qkv,
            channel_sums,
            ..
        } = activations;
        let channel_blocks = next_scale.len();
        let channels = channel_blocks * CHANNEL_BLOCK;
        for (token, &square) in squares.iter().enumerate() {
            for (channel_block, scale) in self.input_scale.iter().enumerate() {
                tokens[token * channel_blocks + channel_block] =
                    quantize(&residual[square * channel_blocks + channel_block], scale);
            }
        }
        self.qkv.run_rows(
            kernel,
            tokens.as_flattened(),
            0..1,
            |channel_block, _, tile| {
                let scale = self.qkv.scale[channel_block];
                let bias = self.qkv.bias[channel_block];
                let qkv = qkv[channel_block..].iter_mut().step_by(3 * channel_blocks);
                for (sums, qkv) in tile.iter().zip(qkv) {
                    *qkv = dequantize::<N>(sums, &scale, &bias);
                }
            },
        );
        let qkv = &qkv.as_flattened()[..squares.len() * 3 * channels];
        let mixed = mix(qkv, channels);
        for (channel_block, (bias, next)) in self.out_bias.iter().zip(next_scale).enumerate() {
            for (part, squares) in squares.chunks(TOKENS_PER_PART).enumerate() {
                let mut added = [*bias; TOKENS_PER_PART];
                let columns = self.out[channel_block..].iter().step_by(channel_blocks);
                for (mixed, column) in mixed.iter().zip(columns) {
                    let mixed = &mixed.as_chunks::<TOKENS_PER_PART>().0[part];
                    for token in 0..TOKENS_PER_PART {
                        add_product(&mut added[token], mixed[token], column);
                    }
                }
                for (&square, added) in squares.iter().zip(&added) {
                    let index = square * channel_blocks + channel_block;
                    let before = residual[index];
                    let after = relu(add(before, added));
                    residual[index] = after;
                    output[index] = quantize(&after, next);
                    let sums = &mut channel_sums[channel_block];
                    for channel in 0..CHANNEL_BLOCK {
                        sums[channel] += after[channel] - before[channel];
                    }
                }
            }
        }
    }
}
