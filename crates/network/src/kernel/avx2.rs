//! The kernel for processors with AVX2.
//!
//! AVX2 can multiply bytes only with sums that are clipped at sixteen bits, which other paths would not
//! reproduce; so inputs and weights are widened to sixteen bits, whose products are added up in full. The
//! inputs are widened once a tile, the weights while they are loaded. A tile is computed in eight parts of
//! five squares and eight outputs, whose sums are ten of the sixteen registers.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_load_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_hadd_epi32,
    _mm256_madd_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::{ByteLine, GROUP, Kernel, assert_sizes, converted_rows, rows_met, taps_of_rank};
use crate::convolution::{STRIP, Tile};
use crate::frame::SIDE;

/// Proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub fn new() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }
}

impl Kernel for Avx2 {
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

/// Squares of one part of a tile.
const PART: usize = SIDE / 2;

/// Outputs of one part of a tile: what one register of sums holds.
const OUTPUTS: usize = 8;

/// The sums of five squares. Each output has two, one for the first two inputs of every group and one
/// for the others; the first four outputs are in the first register.
type Sums = [[__m256i; 2]; PART];

/// The channels of a row's squares, widened.
type Row<const CHANNELS: usize> = [[u16; CHANNELS]; SIDE];

#[target_feature(enable = "avx2")]
#[inline(never)]
fn tile<const CHANNELS: usize, const KERNEL: usize>(
    lines: &[ByteLine],
    input: &[u8],
    row: usize,
) -> Tile<i32> {
    assert_sizes::<_, _, _, CHANNELS, KERNEL>(lines, input, row);
    let rows = converted_rows::<_, CHANNELS, KERNEL>(input, row, u16::from);
    let mut tile = [[0; STRIP]; SIDE];
    for outputs in 0..STRIP / OUTPUTS {
        let left = part::<CHANNELS, KERNEL, 0>(lines, &rows, row, outputs);
        let right = part::<CHANNELS, KERNEL, PART>(lines, &rows, row, outputs);
        store(&mut tile, 0, outputs, left);
        store(&mut tile, PART, outputs, right);
    }
    tile
}

#[target_feature(enable = "avx2")]
#[inline]
fn store(tile: &mut Tile<i32>, first: usize, outputs: usize, sums: Sums) {
    for (stored, [low, high]) in tile[first..first + PART].iter_mut().zip(sums) {
        // The pairwise sums come out as outputs 0 1 4 5 2 3 6 7.
        let ordered = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_hadd_epi32(low, high));
        let stored = &mut stored.as_chunks_mut::<OUTPUTS>().0[outputs];
        // SAFETY: eight numbers are one register.
        unsafe { _mm256_storeu_si256(stored.as_mut_ptr().cast(), ordered) }
    }
}

/// Five squares from `START` and eight of the strip's outputs.
#[target_feature(enable = "avx2")]
#[inline]
fn part<const CHANNELS: usize, const KERNEL: usize, const START: usize>(
    lines: &[ByteLine],
    rows: &[Row<CHANNELS>; KERNEL],
    row: usize,
    outputs: usize,
) -> Sums {
    let mut sums: Sums = [[_mm256_setzero_si256(); 2]; PART];
    for (rank_tap, _) in rows_met::<KERNEL>(row) {
        let taps = taps_of_rank::<_, KERNEL>(lines, rank_tap)
            .as_chunks::<2>()
            .0;
        for group in 0..CHANNELS / GROUP {
            for file_tap in 0..KERNEL {
                let weights = widened(&taps[group * KERNEL + file_tap], outputs);
                for (column, sums) in sums.iter_mut().enumerate() {
                    let column = (START + column + file_tap).wrapping_sub(KERNEL / 2);
                    if let Some(square) = rows[rank_tap].get(column) {
                        add(sums, weights, &square.as_chunks().0[group]);
                    }
                }
            }
        }
    }
    sums
}

/// The weights of eight of the strip's outputs, as the sums want them.
#[target_feature(enable = "avx2")]
#[inline]
fn widened(halves: &[ByteLine; 2], outputs: usize) -> [__m256i; 2] {
    let quarters = halves[outputs / 2].0.as_chunks::<{ OUTPUTS / 2 }>().0;
    let load = |bytes: &[[i8; GROUP]; OUTPUTS / 2]| {
        // SAFETY: these are sixteen bytes of a line, aligned to sixteen.
        unsafe { _mm_load_si128(bytes.as_ptr().cast::<__m128i>()) }
    };
    let [low, high] = [0, 1].map(|quarter| load(&quarters[outputs % 2 * 2 + quarter]));
    [_mm256_cvtepi8_epi16(low), _mm256_cvtepi8_epi16(high)]
}

/// Adds four inputs' part to the sums of a square.
#[target_feature(enable = "avx2")]
#[inline]
fn add(sums: &mut [__m256i; 2], weights: [__m256i; 2], values: &[u16; GROUP]) {
    // SAFETY: any four numbers of sixteen bits are one of 64.
    let values = unsafe { values.as_ptr().cast::<i64>().read_unaligned() };
    let values = _mm256_set1_epi64x(values);
    sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(values, weights[0]));
    sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(values, weights[1]));
}
