//! The sums of floats for any processor.

use super::{FloatLine, assert_sizes, rows_met, squares_of_rank, taps_of_rank};
use crate::convolution::{HALF, STRIP, Tile};
use crate::frame::SIDE;

/// One strip of outputs on one row. Inlined where the path's instructions are known, it vectorises by itself.
#[inline(always)]
pub(super) fn tile<const CHANNELS: usize, const KERNEL: usize>(
    lines: &[FloatLine],
    input: &[f32],
    row: usize,
) -> Tile<f32> {
    assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
    let mut tile = [[0.0; STRIP]; SIDE];
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap);
        let squares = squares_of_rank::<_, CHANNELS>(input, rank);
        for (column, sums) in tile.iter_mut().enumerate() {
            for file_tap in 0..KERNEL {
                let file = (column + file_tap).wrapping_sub(KERNEL / 2);
                let Some(square) = squares.get(file) else {
                    continue;
                };
                for (value, taps) in square.iter().zip(taps.chunks_exact(KERNEL * 2)) {
                    let halves = sums.as_chunks_mut::<HALF>().0.iter_mut();
                    for (sums, line) in halves.zip(&taps.as_chunks::<2>().0[file_tap]) {
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
