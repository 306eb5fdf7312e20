//! The kernel for any processor.

use super::{ByteLine, GROUP, Kernel, assert_sizes, rows_met, squares_of_rank, taps_of_rank};
use crate::convolution::{HALF, STRIP, Tile};
use crate::frame::SIDE;

/// Needs nothing.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Kernel for Plain {
    #[inline(never)]
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
        let mut tile = [[0; STRIP]; SIDE];
        for (rank_tap, rank) in rows_met::<KERNEL>(row) {
            let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap);
            let squares = squares_of_rank::<_, CHANNELS>(input, rank);
            for file_tap in 0..KERNEL {
                for (column, sums) in tile.iter_mut().enumerate() {
                    let file = (column + file_tap).wrapping_sub(KERNEL / 2);
                    let Some(square) = squares.get(file) else {
                        continue;
                    };
                    let groups = square.as_chunks::<GROUP>().0.iter();
                    for (values, taps) in groups.zip(taps.chunks_exact(KERNEL * 2)) {
                        add(sums, *values, &taps.as_chunks::<2>().0[file_tap]);
                    }
                }
            }
        }
        tile
    }
}

/// Adds four inputs' part to the sums of a strip.
#[inline(always)]
fn add(sums: &mut [i32; STRIP], values: [u8; GROUP], halves: &[ByteLine; 2]) {
    // A product of two bytes fits into sixteen bits, and those are what processors multiply in bulk:
    // all 64 of a line at once, then added up by fours.
    let mut repeated = [0_i16; HALF * GROUP];
    for (index, value) in repeated.iter_mut().enumerate() {
        *value = i16::from(values[index % GROUP]);
    }
    for (sums, line) in sums.as_chunks_mut::<HALF>().0.iter_mut().zip(halves) {
        let mut products = [0_i16; HALF * GROUP];
        for ((product, value), &weight) in
            products.iter_mut().zip(repeated).zip(line.0.as_flattened())
        {
            *product = value * i16::from(weight);
        }
        for (sum, part) in sums.iter_mut().zip(products.as_chunks::<GROUP>().0) {
            let [first, second, third, fourth] = part.map(i32::from);
            *sum += first + second + (third + fourth);
        }
    }
}
