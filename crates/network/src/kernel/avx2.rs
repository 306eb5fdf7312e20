//! AVX2 kernel.
//!
//! AVX2 multiplies bytes only with sums that saturate at 16 bits, so inputs and weights are widened
//! to 16 bits: inputs once per tile, weights on loading. A tile is computed in eight parts of five
//! squares and eight outputs, whose sums take ten of the sixteen registers.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_load_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_hadd_epi32,
    _mm256_madd_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::{ByteInput, ByteLine, INPUTS_PER_GROUP, SQUARES_PER_PART};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, Tile};

detected_kernel!(Avx2, is_x86_feature_detected!("avx2"));

/// Number of outputs in a part of a tile: one register of sums.
const OUTPUTS_PER_PART: usize = 8;

/// Sums of five squares. Each output has two, for the first and the last two inputs of every group;
/// the first four outputs are in the first register.
type Sums = [[__m256i; 2]; SQUARES_PER_PART];

/// Channels of a row's squares, widened.
type Row<const CHANNELS: usize> = [[u16; CHANNELS]; SIDE];

#[target_feature(enable = "avx2")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(input: ByteInput) -> Tile<i32> {
    input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
    let rows = input.convert_rows::<_, CHANNELS, KERNEL_SIZE>(u16::from);
    let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
    for outputs in 0..CHANNEL_BLOCK / OUTPUTS_PER_PART {
        let left = part::<CHANNELS, KERNEL_SIZE, 0>(input, &rows, outputs);
        let right = part::<CHANNELS, KERNEL_SIZE, SQUARES_PER_PART>(input, &rows, outputs);
        store(&mut tile, 0, outputs, left);
        store(&mut tile, SQUARES_PER_PART, outputs, right);
    }
    tile
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(tile: &mut Tile<i32>, first: usize, outputs: usize, sums: Sums) {
    for (stored, [low, high]) in tile[first..first + SQUARES_PER_PART].iter_mut().zip(sums) {
        // The horizontal addition yields outputs 0 1 4 5 2 3 6 7.
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(low, high));
        let stored = &mut stored.as_chunks_mut::<OUTPUTS_PER_PART>().0[outputs];
        // SAFETY: eight 32-bit numbers fill a register.
        unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), ordered) }
    }
}

/// Computes five squares from column `START` and eight outputs of the channel block.
#[target_feature(enable = "avx2")]
#[inline]
fn part<const CHANNELS: usize, const KERNEL_SIZE: usize, const START: usize>(
    input: ByteInput,
    rows: &[Row<CHANNELS>; KERNEL_SIZE],
    outputs: usize,
) -> Sums {
    let mut sums: Sums = [[_mm256_setzero_si256(); 2]; SQUARES_PER_PART];
    for (row_tap, _) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap).as_chunks::<2>().0;
        for group in 0..CHANNELS / INPUTS_PER_GROUP {
            for column_tap in 0..KERNEL_SIZE {
                let weights = widen_weights(&taps[group * KERNEL_SIZE + column_tap], outputs);
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                    if let Some(square) = rows[row_tap].get(column) {
                        add(sums, weights, &square.as_chunks().0[group]);
                    }
                }
            }
        }
    }
    sums
}

/// Weights of eight outputs of the channel block, widened and in the order of [`Sums`].
#[target_feature(enable = "avx2")]
#[inline]
fn widen_weights(halves: &[ByteLine; 2], outputs: usize) -> [__m256i; 2] {
    let quarters = halves[outputs / 2]
        .0
        .as_chunks::<{ OUTPUTS_PER_PART / 2 }>()
        .0;
    let load = |bytes: &[[i8; INPUTS_PER_GROUP]; OUTPUTS_PER_PART / 2]| {
        // SAFETY: 16 bytes of a line, aligned to 16.
        unsafe { _mm_load_si128(bytes.as_ptr().cast::<__m128i>()) }
    };
    let [low, high] = [0, 1].map(|quarter| load(&quarters[outputs % 2 * 2 + quarter]));
    [_mm256_cvtepi8_epi16(low), _mm256_cvtepi8_epi16(high)]
}

/// Adds the products of four inputs to the sums of a square.
#[target_feature(enable = "avx2")]
#[inline]
fn add(sums: &mut [__m256i; 2], weights: [__m256i; 2], values: &[u16; INPUTS_PER_GROUP]) {
    // SAFETY: any four 16-bit numbers are a valid 64-bit number.
    let values = unsafe { values.as_ptr().cast::<i64>().read_unaligned() };
    let values = _mm256_set1_epi64x(values);
    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(values, weights[0]));
    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(values, weights[1]));
}
