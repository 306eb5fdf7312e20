//! The kernel for processors with AVX-VNNI, as AVX-512 VNNI has it, but in registers of half the size: one
//! instruction multiplies and adds 32 bytes.
//!
//! A tile is computed in four parts of five squares and sixteen outputs, whose sums are ten of the sixteen
//! registers.

use std::arch::x86_64::{
    __m256i, _mm256_dpbusd_avx_epi32, _mm256_load_si256, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::{ByteLine, GROUP, Kernel, assert_sizes, rows_met, squares_of_rank, taps_of_rank};
use crate::convolution::{HALF, STRIP, Tile};
use crate::frame::SIDE;

/// Proof that the processor has AVX-VNNI.
#[derive(Clone, Copy)]
pub(crate) struct AvxVnni(());

impl AvxVnni {
    pub fn new() -> Option<Self> {
        let available = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("avxvnni");
        available.then_some(Self(()))
    }
}

impl Kernel for AvxVnni {
    #[inline(always)]
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        // SAFETY: a value of the type exists, so the processor has the instructions.
        unsafe { tile::<CHANNELS, KERNEL>(lines, input, row) }
    }
}

#[target_feature(enable = "avx2,avxvnni")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL: usize>(
    lines: &[ByteLine],
    input: &[u8],
    row: usize,
) -> Tile<i32> {
    // SAFETY: this function has the instructions.
    unsafe { tile_by::<Avx, CHANNELS, KERNEL>(lines, input, row) }
}

/// The one instruction that processors spell in two ways.
trait Multiply {
    /// Adds the products of four unsigned and four signed bytes to each sum.
    unsafe fn plus_product(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i;
}

struct Avx;

impl Multiply for Avx {
    #[inline(always)]
    unsafe fn plus_product(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
        // SAFETY: who calls this has the instruction.
        unsafe { _mm256_dpbusd_avx_epi32(sum, inputs, weights) }
    }
}

/// Squares of one part of a tile.
const PART: usize = SIDE / 2;

/// The sums of five squares, eight outputs in each register.
type Sums = [[__m256i; 2]; PART];

/// # Safety
/// The caller has AVX2 and the instruction, and this is inlined there.
#[inline(always)]
unsafe fn tile_by<M: Multiply, const CHANNELS: usize, const KERNEL: usize>(
    lines: &[ByteLine],
    input: &[u8],
    row: usize,
) -> Tile<i32> {
    assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
    let mut tile = [[0; STRIP]; SIDE];
    for half in 0..2 {
        // SAFETY: as here.
        let (left, right) = unsafe {
            (
                part::<M, CHANNELS, KERNEL, 0>(lines, input, row, half),
                part::<M, CHANNELS, KERNEL, PART>(lines, input, row, half),
            )
        };
        for (square, sums) in tile.iter_mut().zip(left.into_iter().chain(right)) {
            let stored = &mut square.as_chunks_mut::<HALF>().0[half];
            for (stored, sums) in stored.as_chunks_mut::<8>().0.iter_mut().zip(sums) {
                // SAFETY: eight numbers are one register.
                unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), sums) }
            }
        }
    }
    tile
}

/// Five squares from `START` and one half of the strip's outputs.
///
/// # Safety
/// As for [`tile_by`].
#[inline(always)]
unsafe fn part<M: Multiply, const CHANNELS: usize, const KERNEL: usize, const START: usize>(
    lines: &[ByteLine],
    input: &[u8],
    row: usize,
    half: usize,
) -> Sums {
    // SAFETY: the caller has the instructions.
    let mut sums: Sums = unsafe { [[_mm256_setzero_si256(); 2]; PART] };
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap);
        let squares = squares_of_rank::<_, CHANNELS>(input, rank);
        for group in 0..CHANNELS / GROUP {
            for file_tap in 0..KERNEL {
                let line = taps[(group * KERNEL + file_tap) * 2 + half].0.as_ptr();
                // SAFETY: a line is two registers, aligned to 64 bytes.
                let weights = unsafe {
                    let line = line.cast::<__m256i>();
                    [_mm256_load_si256(line), _mm256_load_si256(line.add(1))]
                };
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + file_tap).wrapping_sub(KERNEL / 2);
                    if let Some(square) = squares.get(column) {
                        let values = i32::from_ne_bytes(square.as_chunks().0[group]);
                        // SAFETY: the caller has the instructions.
                        unsafe {
                            let values = _mm256_set1_epi32(values);
                            sums[0] = M::plus_product(sums[0], values, weights[0]);
                            sums[1] = M::plus_product(sums[1], values, weights[1]);
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
    use crate::kernel::Avx512;

    /// The same kernel by AVX-512's spelling of the instruction, for processors that have only that.
    #[derive(Clone, Copy)]
    pub(crate) struct Respelled(pub(crate) Avx512);

    struct Avx512Spelling;

    impl Multiply for Avx512Spelling {
        #[inline(always)]
        unsafe fn plus_product(sum: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
            // SAFETY: who calls this has the instruction.
            unsafe { _mm256_dpbusd_epi32(sum, inputs, weights) }
        }
    }

    #[target_feature(enable = "avx2,avx512f,avx512vl,avx512vnni")]
    fn respelled<const CHANNELS: usize, const KERNEL: usize>(
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        // SAFETY: this function has the instructions.
        unsafe { tile_by::<Avx512Spelling, CHANNELS, KERNEL>(lines, input, row) }
    }

    impl Kernel for Respelled {
        fn tile<const CHANNELS: usize, const KERNEL: usize>(
            self,
            lines: &[ByteLine],
            input: &[u8],
            row: usize,
        ) -> Tile<i32> {
            // SAFETY: the value proves that the processor has the instructions.
            unsafe { respelled::<CHANNELS, KERNEL>(lines, input, row) }
        }
    }
}
