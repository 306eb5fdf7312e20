//! The residual tower: from the input planes to the input of the heads.
//!
//! The residual stream stays in 32-bit floats; only inputs of convolutions are quantized (see
//! [`activation`](crate::activation)), with one scale per channel. Float operations outside the
//! kernels are elementwise, in a fixed order and not fused, so the results for `u8` activations are
//! bit-identical between kernels.

use crate::activation::Activation;
use crate::attention::{Attention, amazon_squares};
use crate::board::{SIDE, SQUARES};
use crate::convolution::{CHANNEL_BLOCK, Convolution, to_channel_blocks};
use crate::kernel::ConvolutionKernel;
use crate::planes::{PLANES, Planes};
use crate::weights::{BlockWeights, NetworkWeights};

/// Factor from a sum over the board to the mean.
pub(crate) const INV_SQUARES: f32 = 1.0 / SQUARES as f32;

/// [`CHANNEL_BLOCK`] adjacent channels of one square.
pub(crate) type ChannelBlock<N> = [N; CHANNEL_BLOCK];

/// A residual block; see [`BlockWeights`].
#[derive(Clone, Debug)]
struct ResidualBlock<N: Activation> {
    first: Convolution<N>,
    /// Matrix `[input channel][output channel block]`, applied to the mean of the residual stream.
    global_context: Vec<ChannelBlock<f32>>,
    second: Convolution<N>,
    /// Scale of the input of `first`.
    input_scale: Vec<ChannelBlock<f32>>,
    /// Scale of the input of `second`.
    hidden_scale: Vec<ChannelBlock<f32>>,
    attention: Option<Attention<N>>,
}

impl<N: Activation> ResidualBlock<N> {
    fn new(weights: &BlockWeights<N::Weight>) -> Self {
        Self {
            first: Convolution::new(&weights.first),
            global_context: to_columns(&weights.context, weights.input_scale.len()),
            second: Convolution::new(&weights.second),
            input_scale: to_channel_blocks(&weights.input_scale),
            hidden_scale: to_channel_blocks(&weights.hidden_scale),
            attention: weights.attention.as_ref().map(Attention::new),
        }
    }

    /// Runs the block without attention; quantizes its output with `next_scale`.
    #[inline(always)]
    fn forward<K: ConvolutionKernel>(
        &self,
        kernel: K,
        next_scale: &[ChannelBlock<f32>],
        activations: &mut Activations<N>,
    ) {
        let Activations {
            residual,
            output,
            hidden,
            channel_sums,
            bias,
            ..
        } = activations;
        let channel_blocks = next_scale.len();
        let Self { first, second, .. } = self;
        self.compute_first_bias(channel_sums, bias);
        first.run(kernel, output.as_flattened(), |channel_block, row, tile| {
            let (scale, bias) = (first.scale[channel_block], bias[channel_block]);
            let next = self.hidden_scale[channel_block];
            let hidden = row_mut(hidden, channel_blocks, channel_block, row);
            for (sums, hidden) in tile.iter().zip(hidden) {
                *hidden = quantize(&dequantize::<N>(sums, &scale, &bias), &next);
            }
        });
        channel_sums.fill([0.0; CHANNEL_BLOCK]);
        second.run(kernel, hidden.as_flattened(), |channel_block, row, tile| {
            let (scale, bias) = (second.scale[channel_block], second.bias[channel_block]);
            let (next, mut total) = (next_scale[channel_block], channel_sums[channel_block]);
            let residual = row_mut(residual, channel_blocks, channel_block, row);
            let output = row_mut(output, channel_blocks, channel_block, row);
            for ((sums, residual), output) in tile.iter().zip(residual).zip(output) {
                let value = relu(add(*residual, &dequantize::<N>(sums, &scale, &bias)));
                *residual = value;
                total = add(total, &value);
                *output = quantize(&value, &next);
            }
            channel_sums[channel_block] = total;
        });
    }

    /// Writes the bias of the first convolution for this position to `bias`: the trained bias plus
    /// the global context, which depends on the mean of the residual stream.
    #[inline(always)]
    fn compute_first_bias(
        &self,
        channel_sums: &[ChannelBlock<f32>],
        bias: &mut [ChannelBlock<f32>],
    ) {
        let channel_blocks = bias.len();
        for (channel_block, bias) in bias.iter_mut().enumerate() {
            // A local variable, because it stays in registers.
            let mut sums = self.first.bias[channel_block];
            let columns = self.global_context[channel_block..]
                .iter()
                .step_by(channel_blocks);
            for (&total, column) in channel_sums.as_flattened().iter().zip(columns) {
                let mean = total * INV_SQUARES;
                for index in 0..CHANNEL_BLOCK {
                    sums[index] += mean * column[index];
                }
            }
            *bias = sums;
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Tower<N: Activation> {
    stem: Convolution<N>,
    blocks: Vec<ResidualBlock<N>>,
    /// Scale of the input of the policy and value heads.
    final_scale: Vec<ChannelBlock<f32>>,
}

/// Buffers of one forward pass; the channels of a square are adjacent.
#[derive(Clone, Debug)]
pub(crate) struct Activations<N> {
    input: Vec<[N; PLANES]>,
    /// The residual stream; after the last block, input of the ownership head.
    pub residual: Vec<ChannelBlock<f32>>,
    /// The quantized residual stream, input of the next block; after the last block, input of the
    /// policy and value heads.
    pub output: Vec<ChannelBlock<N>>,
    /// Quantized output of a block's first convolution; between blocks, input of attention.
    pub hidden: Vec<ChannelBlock<N>>,
    /// Queries, keys and values of a row of squares.
    pub qkv: Vec<ChannelBlock<f32>>,
    /// Sums of the residual stream over the board.
    pub channel_sums: Vec<ChannelBlock<f32>>,
    /// Bias of a block's first convolution, with global context.
    bias: Vec<ChannelBlock<f32>>,
}

impl<N: Activation> Activations<N> {
    pub fn new(channels: usize) -> Self {
        let channel_blocks = channels / CHANNEL_BLOCK;
        Self {
            input: vec![[N::default(); PLANES]; SQUARES],
            residual: vec![[0.0; CHANNEL_BLOCK]; SQUARES * channel_blocks],
            output: vec![[N::default(); CHANNEL_BLOCK]; SQUARES * channel_blocks],
            hidden: vec![[N::default(); CHANNEL_BLOCK]; SQUARES * channel_blocks],
            qkv: vec![[0.0; CHANNEL_BLOCK]; SIDE * 3 * channel_blocks],
            channel_sums: vec![[0.0; CHANNEL_BLOCK]; channel_blocks],
            bias: vec![[0.0; CHANNEL_BLOCK]; channel_blocks],
        }
    }
}

/// A matrix `[output][input]` as `[input][output channel block]`.
pub(crate) fn to_columns(matrix: &[f32], inputs: usize) -> Vec<ChannelBlock<f32>> {
    (0..inputs)
        .flat_map(|input| {
            let column = matrix.iter().skip(input).step_by(inputs);
            to_channel_blocks(&column.copied().collect::<Vec<f32>>())
        })
        .collect()
}

// Loops instead of `array::from_fn`: where that is not inlined, it is compiled without the kernel's
// target features.

/// Scales floats, applies ReLU and converts them to inputs of a convolution.
#[inline(always)]
pub(crate) fn quantize<N: Activation>(
    values: &ChannelBlock<f32>,
    scale: &ChannelBlock<f32>,
) -> ChannelBlock<N> {
    let mut inputs = [N::default(); CHANNEL_BLOCK];
    for index in 0..CHANNEL_BLOCK {
        inputs[index] = N::relu(values[index] * scale[index]);
    }
    inputs
}

/// Converts accumulators of a convolution to floats and adds the bias.
#[inline(always)]
pub(crate) fn dequantize<N: Activation>(
    sums: &ChannelBlock<N::Sum>,
    scale: &ChannelBlock<f32>,
    bias: &ChannelBlock<f32>,
) -> ChannelBlock<f32> {
    let mut values = [0.0; CHANNEL_BLOCK];
    for index in 0..CHANNEL_BLOCK {
        values[index] = N::sum_to_f32(sums[index]) * scale[index] + bias[index];
    }
    values
}

#[inline(always)]
pub(crate) fn add(mut left: ChannelBlock<f32>, right: &ChannelBlock<f32>) -> ChannelBlock<f32> {
    for index in 0..CHANNEL_BLOCK {
        left[index] += right[index];
    }
    left
}

#[inline(always)]
pub(crate) fn relu(mut values: ChannelBlock<f32>) -> ChannelBlock<f32> {
    for value in &mut values {
        *value = value.max(0.0);
    }
    values
}

impl<N: Activation> Tower<N> {
    pub fn new(weights: &NetworkWeights<N::Weight>) -> Self {
        Self {
            stem: Convolution::new(&weights.stem),
            blocks: weights.blocks.iter().map(ResidualBlock::new).collect(),
            final_scale: to_channel_blocks(&weights.final_scale),
        }
    }

    /// Runs the tower; the input of the heads is left in `activations`.
    // Scales and sums are copied once per row, so that they are not reloaded for every square.
    #[inline(always)]
    pub fn forward<K: ConvolutionKernel>(
        &self,
        kernel: K,
        planes: &Planes,
        activations: &mut Activations<N>,
    ) {
        let Activations {
            input,
            residual,
            output,
            channel_sums,
            ..
        } = activations;
        let channel_blocks = self.final_scale.len();
        // Outputs of the stem and of each block are quantized with the input scale of what follows.
        let mut next_scales = self
            .blocks
            .iter()
            .map(|block| &block.input_scale)
            .chain([&self.final_scale]);
        let mut next_scale = || next_scales.next().unwrap_or(&self.final_scale);

        let plane_values = planes.as_flattened().iter();
        for (activation, &plane_value) in input.as_flattened_mut().iter_mut().zip(plane_values) {
            *activation = N::from_plane(plane_value);
        }
        let next = next_scale();
        channel_sums.fill([0.0; CHANNEL_BLOCK]);
        self.stem
            .run(kernel, input.as_flattened(), |channel_block, row, tile| {
                let scale = self.stem.scale[channel_block];
                let bias = self.stem.bias[channel_block];
                let (next, mut total) = (next[channel_block], channel_sums[channel_block]);
                let residual = row_mut(residual, channel_blocks, channel_block, row);
                let output = row_mut(output, channel_blocks, channel_block, row);
                for ((sums, residual), output) in tile.iter().zip(residual).zip(output) {
                    let value = relu(dequantize::<N>(sums, &scale, &bias));
                    *residual = value;
                    total = add(total, &value);
                    *output = quantize(&value, &next);
                }
                channel_sums[channel_block] = total;
            });
        let amazons = amazon_squares(planes);
        for block in &self.blocks {
            let next = next_scale();
            block.forward(kernel, next, activations);
            if let Some(attention) = &block.attention {
                attention.forward(kernel, &amazons, next, activations);
            }
        }
    }
}

/// One channel block of each square of a row of the board; `blocks` is `[square][channel block]`.
#[inline(always)]
pub(crate) fn row_mut<T>(
    blocks: &mut [T],
    channel_blocks: usize,
    channel_block: usize,
    row: usize,
) -> impl Iterator<Item = &mut T> {
    let row = &mut blocks[row * SIDE * channel_blocks..][..SIDE * channel_blocks];
    row[channel_block..].iter_mut().step_by(channel_blocks)
}
