//! The kernel for processors with AVX-512 VNNI: one instruction multiplies and adds 64 bytes.
//!
//! A tile of ten squares and 32 outputs is twenty registers of sums; for each group of four inputs two
//! registers of weights are loaded, and each square's four bytes are broadcast and used twice.

use std::arch::x86_64::{
    __m512i, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_storeu_si512,
};

use super::{Kernel, assert_sizes, rows_met};
use crate::convolution::{GROUP, Line, STRIP, Tile};
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
#[inline(never)]
fn tile<const GROUPS: usize, const KERNEL: usize>(
    lines: &[Line],
    input: &[u8],
    row: usize,
) -> Tile {
    assert_sizes::<GROUPS, KERNEL>(lines, input, row);
    let mut sums: Sums = [[_mm512_setzero_si512(); 2]; SIDE];
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let squares = &input[rank * SIDE * GROUPS * GROUP..][..SIDE * GROUPS * GROUP];
        let weights = &lines[rank_tap * KERNEL * GROUPS * 2..][..KERNEL * GROUPS * 2];
        if KERNEL == 1 {
            sums = add_tap::<GROUPS, 0, SIDE, 0>(sums, weights, squares);
        } else {
            sums = add_tap::<GROUPS, 1, SIDE, -1>(sums, &weights[..GROUPS * 2], squares);
            sums =
                add_tap::<GROUPS, 0, SIDE, 0>(sums, &weights[GROUPS * 2..][..GROUPS * 2], squares);
            sums = add_tap::<GROUPS, 0, { SIDE - 1 }, 1>(sums, &weights[GROUPS * 4..], squares);
        }
    }
    let mut tile = [[0; STRIP]; SIDE];
    for (stored, [low, high]) in tile.iter_mut().zip(sums) {
        // SAFETY: 32 numbers are two registers.
        unsafe {
            _mm512_storeu_si512(stored.as_mut_ptr().cast(), low);
            _mm512_storeu_si512(stored.as_mut_ptr().add(STRIP / 2).cast(), high);
        }
    }
    tile
}

/// Adds one tap's part: the weights times the squares `SHIFT` to the right, for the squares `FIRST` up
/// to `LAST`, which are those where that is on the board.
#[expect(
    clippy::needless_range_loop,
    reason = "only a loop between constants is unrolled, which keeps the sums in registers: 8 times as fast"
)]
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn add_tap<const GROUPS: usize, const FIRST: usize, const LAST: usize, const SHIFT: isize>(
    mut sums: Sums,
    weights: &[Line],
    squares: &[u8],
) -> Sums {
    assert_eq!(weights.len(), GROUPS * 2);
    let (squares, _) = squares.as_chunks::<GROUP>();
    for group in 0..GROUPS {
        // SAFETY: there are two lines of weights for each group, aligned to 64 bytes.
        let [low, high] = unsafe {
            let line = weights.as_ptr().add(group * 2);
            [
                _mm512_load_si512(line.cast()),
                _mm512_load_si512(line.add(1).cast()),
            ]
        };
        for column in FIRST..LAST {
            let place = column.wrapping_add_signed(SHIFT) * GROUPS + group;
            let values = i32::from_ne_bytes(squares[place]);
            let values = _mm512_set1_epi32(values);
            sums[column][0] = _mm512_dpbusd_epi32(sums[column][0], values, low);
            sums[column][1] = _mm512_dpbusd_epi32(sums[column][1], values, high);
        }
    }
    sums
}
