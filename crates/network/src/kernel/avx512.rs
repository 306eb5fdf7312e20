//! AVX-512 VNNI kernel: one instruction multiplies and adds 64 bytes, or 16 floats.
//!
//! The sums of a tile of ten squares and 32 outputs take twenty registers. For each group of inputs
//! the weights of three taps take six more, and each square's group is broadcast once and used up
//! to six times, so multiplications are the bottleneck, not loads.

use std::arch::x86_64::{
    __m512, __m512i, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_load_ps, _mm512_load_si512,
    _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512,
};
use std::mem::transmute;

use super::{
    ByteInput, ByteLine, ConvolutionKernel, FloatInput, FloatLine, INPUTS_PER_GROUP, TileInput,
};
use crate::board::SIDE;
use crate::convolution::{Tile, WeightLine};

/// Proof that the CPU supports AVX-512 with VNNI.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    pub fn new() -> Option<Self> {
        let available = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vnni");
        available.then_some(Self(()))
    }
}

impl ConvolutionKernel for Avx512 {
    #[inline(always)]
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(self, input: ByteInput) -> Tile<i32> {
        // SAFETY: `self` proves that the CPU has the instructions. A register holds sixteen sums.
        unsafe {
            let sums = tile::<__m512i, _, _, _, CHANNELS, KERNEL_SIZE>(input);
            transmute::<Sums<__m512i>, Tile<i32>>(sums)
        }
    }

    #[inline(always)]
    fn float_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
        self,
        input: FloatInput,
    ) -> Tile<f32> {
        // SAFETY: as above.
        unsafe {
            let sums = tile::<__m512, _, _, _, CHANNELS, KERNEL_SIZE>(input);
            transmute::<Sums<__m512>, Tile<f32>>(sums)
        }
    }
}

/// A register of sixteen sums that takes `INPUTS_PER_GROUP` inputs at a time. Only for [`tile`],
/// which has the target features.
trait Register<N, W, const INPUTS_PER_GROUP: usize>: Copy {
    unsafe fn zero() -> Self;
    unsafe fn weights(line: &WeightLine<W, INPUTS_PER_GROUP>) -> Self;
    unsafe fn broadcast(group: [N; INPUTS_PER_GROUP]) -> Self;
    unsafe fn multiply_add(self, inputs: Self, weights: Self) -> Self;
}

// SAFETY of all methods: the caller has the target features, and lines are aligned to 64 bytes.
impl Register<u8, i8, INPUTS_PER_GROUP> for __m512i {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: see above.
        unsafe { _mm512_setzero_si512() }
    }

    #[inline(always)]
    unsafe fn weights(line: &ByteLine) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_load_si512((&raw const line.0).cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast(group: [u8; INPUTS_PER_GROUP]) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(i32::from_ne_bytes(group)) }
    }

    #[inline(always)]
    unsafe fn multiply_add(self, inputs: Self, weights: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_dpbusd_epi32(self, inputs, weights) }
    }
}

impl Register<f32, f32, 1> for __m512 {
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: see above.
        unsafe { _mm512_setzero_ps() }
    }

    #[inline(always)]
    unsafe fn weights(line: &FloatLine) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_load_ps((&raw const line.0).cast()) }
    }

    #[inline(always)]
    unsafe fn broadcast([value]: [f32; 1]) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_set1_ps(value) }
    }

    #[inline(always)]
    unsafe fn multiply_add(self, inputs: Self, weights: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_fmadd_ps(inputs, weights, self) }
    }
}

/// Sums of ten squares, sixteen outputs in each half.
type Sums<R> = [[R; 2]; SIDE];

#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn tile<R, N, W, const INPUTS_PER_GROUP: usize, const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: TileInput<WeightLine<W, INPUTS_PER_GROUP>, N>,
) -> Sums<R>
where
    R: Register<N, W, INPUTS_PER_GROUP>,
    N: Copy,
{
    input.assert_sizes::<CHANNELS, KERNEL_SIZE>();
    // SAFETY: this function has the target features.
    let mut sums = unsafe { [[R::zero(); 2]; SIDE] };
    for (row_tap, input_row) in input.rows::<KERNEL_SIZE>() {
        let taps = input.taps::<KERNEL_SIZE>(row_tap);
        let squares = input.squares_of_row::<CHANNELS>(input_row);
        sums = add_row::<R, _, _, _, CHANNELS, KERNEL_SIZE>(sums, taps, squares);
    }
    sums
}

/// Adds the products of one row of inputs: to the same square and, if the convolution is 3×3, to
/// its neighbors.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers"
)]
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn add_row<
    R,
    N,
    W,
    const INPUTS_PER_GROUP: usize,
    const CHANNELS: usize,
    const KERNEL_SIZE: usize,
>(
    mut sums: Sums<R>,
    taps: &[WeightLine<W, INPUTS_PER_GROUP>],
    squares: &[[N; CHANNELS]; SIDE],
) -> Sums<R>
where
    R: Register<N, W, INPUTS_PER_GROUP>,
    N: Copy,
{
    assert_eq!(taps.len(), CHANNELS / INPUTS_PER_GROUP * KERNEL_SIZE * 2);
    for group in 0..CHANNELS / INPUTS_PER_GROUP {
        // SAFETY: this function has the target features.
        let mut weights = unsafe { [[R::zero(); 2]; KERNEL_SIZE] };
        for tap in 0..KERNEL_SIZE {
            let line = (group * KERNEL_SIZE + tap) * 2;
            // SAFETY: as above.
            weights[tap] = unsafe { [R::weights(&taps[line]), R::weights(&taps[line + 1])] };
        }
        for column in 0..SIDE {
            // SAFETY: as above.
            let inputs = unsafe { R::broadcast(squares[column].as_chunks().0[group]) };
            for tap in 0..KERNEL_SIZE {
                // The first tap reads the left neighbor, so it adds to the right one.
                let square = (column + KERNEL_SIZE / 2).wrapping_sub(tap);
                if square < SIDE {
                    let [low, high] = &mut sums[square];
                    // SAFETY: as above.
                    unsafe {
                        *low = low.multiply_add(inputs, weights[tap][0]);
                        *high = high.multiply_add(inputs, weights[tap][1]);
                    }
                }
            }
        }
    }
    sums
}
