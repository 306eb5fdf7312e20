//! Portable kernel.

use super::{
    ByteLine, ConvolutionKernel, INPUTS_PER_GROUP, assert_sizes, input_rows, squares_of_row,
    taps_of_row,
};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, OUTPUTS_PER_LINE, Tile};

#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl ConvolutionKernel for Portable {
    #[inline(never)]
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        assert_sizes::<_, _, _, CHANNELS, KERNEL_SIZE>(lines, input, row);
        let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
        for (row_tap, input_row) in input_rows::<KERNEL_SIZE>(row) {
            let taps = taps_of_row::<_, KERNEL_SIZE>(lines, row_tap);
            let squares = squares_of_row::<_, CHANNELS>(input, input_row);
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
