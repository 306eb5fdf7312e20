//! The kernel for processors with AVX-512 VNNI: one instruction multiplies and adds 64 bytes.
//!
//! A tile of ten squares and 32 outputs is twenty registers of sums. For each group of four inputs the
//! weights of three taps are six more, and each square's four bytes are broadcast once and used up to
//! six times: loads are few, and the multiplications alone set the pace.

use std::arch::x86_64::{
    __m512i, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_set1_epi32, _mm512_setzero_si512,
};
use std::mem::transmute;

use super::{Kernel, assert_sizes, rows_met, taps_of_rank};
use crate::convolution::{GROUP, Line, Tile};
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
    fn tile<const GROUPS: usize, const KERNEL: usize>(
        self,
        lines: &[Line],
        input: &[u8],
        row: usize,
    ) -> Tile {
        // SAFETY: a value of the type exists, so the processor has the instructions. Calling them by
        // hand is 50 times as fast as the plain kernel.
        unsafe { tile::<GROUPS, KERNEL>(lines, input, row) }
    }
}

/// The sums of ten squares, 16 outputs in each half.
type Sums = [[__m512i; 2]; SIDE];

#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn tile<const GROUPS: usize, const KERNEL: usize>(
    lines: &[Line],
    input: &[u8],
    row: usize,
) -> Tile {
    assert_sizes::<GROUPS, KERNEL>(lines, input, row);
    let mut sums: Sums = [[_mm512_setzero_si512(); 2]; SIDE];
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let squares = &input[rank * SIDE * GROUPS * GROUP..][..SIDE * GROUPS * GROUP];
        let taps = taps_of_rank::<GROUPS, KERNEL>(lines, rank_tap);
        sums = add_rank::<GROUPS, KERNEL>(sums, taps, squares);
    }
    // SAFETY: both are 32 numbers for each of ten squares, in the same order.
    unsafe { transmute::<Sums, Tile>(sums) }
}

/// Adds the part of one row of inputs: each goes to its own square and, if the convolution is 3 × 3, to
/// the neighbours, where there are any.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers"
)]
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn add_rank<const GROUPS: usize, const KERNEL: usize>(
    mut sums: Sums,
    taps: &[Line],
    squares: &[u8],
) -> Sums {
    assert_eq!(taps.len(), GROUPS * KERNEL * 2);
    let (squares, _) = squares.as_chunks::<GROUP>();
    assert_eq!(squares.len(), SIDE * GROUPS);
    for group in 0..GROUPS {
        let mut weights = [[_mm512_setzero_si512(); 2]; KERNEL];
        for tap in 0..KERNEL {
            // SAFETY: there are two lines of weights for each group and tap, aligned to 64 bytes.
            weights[tap] = unsafe {
                let line = taps.as_ptr().add((group * KERNEL + tap) * 2);
                [
                    _mm512_load_si512(line.cast()),
                    _mm512_load_si512(line.add(1).cast()),
                ]
            };
        }
        for column in 0..SIDE {
            let values = i32::from_ne_bytes(squares[column * GROUPS + group]);
            let values = _mm512_set1_epi32(values);
            for tap in 0..KERNEL {
                // The first tap looks at the neighbour to the left, so by it inputs go to the right.
                let square = (column + KERNEL / 2).wrapping_sub(tap);
                if square < SIDE {
                    let [low, high] = &mut sums[square];
                    *low = _mm512_dpbusd_epi32(*low, values, weights[tap][0]);
                    *high = _mm512_dpbusd_epi32(*high, values, weights[tap][1]);
                }
            }
        }
    }
    sums
}
