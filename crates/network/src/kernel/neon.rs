//! The kernel for ARM processors of 64 bits, all of which have NEON.
//!
//! Baseline NEON multiplies numbers of sixteen bits into sums of 32, four at a time, one of the factors the same
//! for all four. So inputs are widened once a tile, and the weights while they are loaded, which also sorts
//! them by input. A tile is computed in four parts of five squares and sixteen outputs, whose sums are twenty of the
//! 32 registers.

use std::arch::aarch64::{
    int16x4_t, int16x8_t, int32x4_t, vdupq_n_s32, vget_low_s8, vget_low_s16, vld1_s16, vld4q_s8,
    vmlal_high_lane_s16, vmlal_lane_s16, vmovl_high_s8, vmovl_s8, vst1q_s32,
};

use super::{ByteLine, GROUP, Kernel, assert_sizes, converted_rows, rows_met, taps_of_rank};
use crate::convolution::{HALF, STRIP, Tile};
use crate::frame::SIDE;

/// Needs nothing that not every such processor has.
#[derive(Clone, Copy)]
pub(crate) struct Neon;

/// Squares of one part of a tile.
const PART: usize = SIDE / 2;

/// Registers for the sums of sixteen outputs.
const REGISTERS: usize = HALF / 4;

/// The sums of five squares.
type Sums = [[int32x4_t; REGISTERS]; PART];

/// The channels of a row's squares, widened.
type Row<const CHANNELS: usize> = [[i16; CHANNELS]; SIDE];

impl Kernel for Neon {
    #[inline(never)]
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
        let rows = converted_rows::<_, CHANNELS, KERNEL>(input, row, i16::from);
        let mut tile = [[0; STRIP]; SIDE];
        for half in 0..2 {
            let left = part::<CHANNELS, KERNEL, 0>(lines, &rows, row, half);
            let right = part::<CHANNELS, KERNEL, PART>(lines, &rows, row, half);
            for (square, sums) in tile.iter_mut().zip(left.into_iter().chain(right)) {
                let stored = &mut square.as_chunks_mut::<HALF>().0[half];
                for (stored, sums) in stored.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                    // SAFETY: four numbers are one register.
                    unsafe { vst1q_s32(stored.as_mut_ptr(), sums) }
                }
            }
        }
        tile
    }
}

/// Five squares from `START` and one half of the strip's outputs.
#[inline(always)]
fn part<const CHANNELS: usize, const KERNEL: usize, const START: usize>(
    lines: &[ByteLine],
    rows: &[Row<CHANNELS>; KERNEL],
    row: usize,
    half: usize,
) -> Sums {
    // SAFETY: every processor of this kind has the instruction.
    let mut sums: Sums = unsafe { [[vdupq_n_s32(0); REGISTERS]; PART] };
    for (rank_tap, _) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap);
        for group in 0..CHANNELS / GROUP {
            for file_tap in 0..KERNEL {
                let weights = sorted(&taps[(group * KERNEL + file_tap) * 2 + half]);
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + file_tap).wrapping_sub(KERNEL / 2);
                    if let Some(square) = rows[rank_tap].get(column) {
                        add(sums, &weights, &square.as_chunks().0[group]);
                    }
                }
            }
        }
    }
    sums
}

/// The weights of sixteen outputs for each of four inputs.
#[inline(always)]
fn sorted(line: &ByteLine) -> [[int16x8_t; 2]; GROUP] {
    // SAFETY: a line is 64 bytes.
    unsafe {
        let by_input = vld4q_s8(line.0.as_ptr().cast());
        [by_input.0, by_input.1, by_input.2, by_input.3]
            .map(|bytes| [vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)])
    }
}

/// Adds four inputs' part to the sums of a square.
#[inline(always)]
fn add(
    sums: &mut [int32x4_t; REGISTERS],
    weights: &[[int16x8_t; 2]; GROUP],
    values: &[i16; GROUP],
) {
    // SAFETY: four numbers of sixteen bits are half a register.
    let values = unsafe { vld1_s16(values.as_ptr()) };
    add_one::<0>(sums, weights[0], values);
    add_one::<1>(sums, weights[1], values);
    add_one::<2>(sums, weights[2], values);
    add_one::<3>(sums, weights[3], values);
}

/// Adds the part of one of four inputs.
#[inline(always)]
fn add_one<const INPUT: i32>(
    sums: &mut [int32x4_t; REGISTERS],
    [low, high]: [int16x8_t; 2],
    values: int16x4_t,
) {
    // SAFETY: every processor of this kind has the instructions.
    unsafe {
        sums[0] = vmlal_lane_s16::<INPUT>(sums[0], vget_low_s16(low), values);
        sums[1] = vmlal_high_lane_s16::<INPUT>(sums[1], low, values);
        sums[2] = vmlal_lane_s16::<INPUT>(sums[2], vget_low_s16(high), values);
        sums[3] = vmlal_high_lane_s16::<INPUT>(sums[3], high, values);
    }
}
