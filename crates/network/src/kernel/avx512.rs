//! The kernel for processors with AVX-512 VNNI: one instruction multiplies and adds 64 bytes, or 16 floats.
//!
//! A tile of ten squares and 32 outputs is twenty registers of sums. For each group of inputs the
//! weights of three taps are six more, and each square's group is broadcast once and used up to
//! six times: loads are few, and the multiplications alone set the pace.

use std::arch::x86_64::{
    __m512, __m512i, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_load_ps, _mm512_load_si512,
    _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512,
};
use std::mem::transmute;

use super::{
    ByteLine, FloatLine, GROUP, Kernel, assert_sizes, rows_met, squares_of_rank, taps_of_rank,
};
use crate::convolution::{Line, Tile};
use crate::frame::SIDE;

/// Proof that the processor has AVX-512 with VNNI.
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

impl Kernel for Avx512 {
    #[inline(always)]
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32> {
        // SAFETY: a value of the type exists, so the processor has the instructions. Calling them by
        // hand is 50 times as fast as the plain kernel. A register holds sixteen sums.
        unsafe {
            let sums = tile::<__m512i, _, _, _, CHANNELS, KERNEL>(lines, input, row);
            transmute::<Sums<__m512i>, Tile<i32>>(sums)
        }
    }

    #[inline(always)]
    fn float_tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[FloatLine],
        input: &[f32],
        row: usize,
    ) -> Tile<f32> {
        // SAFETY: as above.
        unsafe {
            let sums = tile::<__m512, _, _, _, CHANNELS, KERNEL>(lines, input, row);
            transmute::<Sums<__m512>, Tile<f32>>(sums)
        }
    }
}

/// A register of sixteen sums, and what is done with `GROUP` inputs at a time. Only for [`tile`], which
/// has the instructions.
trait Register<N, W, const GROUP: usize>: Copy {
    unsafe fn zero() -> Self;
    unsafe fn weights(line: &Line<W, GROUP>) -> Self;
    unsafe fn broadcast(group: [N; GROUP]) -> Self;
    unsafe fn plus_product(self, inputs: Self, weights: Self) -> Self;
}

// SAFETY of all that follows: the caller has the instructions, and lines are aligned to 64 bytes.
impl Register<u8, i8, GROUP> for __m512i {
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
    unsafe fn broadcast(group: [u8; GROUP]) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_set1_epi32(i32::from_ne_bytes(group)) }
    }

    #[inline(always)]
    unsafe fn plus_product(self, inputs: Self, weights: Self) -> Self {
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
    unsafe fn plus_product(self, inputs: Self, weights: Self) -> Self {
        // SAFETY: see above.
        unsafe { _mm512_fmadd_ps(inputs, weights, self) }
    }
}

/// The sums of ten squares, 16 outputs in each half.
type Sums<R> = [[R; 2]; SIDE];

#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn tile<R, N, W, const GROUP: usize, const CHANNELS: usize, const KERNEL: usize>(
    lines: &[Line<W, GROUP>],
    input: &[N],
    row: usize,
) -> Sums<R>
where
    R: Register<N, W, GROUP>,
    N: Copy,
{
    assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
    // SAFETY: this function has the instructions.
    let mut sums = unsafe { [[R::zero(); 2]; SIDE] };
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap);
        let squares = squares_of_rank::<_, CHANNELS>(input, rank);
        sums = add_rank::<R, _, _, _, CHANNELS, KERNEL>(sums, taps, squares);
    }
    sums
}

/// Adds the part of one row of inputs: each goes to its own square and, if the convolution is 3 × 3, to
/// the neighbours, where there are any.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers"
)]
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn add_rank<R, N, W, const GROUP: usize, const CHANNELS: usize, const KERNEL: usize>(
    mut sums: Sums<R>,
    taps: &[Line<W, GROUP>],
    squares: &[[N; CHANNELS]; SIDE],
) -> Sums<R>
where
    R: Register<N, W, GROUP>,
    N: Copy,
{
    assert_eq!(taps.len(), CHANNELS / GROUP * KERNEL * 2);
    for group in 0..CHANNELS / GROUP {
        // SAFETY: this function has the instructions.
        let mut weights = unsafe { [[R::zero(); 2]; KERNEL] };
        for tap in 0..KERNEL {
            let line = (group * KERNEL + tap) * 2;
            // SAFETY: as above.
            weights[tap] = unsafe { [R::weights(&taps[line]), R::weights(&taps[line + 1])] };
        }
        for column in 0..SIDE {
            // SAFETY: as above.
            let inputs = unsafe { R::broadcast(squares[column].as_chunks().0[group]) };
            for tap in 0..KERNEL {
                // The first tap looks at the neighbour to the left, so by it inputs go to the right.
                let square = (column + KERNEL / 2).wrapping_sub(tap);
                if square < SIDE {
                    let [low, high] = &mut sums[square];
                    // SAFETY: as above.
                    unsafe {
                        *low = low.plus_product(inputs, weights[tap][0]);
                        *high = high.plus_product(inputs, weights[tap][1]);
                    }
                }
            }
        }
    }
    sums
}
