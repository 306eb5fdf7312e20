//! The kernel for ARM processors with dot products: one instruction multiplies and adds sixteen bytes.
//!
//! Both factors of the instruction are signed. So an input of 0 to 255 goes in less 128, and 128 times the
//! sum of the weights, which the same instruction finds, is added in the end. A tile is computed in four parts of
//! ten squares and eight outputs, whose sums are twenty of the 32 registers.

use std::arch::aarch64::{
    int8x16_t, int32x4_t, vaddq_s32, vdupq_n_s8, vdupq_n_s32, vld1q_dup_s32, vld1q_s8,
    vreinterpretq_s8_s32, vshlq_n_s32, vst1q_s32,
};
use std::arch::{asm, is_aarch64_feature_detected};

use super::{ByteLine, GROUP, Kernel, assert_sizes, converted_rows, rows_met, taps_of_rank};
use crate::convolution::{STRIP, Tile};
use crate::frame::SIDE;

/// Proof that the processor has dot products.
#[derive(Clone, Copy)]
pub(crate) struct DotProduct(());

impl DotProduct {
    pub fn new() -> Option<Self> {
        is_aarch64_feature_detected!("dotprod").then_some(Self(()))
    }
}

impl Kernel for DotProduct {
    #[inline(always)]
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        // SAFETY: a value of the type exists, so the processor has the instruction.
        unsafe { tile::<CHANNELS, KERNEL>(lines, input, row) }
    }
}

/// What an input goes in less than it is: the highest bit changed is that, for a signed byte.
const OFFSET: u8 = 128;

/// Outputs of one part of a tile.
const OUTPUTS: usize = 8;

/// The sums of eight outputs.
type Sums = [int32x4_t; OUTPUTS / 4];

/// The channels of a row's squares, signed.
type Row<const CHANNELS: usize> = [[u8; CHANNELS]; SIDE];

#[target_feature(enable = "dotprod")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL: usize>(
    lines: &[ByteLine],
    input: &[u8],
    row: usize,
) -> Tile<i32> {
    assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
    let rows = converted_rows::<_, CHANNELS, KERNEL>(input, row, |byte| byte ^ OFFSET);
    let mut tile = [[0; STRIP]; SIDE];
    for outputs in 0..STRIP / OUTPUTS {
        let squares = part::<CHANNELS, KERNEL>(lines, &rows, row, outputs);
        for (stored, sums) in tile.iter_mut().zip(squares) {
            let stored = &mut stored.as_chunks_mut::<OUTPUTS>().0[outputs];
            for (stored, sums) in stored.as_chunks_mut::<4>().0.iter_mut().zip(sums) {
                // SAFETY: four numbers are one register.
                unsafe { vst1q_s32(stored.as_mut_ptr(), sums) }
            }
        }
    }
    tile
}

/// All squares of the row and eight of the strip's outputs.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers"
)]
#[target_feature(enable = "dotprod")]
#[inline]
fn part<const CHANNELS: usize, const KERNEL: usize>(
    lines: &[ByteLine],
    rows: &[Row<CHANNELS>; KERNEL],
    row: usize,
    outputs: usize,
) -> [Sums; SIDE] {
    let mut squares = [[vdupq_n_s32(0); 2]; SIDE];
    // The sums of the weights, for each file step: at the edge of the board one has no square.
    let mut weight_sums = [[vdupq_n_s32(0); 2]; KERNEL];
    for (rank_tap, _) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap)
            .as_chunks::<2>()
            .0;
        for group in 0..CHANNELS / GROUP {
            for file_tap in 0..KERNEL {
                let weights = loaded(&taps[group * KERNEL + file_tap], outputs);
                add(&mut weight_sums[file_tap], vdupq_n_s8(1), weights);
                for square in 0..SIDE {
                    let column = (square + file_tap).wrapping_sub(KERNEL / 2);
                    if column < SIDE {
                        let values = &rows[rank_tap][column].as_chunks::<GROUP>().0[group];
                        // SAFETY: four bytes are one number of 32 bits.
                        let values = unsafe { vld1q_dup_s32(values.as_ptr().cast()) };
                        add(&mut squares[square], vreinterpretq_s8_s32(values), weights);
                    }
                }
            }
        }
    }
    for square in 0..SIDE {
        for file_tap in 0..KERNEL {
            if (square + file_tap).wrapping_sub(KERNEL / 2) < SIDE {
                for (sum, weights) in squares[square].iter_mut().zip(weight_sums[file_tap]) {
                    const SHIFT: i32 = OFFSET.ilog2() as i32;
                    *sum = vaddq_s32(*sum, vshlq_n_s32::<SHIFT>(weights));
                }
            }
        }
    }
    squares
}

/// The weights of eight of the strip's outputs.
#[target_feature(enable = "dotprod")]
#[inline]
fn loaded(halves: &[ByteLine; 2], outputs: usize) -> [int8x16_t; 2] {
    let quarters = halves[outputs / 2].0.as_chunks::<{ OUTPUTS / 2 }>().0;
    // SAFETY: four outputs' weights are sixteen bytes.
    [0, 1].map(|quarter| unsafe { vld1q_s8(quarters[outputs % 2 * 2 + quarter].as_ptr().cast()) })
}

/// Adds four inputs' part to the sums of a square.
#[target_feature(enable = "dotprod")]
#[inline]
fn add(sums: &mut Sums, values: int8x16_t, weights: [int8x16_t; 2]) {
    for (sum, weights) in sums.iter_mut().zip(weights) {
        // The compiler has no stable name for the instruction yet.
        // SAFETY: it reads and writes nothing but these registers.
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
