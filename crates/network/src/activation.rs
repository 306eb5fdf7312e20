//! Activation types: `u8` (quantized) and `f32`.
//!
//! Everything around the kernels is generic over them. `u8` is bit-identical between kernels;
//! `f32`, the reference for quantization, differs in the last digit.

use std::fmt::Debug;

use crate::convolution::{OUTPUTS_PER_LINE, Tile, WeightLine};
use crate::kernel::{ByteLine, ConvolutionKernel, FloatLine, INPUTS_PER_GROUP, TileInput};
use crate::planes::PLANE_ONE;

const MAX_ACTIVATION: f32 = u8::MAX as f32;

/// 1.5·2²³: adding it rounds to the nearest integer in the low mantissa bits.
const ROUND_MAGIC: f32 = 12_582_912.0;

/// Input type of a convolution.
pub(crate) trait Activation: Copy + Default + PartialEq + Debug + 'static {
    type Weight: Copy + Default;

    /// Accumulator.
    type Sum: Copy;

    /// One cache line of weights.
    type WeightLine: Clone + Debug;

    /// Number of input channels whose weights are adjacent.
    const INPUTS_PER_GROUP: usize;

    /// Weights of one group of inputs, by output and input.
    fn weight_line(weight: impl Fn(usize, usize) -> Self::Weight) -> Self::WeightLine;

    /// Converts a value of an input plane.
    fn from_plane(plane: u8) -> Self;

    /// ReLU and conversion to the activation type.
    fn relu(value: f32) -> Self;

    fn sum_to_f32(sum: Self::Sum) -> f32;

    /// Computes a tile; see [`ConvolutionKernel`].
    fn tile<K: ConvolutionKernel, const CHANNELS: usize, const KERNEL_SIZE: usize>(
        kernel: K,
        input: TileInput<Self::WeightLine, Self>,
    ) -> Tile<Self::Sum>;
}

impl Activation for u8 {
    type Weight = i8;
    type Sum = i32;
    type WeightLine = ByteLine;

    const INPUTS_PER_GROUP: usize = INPUTS_PER_GROUP;

    fn weight_line(weight: impl Fn(usize, usize) -> i8) -> Self::WeightLine {
        weight_line(weight)
    }

    #[inline(always)]
    fn from_plane(plane: u8) -> Self {
        plane
    }

    #[inline(always)]
    fn relu(value: f32) -> Self {
        (value.clamp(0.0, MAX_ACTIVATION) + ROUND_MAGIC).to_bits() as u8
    }

    #[inline(always)]
    fn sum_to_f32(sum: i32) -> f32 {
        sum as f32
    }

    #[inline(always)]
    fn tile<K: ConvolutionKernel, const CHANNELS: usize, const KERNEL_SIZE: usize>(
        kernel: K,
        input: TileInput<Self::WeightLine, Self>,
    ) -> Tile<i32> {
        kernel.tile::<CHANNELS, KERNEL_SIZE>(input)
    }
}

impl Activation for f32 {
    type Weight = f32;
    type Sum = f32;
    type WeightLine = FloatLine;

    const INPUTS_PER_GROUP: usize = 1;

    fn weight_line(weight: impl Fn(usize, usize) -> f32) -> Self::WeightLine {
        weight_line(weight)
    }

    #[inline(always)]
    fn from_plane(plane: u8) -> Self {
        Self::from(plane) / Self::from(PLANE_ONE)
    }

    #[inline(always)]
    fn relu(value: f32) -> Self {
        value.max(0.0)
    }

    #[inline(always)]
    fn sum_to_f32(sum: f32) -> f32 {
        sum
    }

    #[inline(always)]
    fn tile<K: ConvolutionKernel, const CHANNELS: usize, const KERNEL_SIZE: usize>(
        kernel: K,
        input: TileInput<Self::WeightLine, Self>,
    ) -> Tile<f32> {
        kernel.float_tile::<CHANNELS, KERNEL_SIZE>(input)
    }
}

fn weight_line<W, const INPUTS_PER_GROUP: usize>(
    weight: impl Fn(usize, usize) -> W,
) -> WeightLine<W, INPUTS_PER_GROUP> {
    WeightLine(std::array::from_fn::<_, OUTPUTS_PER_LINE, _>(|output| {
        std::array::from_fn(|input| weight(output, input))
    }))
}
