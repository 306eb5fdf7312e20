//! NEON kernel, for all 64-bit ARM CPUs.
//!
//! NEON multiplies 16-bit numbers into 32-bit sums, four at a time by one scalar. Inputs are
//! widened once per tile; weights are widened and transposed on loading. A tile is computed in four
//! parts of five squares and sixteen outputs, whose sums take twenty of the 32 registers.

use std::arch::aarch64::{
    int16x4_t, int16x8_t, int32x4_t, vdupq_n_s32, vget_low_s8, vget_low_s16, vld1_s16, vld4q_s8,
    vmlal_high_lane_s16, vmlal_lane_s16, vmovl_high_s8, vmovl_s8, vst1q_s32,
};

use super::{ByteInput, ByteLine, ConvolutionKernel, INPUTS_PER_GROUP, SQUARES_PER_PART};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, OUTPUTS_PER_LINE, Tile};

#[derive(Clone, Copy)]
pub(crate) struct Neon;

/// Number of registers for the sums of sixteen outputs.
const REGISTERS: usize = OUTPUTS_PER_LINE / 4;

/// Sums of five squares.
type Sums = [[int32x4_t; REGISTERS]; SQUARES_PER_PART];

/// Channels of a row's squares, widened.
type Row<const CHANNELS: usize> = [[i16; CHANNELS]; SIDE];

impl ConvolutionKernel for Neon {
    #[inline(never)]
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(self, input: ByteInput) -> Tile<i32> {
        input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
        let rows = input.convert_rows::<_, CHANNELS, KERNEL_SIZE>(i16::from);
        let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
        for half in 0..2 {
            let left = part::<CHANNELS, KERNEL_SIZE, 0>(input, &rows, half);
            let right = part::<CHANNELS, KERNEL_SIZE, SQUARES_PER_PART>(input, &rows, half);
            for (square, sums) in tile.iter_mut().zip(left.into_iter().chain(right)) {
                let stored = &mut square.as_chunks_mut::<OUTPUTS_PER_LINE>().0[half];
                for (stored, sums) in stored.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                    // SAFETY: four 32-bit numbers fill a register.
                    unsafe { vst1q_s32(stored.as_mut_ptr(), sums) }
                }
            }
        }
        tile
    }
}

/// Computes five squares from column `START` and one half of the channel block's outputs.
#[inline(always)]
fn part<const CHANNELS: usize, const KERNEL_SIZE: usize, const START: usize>(
    input: ByteInput,
    rows: &[Row<CHANNELS>; KERNEL_SIZE],
    half: usize,
) -> Sums {
    // SAFETY: every 64-bit ARM CPU has the instruction.
    let mut sums: Sums = unsafe { [[vdupq_n_s32(0); REGISTERS]; SQUARES_PER_PART] };
    for (row_tap, _) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap);
        for group in 0..CHANNELS / INPUTS_PER_GROUP {
            for column_tap in 0..KERNEL_SIZE {
                let weights =
                    transpose_weights(&taps[(group * KERNEL_SIZE + column_tap) * 2 + half]);
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                    if let Some(square) = rows[row_tap].get(column) {
                        add(sums, &weights, &square.as_chunks().0[group]);
                    }
                }
            }
        }
    }
    sums
}

/// Weights of sixteen outputs for each of four inputs.
#[inline(always)]
fn transpose_weights(line: &ByteLine) -> [[int16x8_t; 2]; INPUTS_PER_GROUP] {
    // SAFETY: a line is 64 bytes.
    unsafe {
        let by_input = vld4q_s8(line.0.as_ptr().cast());
        [by_input.0, by_input.1, by_input.2, by_input.3]
            .map(|bytes| [vmovl_s8(vget_low_s8(bytes)), vmovl_high_s8(bytes)])
    }
}

/// Adds the products of four inputs to the sums of a square.
#[inline(always)]
fn add(
    sums: &mut [int32x4_t; REGISTERS],
    weights: &[[int16x8_t; 2]; INPUTS_PER_GROUP],
    values: &[i16; INPUTS_PER_GROUP],
) {
    // SAFETY: four 16-bit numbers fill half a register.
    let values = unsafe { vld1_s16(values.as_ptr()) };
    add_one::<0>(sums, weights[0], values);
    add_one::<1>(sums, weights[1], values);
    add_one::<2>(sums, weights[2], values);
    add_one::<3>(sums, weights[3], values);
}

/// Adds the products of one of four inputs.
#[inline(always)]
fn add_one<const INPUT: i32>(
    sums: &mut [int32x4_t; REGISTERS],
    [low, high]: [int16x8_t; 2],
    values: int16x4_t,
) {
    // SAFETY: every 64-bit ARM CPU has the instructions.
    unsafe {
        sums[0] = vmlal_lane_s16::<INPUT>(sums[0], vget_low_s16(low), values);
        sums[1] = vmlal_high_lane_s16::<INPUT>(sums[1], low, values);
        sums[2] = vmlal_lane_s16::<INPUT>(sums[2], vget_low_s16(high), values);
        sums[3] = vmlal_high_lane_s16::<INPUT>(sums[3], high, values);
    }
}
