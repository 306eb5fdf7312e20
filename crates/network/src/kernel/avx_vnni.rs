//! AVX-VNNI kernel: one instruction multiplies and adds 32 bytes.
//!
//! A tile is computed in four parts of five squares and sixteen outputs, whose sums take ten of the
//! sixteen registers.

use std::arch::x86_64::{
    __m256i, _mm256_dpbusd_avx_epi32, _mm256_load_si256, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::{ByteInput, INPUTS_PER_GROUP, SQUARES_PER_PART};
use crate::board::SIDE;
use crate::convolution::{CHANNEL_BLOCK, OUTPUTS_PER_LINE, Tile};

detected_kernel!(
    AvxVnni,
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni")
);

#[target_feature(enable = "avx2,avxvnni")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(input: ByteInput) -> Tile<i32> {
    // SAFETY: this function has the target features.
    unsafe { tile_by::<VexEncoded, CHANNELS, KERNEL_SIZE>(input) }
}

/// `vpdpbusd` in its VEX or EVEX encoding.
trait Vpdpbusd {
    /// Adds the products of four unsigned and four signed bytes to each sum.
    unsafe fn multiply_add(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i;
}

struct VexEncoded;

impl Vpdpbusd for VexEncoded {
    #[inline(always)]
    unsafe fn multiply_add(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: the caller guarantees the instruction.
        unsafe { _mm256_dpbusd_avx_epi32(sum, inputs, weights) }
    }
}

/// Sums of five squares, eight outputs per register.
type Sums = [[__m256i; 2]; SQUARES_PER_PART];

/// # Safety
/// The caller must have the target features AVX2 and `M`'s; this is inlined there.
#[inline(always)]
unsafe fn tile_by<M: Vpdpbusd, const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: ByteInput,
) -> Tile<i32> {
    input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
    let mut tile = [[0; CHANNEL_BLOCK]; SIDE];
    for half in 0..2 {
        // SAFETY: same requirements.
        let (left, right) = unsafe {
            (
                part::<M, CHANNELS, KERNEL_SIZE, 0>(input, half),
                part::<M, CHANNELS, KERNEL_SIZE, SQUARES_PER_PART>(input, half),
            )
        };
        for (square, sums) in tile.iter_mut().zip(left.into_iter().chain(right)) {
            let stored = &mut square.as_chunks_mut::<OUTPUTS_PER_LINE>().0[half];
            for (stored, sums) in stored.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
                // SAFETY: eight 32-bit numbers fill a register.
                unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), sums) }
            }
        }
    }
    tile
}

/// Computes five squares from column `START` and one half of the channel block's outputs.
///
/// # Safety
/// As for [`tile_by`].
#[inline(always)]
unsafe fn part<M: Vpdpbusd, const CHANNELS: usize, const KERNEL_SIZE: usize, const START: usize>(
    input: ByteInput,
    half: usize,
) -> Sums {
    // SAFETY: the caller guarantees the instructions.
    let mut sums: Sums = unsafe { [[_mm256_setzero_si256(); 2]; SQUARES_PER_PART] };
    for (row_tap, input_row) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap);
        let squares = input.squares_of_row::<CHANNELS>(input_row);
        for group in 0..CHANNELS / INPUTS_PER_GROUP {
            for column_tap in 0..KERNEL_SIZE {
                let line = taps[(group * KERNEL_SIZE + column_tap) * 2 + half]
                    .0
                    .as_ptr();
                // SAFETY: a line is two registers, aligned to 64 bytes.
                let weights = unsafe {
                    let line = line.cast::<__m256i>();
                    [_mm256_load_si256(line), _mm256_load_si256(line.add(1))]
                };
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + column_tap).wrapping_sub(KERNEL_SIZE / 2);
                    if let Some(square) = squares.get(column) {
                        let values = i32::from_ne_bytes(square.as_chunks().0[group]);
                        // SAFETY: the caller guarantees the instructions.
                        unsafe {
                            let values = _mm256_set1_epi32(values);
                            sums[0] = M::multiply_add(sums[0], values, weights[0]);
                            sums[1] = M::multiply_add(sums[1], values, weights[1]);
                        }
                    }
                }
            }
        }
    }
    sums
}

#[cfg(test)]
pub(crate) mod tests {
    use std::arch::x86_64::_mm256_dpbusd_epi32;

    use super::*;
    use crate::kernel::{Avx512, ConvolutionKernel};

    /// The same kernel with the EVEX encoding, for CPUs without AVX-VNNI.
    #[derive(Clone, Copy)]
    pub(crate) struct EvexKernel(pub(crate) Avx512);

    struct EvexEncoded;

    impl Vpdpbusd for EvexEncoded {
        #[inline(always)]
        unsafe fn multiply_add(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            // SAFETY: the caller guarantees the instruction.
            unsafe { _mm256_dpbusd_epi32(sum, inputs, weights) }
        }
    }

    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512vnni")]
    fn evex_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(input: ByteInput) -> Tile<i32> {
        // SAFETY: this function has the target features.
        unsafe { tile_by::<EvexEncoded, CHANNELS, KERNEL_SIZE>(input) }
    }

    impl ConvolutionKernel for EvexKernel {
        fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
            self,
            input: ByteInput,
        ) -> Tile<i32> {
            // SAFETY: `self` proves that the CPU has the instructions.
            unsafe { evex_tile::<CHANNELS, KERNEL_SIZE>(input) }
        }
    }
}
