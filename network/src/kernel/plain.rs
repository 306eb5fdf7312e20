//! The kernel for any processor.

use super::{Kernel, assert_sizes, rows_met, taps_of_rank};
use crate::convolution::{GROUP, Line, STRIP, Tile};
use crate::frame::SIDE;

/// Needs nothing.
#[derive(Clone, Copy)]
pub(crate) struct Plain;

impl Kernel for Plain {
    #[inline(never)]
    fn tile<const GROUPS: usize, const KERNEL: usize>(
        self,
        lines: &[Line],
        input: &[u8],
        row: usize,
    ) -> Tile {
        assert_sizes::<GROUPS, KERNEL>(lines, input, row);
        let mut tile = [[0; STRIP]; SIDE];
        let (channels, _) = input.as_chunks::<GROUP>();
        for (rank_tap, rank) in rows_met::<KERNEL>(row) {
            let taps = taps_of_rank::<GROUPS, KERNEL>(lines, rank_tap);
            for file_tap in 0..KERNEL {
                for (column, sums) in tile.iter_mut().enumerate() {
                    let file = (column + file_tap).wrapping_sub(KERNEL / 2);
                    if file >= SIDE {
                        continue;
                    }
                    let square = &channels[(rank * SIDE + file) * GROUPS..][..GROUPS];
                    for (values, taps) in square.iter().zip(taps.chunks_exact(KERNEL * 2)) {
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
fn add(sums: &mut [i32; STRIP], values: [u8; GROUP], halves: &[Line; 2]) {
    // A product of two bytes fits into sixteen bits, and those are what processors multiply in bulk:
    // all 64 of a line at once, then added up by fours.
    let mut repeated = [0_i16; STRIP / 2 * GROUP];
    for (index, value) in repeated.iter_mut().enumerate() {
        *value = i16::from(values[index % GROUP]);
    }
    for (sums, line) in sums
        .as_chunks_mut::<{ STRIP / 2 }>()
        .0
        .iter_mut()
        .zip(halves)
    {
        let mut products = [0_i16; STRIP / 2 * GROUP];
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
