//! Portable kernels for bytes and floats.

use super::{ByteInput, ByteLine, ConvolutionKernel, FloatInput, INPUTS_PER_GROUP};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, OUTPUTS_PER_LINE, Tile};

#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl ConvolutionKernel for Portable {
    #[inline(never)]
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(self, input: ByteInput) -> Tile<i32> {
        input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
        let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
        for (row_tap, input_row) in input.rows::<KERNEL_SIZE>() {
            let taps = input.taps::<KERNEL_SIZE>(row_tap);
            let squares = input.squares_of_row::<CHANNELS>(input_row);
            for column_tap in 0..KERNEL_SIZE {
                for (column, sums) in tile.iter_mut().enumerate() {
                    let input_column = (column + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                    let Some(square) = squares.get(input_column) else {
                        continue;
                    };
                    let groups = square.as_chunks::<INPUTS_PER_GROUP>().0.iter();
                    for (values, taps) in groups.zip(taps.chunks_exact(KERNEL_SIZE * 2)) {
                        add(sums, *values, &taps.as_chunks::<2>().0[column_tap]);
                    }
                }
            }
        }
        tile
    }
}

/// Adds the products of four inputs to the sums of a channel block.
#[inline(always)]
fn add(sums: &mut [i32; CHANNEL_BLOCK], values: [u8; INPUTS_PER_GROUP], halves: &[ByteLine; 2]) {
    // Products of two bytes fit into 16 bits, for which the multiplication is vectorized: all 64 of
    // a line at once, then added by fours.
    let mut repeated = [0_i16; OUTPUTS_PER_LINE * INPUTS_PER_GROUP];
    for (index, value) in repeated.iter_mut().enumerate() {
        *value = i16::from(values[index % INPUTS_PER_GROUP]);
    }
    for (sums, line) in sums
        .as_chunks_mut::<OUTPUTS_PER_LINE>()
        .0
        .iter_mut()
        .zip(halves)
    {
        let mut products = [0_i16; OUTPUTS_PER_LINE * INPUTS_PER_GROUP];
        for ((product, value), &weight) in
            products.iter_mut().zip(repeated).zip(line.0.as_flattened())
        {
            *product = value * i16::from(weight);
        }
        for (sum, part) in sums
            .iter_mut()
            .zip(products.as_chunks::<INPUTS_PER_GROUP>().0)
        {
            let [first, second, third, fourth] = part.map(i32::from);
            *sum += first + second + (third + fourth);
        }
    }
}

/// Computes a tile of floats. Auto-vectorized with the instructions of the function it is inlined into.
#[inline(always)]
pub(super) fn float_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: FloatInput,
) -> Tile<f32> {
    input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
    let mut tile = [[0.0; CHANNEL_BLOCK]; SIDE];
    for (row_tap, input_row) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap);
        let squares = input.squares_of_row::<CHANNELS>(input_row);
        for (column, sums) in tile.iter_mut().enumerate() {
            for column_tap in 0..KERNEL_SIZE {
                let input_column = (column + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                let Some(square) = squares.get(input_column) else {
                    continue;
                };
                for (value, taps) in square.iter().zip(taps.chunks_exact(KERNEL_SIZE * 2)) {
                    let halves = sums.as_chunks_mut::<OUTPUTS_PER_LINE>().0.iter_mut();
                    for (sums, line) in halves.zip(&taps.as_chunks::<2>().0[column_tap]) {
                        for (sum, [weight]) in sums.iter_mut().zip(line.0) {
                            *sum += value * weight;
                        }
                    }
                }
            }
        }
    }
    tile
}
