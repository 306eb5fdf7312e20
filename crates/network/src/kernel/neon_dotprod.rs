//! Kernel for NEON with dot products: one instruction multiplies and adds sixteen bytes.
//!
//! Both factors are signed, so 128 is subtracted from the inputs, and 128 times the sum of the
//! weights, computed by the same instruction, is added in the end. A tile is computed in four parts
//! of ten squares and eight outputs, whose sums take twenty of the 32 registers.

use std::arch::aarch64::{
    int8x16_t, int32x4_t, vaddq_s32, vdupq_n_s8, vdupq_n_s32, vld1q_dup_s32, vld1q_s8,
    vreinterpretq_s8_s32, vshlq_n_s32, vst1q_s32,
};
use std::arch::{asm, is_aarch64_feature_detected};

use super::{ByteInput, ByteLine, INPUTS_PER_GROUP};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, Tile};

detected_kernel!(NeonDotprod, is_aarch64_feature_detected!("dotprod"));

/// Subtracted from inputs; for a signed byte this flips the highest bit.
const OFFSET: u8 = 128;

/// Number of outputs in a part of a tile.
const OUTPUTS_PER_PART: usize = 8;

/// Sums of eight outputs.
type Sums = [int32x4_t; OUTPUTS_PER_PART / 4];

/// Channels of a row's squares, signed.
type Row<const CHANNELS: usize> = [[u8; CHANNELS]; SIDE];

#[target_feature(enable = "dotprod")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(input: ByteInput) -> Tile<i32> {
    input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
    let rows = input.convert_rows::<_, CHANNELS, KERNEL_SIZE>(|byte| byte ^ OFFSET);
    let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
    for outputs in 0..CHANNEL_BLOCK / OUTPUTS_PER_PART {
        let squares = part::<CHANNELS, KERNEL_SIZE>(input, &rows, outputs);
        for (stored, sums) in tile.iter_mut().zip(squares) {
            let stored = &mut stored.as_chunks_mut::<OUTPUTS_PER_PART>().0[outputs];
            for (stored, sums) in stored.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                // SAFETY: four 32-bit numbers fill a register.
                unsafe { vst1q_s32(stored.as_mut_ptr(), sums) }
            }
        }
    }
    tile
}

/// Computes all squares of the row and eight outputs of the channel block.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers"
)]
#[target_feature(enable = "dotprod")]
#[inline]
fn part<const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: ByteInput,
    rows: &[Row<CHANNELS>; KERNEL_SIZE],
    outputs: usize,
) -> [Sums; SIDE] {
    let mut squares = [[vdupq_n_s32(0); 2]; SIDE];
    // Sums of the weights per column tap: at the edge of the board one tap has no square.
    let mut weight_sums = [[vdupq_n_s32(0); 2]; KERNEL_SIZE];
    for (row_tap, _) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap).as_chunks::<2>().0;
        for group in 0..CHANNELS / INPUTS_PER_GROUP {
            for column_tap in 0..KERNEL_SIZE {
                let weights = load_weights(&taps[group * KERNEL_SIZE + column_tap], outputs);
                add(&mut weight_sums[column_tap], vdupq_n_s8(1), weights);
                for square in 0..SIDE {
                    let column = (square + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                    if column < SIDE {
                        let values =
                            &rows[row_tap][column].as_chunks::<INPUTS_PER_GROUP>().0[group];
                        // SAFETY: four bytes are a valid 32-bit number.
                        let values = unsafe { vld1q_dup_s32(values.as_ptr().cast()) };
                        add(&mut squares[square], vreinterpretq_s8_s32(values), weights);
                    }
                }
            }
        }
    }
    for square in 0..SIDE {
        for column_tap in 0..KERNEL_SIZE {
            if (square + column_tap).wrapping_sub(KERNEL_SIZE / 2) < SIDE {
                for (sum, weights) in squares[square].iter_mut().zip(weight_sums[column_tap]) {
                    const SHIFT: i32 = OFFSET.ilog2() as i32;
                    *sum = vaddq_s32(*sum, vshlq_n_s32::<SHIFT>(weights));
                }
            }
        }
    }
    squares
}

/// Weights of eight outputs of the channel block.
#[target_feature(enable = "dotprod")]
#[inline]
fn load_weights(halves: &[ByteLine; 2], outputs: usize) -> [int8x16_t; 2] {
    let quarters = halves[outputs / 2]
        .0
        .as_chunks::<{ OUTPUTS_PER_PART / 2 }>()
        .0;
    // SAFETY: the weights of four outputs are sixteen bytes.
    [0, 1].map(|quarter| unsafe { vld1q_s8(quarters[outputs % 2 * 2 + quarter].as_ptr().cast()) })
}

/// Adds the products of four inputs to the sums of a square.
#[target_feature(enable = "dotprod")]
#[inline]
fn add(sums: &mut Sums, values: int8x16_t, weights: [int8x16_t; 2]) {
    for (sum, weights) in sums.iter_mut().zip(weights) {
        // The intrinsic is not stable yet.
        // SAFETY: accesses only these registers.
        unsafe {
            asm!(
                "sdot {sum:v}.4s, {values:v}.16b, {weights:v}.16b",
                sum = inout(vreg) *sum,
                values = in(vreg) values,
                weights = in(vreg) weights,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
    }
}
