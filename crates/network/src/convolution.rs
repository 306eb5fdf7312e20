//! A convolution with the weight layout of the kernels.
//!
//! Outputs are split into channel blocks of 32. A kernel computes one *tile* at a time: one channel
//! block on the ten squares of a row. Its sums stay in registers; the weights of a channel block,
//! 18 KB for 64 input channels, stay in the L1 cache for all ten rows. Taps outside the board are
//! skipped, which saves an eighth of the work.

use std::ops::Range;

use crate::activation::Activation;
use crate::board::SIDE;
use crate::kernel::{ConvolutionKernel, TileInput};
use crate::weights::ConvolutionWeights;

/// Number of channels in a block.
pub(crate) const CHANNEL_BLOCK: usize = 32;

/// Number of outputs whose weights share a cache line.
pub(crate) const OUTPUTS_PER_LINE: usize = CHANNEL_BLOCK / 2;

/// Sums of one channel block of outputs on one row.
pub(crate) type Tile<S> = [[S; CHANNEL_BLOCK]; SIDE];

/// A cache line of weights: sixteen outputs, `INPUTS_PER_GROUP` inputs each.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct WeightLine<W, const INPUTS_PER_GROUP: usize>(
    pub [[W; INPUTS_PER_GROUP]; OUTPUTS_PER_LINE],
);

#[derive(Clone, Debug)]
pub(crate) struct Convolution<N: Activation> {
    inputs: usize,
    /// 3 for 3×3, 1 for 1×1.
    side: usize,
    /// `[channel block][row tap][group of inputs][column tap][half of the channel block]`.
    lines: Vec<N::WeightLine>,
    /// Scale by channel block.
    pub scale: Vec<[f32; CHANNEL_BLOCK]>,
    /// Bias by channel block.
    pub bias: Vec<[f32; CHANNEL_BLOCK]>,
}

/// Splits numbers into channel blocks; the last one is padded with zeros.
pub(crate) fn to_channel_blocks(numbers: &[f32]) -> Vec<[f32; CHANNEL_BLOCK]> {
    numbers
        .chunks(CHANNEL_BLOCK)
        .map(|chunk| std::array::from_fn(|index| chunk.get(index).copied().unwrap_or(0.0)))
        .collect()
}

impl<N: Activation> Convolution<N> {
    pub fn new(weights: &ConvolutionWeights<N::Weight>) -> Self {
        let outputs = weights.scale.len();
        let (inputs, side) = (weights.inputs, weights.side);
        let groups = inputs / N::INPUTS_PER_GROUP;
        let line =
            |channel_block: usize, row_tap: usize, group: usize, column_tap: usize, half: usize| {
                N::weight_line(|row, input| {
                    let output = channel_block * CHANNEL_BLOCK + half * OUTPUTS_PER_LINE + row;
                    let plane = output * inputs + group * N::INPUTS_PER_GROUP + input;
                    let index = (plane * side + row_tap) * side + column_tap;
                    weights.weights.get(index).copied().unwrap_or_default()
                })
            };
        let mut lines =
            Vec::with_capacity(outputs.div_ceil(CHANNEL_BLOCK) * side * groups * side * 2);
        for channel_block in 0..outputs.div_ceil(CHANNEL_BLOCK) {
            for row_tap in 0..side {
                for group in 0..groups {
                    for column_tap in 0..side {
                        lines.extend(
                            [0, 1]
                                .map(|half| line(channel_block, row_tap, group, column_tap, half)),
                        );
                    }
                }
            }
        }
        Self {
            inputs,
            side,
            lines,
            scale: to_channel_blocks(&weights.scale),
            bias: to_channel_blocks(&weights.bias),
        }
    }

    /// Computes all tiles and passes each to `finish` with its channel block and row. The channels
    /// of a square are adjacent in the input.
    #[inline(always)]
    pub fn run<K: ConvolutionKernel>(
        &self,
        kernel: K,
        input: &[N],
        finish: impl FnMut(usize, usize, &Tile<N::Sum>),
    ) {
        self.run_rows(kernel, input, 0..SIDE, finish);
    }

    /// [`run`](Self::run) for some rows of the output.
    #[inline(always)]
    pub fn run_rows<K: ConvolutionKernel>(
        &self,
        kernel: K,
        input: &[N],
        rows: Range<usize>,
        mut finish: impl FnMut(usize, usize, &Tile<N::Sum>),
    ) {
        let lines_per_block = self.lines.len() / self.scale.len();
        for (channel_block, lines) in self.lines.chunks_exact(lines_per_block).enumerate() {
            for row in rows.clone() {
                let input = TileInput {
                    lines,
                    squares: input,
                    row,
                };
                let tile = match (self.side, self.inputs) {
                    (3, 16) => N::tile::<K, 16, 3>(kernel, input),
                    (3, 32) => N::tile::<K, 32, 3>(kernel, input),
                    (3, 64) => N::tile::<K, 64, 3>(kernel, input),
                    (3, 96) => N::tile::<K, 96, 3>(kernel, input),
                    (3, 128) => N::tile::<K, 128, 3>(kernel, input),
                    (1, 32) => N::tile::<K, 32, 1>(kernel, input),
                    (1, 64) => N::tile::<K, 64, 1>(kernel, input),
                    (1, 96) => N::tile::<K, 96, 1>(kernel, input),
                    (1, 128) => N::tile::<K, 128, 1>(kernel, input),
                    (side, inputs) => unreachable!("no {side}×{side} kernel for {inputs} inputs"),
                };
                finish(channel_block, row, &tile);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::SplitMix64;

    use super::*;
    use crate::board::SQUARES;
    use crate::kernel::{Kernel, Portable};

    /// The sum that defines a convolution.
    fn reference<N: Activation>(
        weights: &ConvolutionWeights<N::Weight>,
        input: &[N],
        output: usize,
        square: usize,
    ) -> f64
    where
        f64: From<N> + From<N::Weight>,
    {
        let radius = (weights.side / 2) as isize;
        let (row, column) = ((square / SIDE) as isize, (square % SIDE) as isize);
        let mut sum = 0.0;
        for channel in 0..weights.inputs {
            for (tap, (up, right)) in (-radius..=radius)
                .flat_map(|up| (-radius..=radius).map(move |right| (up, right)))
                .enumerate()
            {
                let (row, column) = (row + up, column + right);
                if (0..SIDE as isize).contains(&row) && (0..SIDE as isize).contains(&column) {
                    let index = (row as usize * SIDE + column as usize) * weights.inputs + channel;
                    let taps = weights.side * weights.side;
                    let weight = weights.weights[(output * weights.inputs + channel) * taps + tap];
                    sum += f64::from(input[index]) * f64::from(weight);
                }
            }
        }
        sum
    }

    /// Compares every sum of several convolutions with the reference.
    fn check<N: Activation, K: ConvolutionKernel>(
        kernel: K,
        mut weight: impl FnMut() -> N::Weight,
        mut value: impl FnMut() -> N,
        tolerance: f64,
    ) where
        f64: From<N> + From<N::Weight> + From<N::Sum>,
    {
        for (inputs, outputs, side) in [(16, 64, 3), (32, 32, 3), (64, 64, 3), (64, 40, 1)] {
            let weights = ConvolutionWeights {
                inputs,
                side,
                weights: (0..outputs * inputs * side * side)
                    .map(|_| weight())
                    .collect(),
                scale: vec![1.0; outputs],
                bias: vec![0.0; outputs],
            };
            let input: Vec<N> = (0..SQUARES * inputs).map(|_| value()).collect();
            let mut seen = 0;
            Convolution::<N>::new(&weights).run(kernel, &input, |channel_block, row, tile| {
                for (column, sums) in tile.iter().enumerate() {
                    for (index, &sum) in sums.iter().enumerate() {
                        let output = channel_block * CHANNEL_BLOCK + index;
                        let mut expected = 0.0;
                        if output < outputs {
                            expected = reference(&weights, &input, output, row * SIDE + column);
                            seen += 1;
                        }
                        assert!((f64::from(sum) - expected).abs() <= tolerance);
                    }
                }
            });
            assert_eq!(seen, SQUARES * outputs);
        }
    }

    fn check_all<K: ConvolutionKernel>(kernel: K) {
        let (mut weights, mut values) = (SplitMix64::from_seed(1), SplitMix64::from_seed(2));
        check::<u8, K>(
            kernel,
            || weights.next_u64() as i8,
            || values.next_u64() as u8,
            0.0,
        );
        check::<u8, K>(
            kernel,
            || [127, -128][weights.next_u64() as usize & 1],
            || 255,
            0.0,
        );
        // Small integers and fractions, whose sums are exact in any order.
        check::<f32, K>(
            kernel,
            || weights.next_u64() as i8 as f32 / 64.0,
            || values.next_u64() as u8 as f32,
            0.0,
        );
    }

    #[test]
    fn every_kernel_matches_the_reference() {
        check_all(Portable);
        #[cfg(target_arch = "x86_64")]
        {
            use crate::kernel::{Avx2, Avx512, AvxVnni, EvexKernel};
            Avx2::new().into_iter().for_each(check_all);
            AvxVnni::new().into_iter().for_each(check_all);
            Avx512::new().into_iter().for_each(check_all);
            Avx512::new()
                .map(EvexKernel)
                .into_iter()
                .for_each(check_all);
        }
        #[cfg(target_arch = "aarch64")]
        {
            use crate::kernel::{Neon, NeonDotprod};
            check_all(Neon);
            NeonDotprod::new().into_iter().for_each(check_all);
        }
        assert!(Kernel::available().any(|kernel| kernel == Kernel::Portable));
    }
}
