//! Value, margin and ownership heads.

use crate::activation::Activation;
use crate::board::SQUARES;
use crate::convolution::{CHANNEL_BLOCK, Convolution};
use crate::kernel::ConvolutionKernel;
use crate::math::tanh;
use crate::tower::{Activations, ChannelBlock, INV_SQUARES, add, dequantize, relu};
use crate::weights::{LinearWeights, NetworkWeights};

/// The margin output is in tens of squares.
const SQUARES_PER_MARGIN_UNIT: f32 = 10.0;

#[derive(Clone, Debug)]
pub(crate) struct ValueHeads<N: Activation> {
    value_squares: Convolution<N>,
    hidden: LinearWeights,
    out: LinearWeights,
    ownership: LinearWeights,
}

pub(crate) struct HeadOutputs {
    pub win_logit: f32,
    pub expected_margin: f32,
    pub ownership: [f32; SQUARES],
}

impl<N: Activation> ValueHeads<N> {
    pub fn new(weights: &NetworkWeights<N::Weight>) -> Self {
        Self {
            value_squares: Convolution::new(&weights.value_squares),
            hidden: weights.value_hidden.clone(),
            out: weights.value_out.clone(),
            ownership: weights.ownership.clone(),
        }
    }

    /// Computes all outputs from the tower's activations.
    #[inline(always)]
    pub fn forward<K: ConvolutionKernel>(
        &self,
        kernel: K,
        activations: &Activations<N>,
    ) -> HeadOutputs {
        let pooled = self.mean_pool(kernel, activations);
        let mut hidden = linear(&self.hidden, pooled.as_flattened());
        for number in &mut hidden {
            *number = number.max(0.0);
        }
        let out = linear(&self.out, &hidden);
        let [win_logit, margin] = [out[0], out[1]];
        HeadOutputs {
            win_logit,
            expected_margin: margin * SQUARES_PER_MARGIN_UNIT,
            ownership: self.ownership(activations),
        }
    }

    /// Mean over the board of the value head's channels.
    #[inline(always)]
    fn mean_pool<K: ConvolutionKernel>(
        &self,
        kernel: K,
        activations: &Activations<N>,
    ) -> Vec<ChannelBlock<f32>> {
        let convolution = &self.value_squares;
        let mut pooled = vec![[0.0; CHANNEL_BLOCK]; convolution.scale.len()];
        let input = activations.output.as_flattened();
        convolution.run(kernel, input, |channel_block, _, tile| {
            let scale = convolution.scale[channel_block];
            let bias = convolution.bias[channel_block];
            let mut total = pooled[channel_block];
            for sums in tile {
                total = add(total, &relu(dequantize::<N>(sums, &scale, &bias)));
            }
            pooled[channel_block] = total;
        });
        for number in pooled.as_flattened_mut() {
            *number *= INV_SQUARES;
        }
        pooled
    }

    #[inline(always)]
    fn ownership(&self, activations: &Activations<N>) -> [f32; SQUARES] {
        let channels = self.ownership.inputs;
        let bias = self.ownership.bias[0];
        let mut owners = [0.0; SQUARES];
        for (owner, values) in owners
            .iter_mut()
            .zip(activations.residual.as_flattened().chunks_exact(channels))
        {
            *owner = dot(values, &self.ownership.weights) + bias;
        }
        // A separate loop is vectorized.
        for owner in &mut owners {
            *owner = tanh(*owner);
        }
        owners
    }
}

/// A matrix times the first elements of a vector, plus the bias.
#[inline(always)]
fn linear(layer: &LinearWeights, input: &[f32]) -> Vec<f32> {
    let mut outputs = layer.bias.clone();
    for (output, row) in outputs
        .iter_mut()
        .zip(layer.weights.chunks_exact(layer.inputs))
    {
        *output += dot(&input[..layer.inputs], row);
    }
    outputs
}

/// Dot product in a fixed order: sixteen partial sums (the width of the widest registers), then a
/// tree of additions.
#[inline(always)]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    let (left_chunks, left_rest) = left.as_chunks::<LANES>();
    let (right_chunks, right_rest) = right.as_chunks::<LANES>();
    for (left, right) in left_chunks.iter().zip(right_chunks) {
        for lane in 0..LANES {
            sums[lane] += left[lane] * right[lane];
        }
    }
    for (lane, (left, right)) in left_rest.iter().zip(right_rest).enumerate() {
        sums[lane] += left * right;
    }
    horizontal_sum(sums)
}

/// Sum of sixteen numbers by halving.
#[inline(always)]
pub(crate) fn horizontal_sum(sums: [f32; 16]) -> f32 {
    let eight: [f32; 8] = add_halves(&sums);
    let four: [f32; 4] = add_halves(&eight);
    let [first, second] = add_halves(&four);
    first + second
}

#[inline(always)]
fn add_halves<const HALF: usize>(numbers: &[f32]) -> [f32; HALF] {
    let mut sums = [0.0; HALF];
    for lane in 0..HALF {
        sums[lane] = numbers[lane] + numbers[lane + HALF];
    }
    sums
}
