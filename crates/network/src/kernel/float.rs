//! Portable kernel for floats.

use super::{FloatLine, assert_sizes, input_rows, squares_of_row, taps_of_row};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, OUTPUTS_PER_LINE, Tile};

/// Computes a tile. Auto-vectorized with the instructions of the function it is inlined into.
#[inline(always)]
pub(super) fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
    lines: &[FloatLine],
    input: &[f32],
    row: usize,
) -> Tile<f32> {
    assert_sizes::<_, _, _, CHANNELS, KERNEL_SIZE>(lines, input, row);
    let mut tile = [[0.0; CHANNEL_BLOCK]; SIDE];
    for (row_tap, input_row) in input_rows::<KERNEL_SIZE>(row) {
        let taps = taps_of_row::<_, KERNEL_SIZE>(lines, row_tap);
        let squares = squares_of_row::<_, CHANNELS>(input, input_row);
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
