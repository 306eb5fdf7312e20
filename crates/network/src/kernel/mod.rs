//! The inner loops, once for each kind of processor, and the choice between them.
//!
//! A kernel does one thing: the sums of one [`Tile`]. Integers add up to the same number in any
//! order, so every kernel gives the same sums; everything around them is written once, in
//! operations whose result does not depend on the machine. That is why all paths give the same bits.
//! The sums of floats, for networks that are run as they were trained, are the only exception.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
#[cfg(target_arch = "aarch64")]
mod dot_product;
mod floats;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
mod task;

use std::fmt;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx_vnni::AvxVnni;
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use avx_vnni::tests::Respelled;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) use dot_product::DotProduct;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon;
pub(crate) use plain::Plain;
pub(crate) use task::Task;

use crate::convolution::{Line, Tile};
use crate::frame::{SIDE, SQUARES};

/// Input bytes that one instruction multiplies and adds up.
const GROUP: usize = 4;

/// The weights of sixteen outputs for four input bytes.
pub(crate) type ByteLine = Line<i8, GROUP>;

/// The weights of sixteen outputs for one input float.
pub(crate) type FloatLine = Line<f32, 1>;

/// The sums of tiles by one kind of instruction. A value of the type proves that the processor has it.
pub(crate) trait Kernel: Copy {
    /// One strip of outputs on one row of the board, for so many input channels and a convolution of
    /// `KERNEL` × `KERNEL` squares.
    fn tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32>;

    /// The same for floats.
    #[inline(always)]
    fn float_tile<const CHANNELS: usize, const KERNEL: usize>(
        self,
        lines: &[FloatLine],
        input: &[f32],
        row: usize,
    ) -> Tile<f32> {
        floats::tile::<CHANNELS, KERNEL>(lines, input, row)
    }
}

/// The rows of the board that the taps of a convolution meet from `row`, with the tap's place among
/// the `KERNEL` of that direction.
#[inline(always)]
fn rows_met<const KERNEL: usize>(row: usize) -> impl Iterator<Item = (usize, usize)> {
    let reach = KERNEL / 2;
    (0..KERNEL)
        .map(move |tap| (tap, (row + tap).wrapping_sub(reach)))
        .filter(|&(_, met)| met < SIDE)
}

/// The weights of all taps of one rank step: for every group of inputs the two halves of each file step.
#[inline(always)]
fn taps_of_rank<L, const KERNEL: usize>(lines: &[L], rank_tap: usize) -> &[L] {
    let length = lines.len() / KERNEL;
    &lines[rank_tap * length..][..length]
}

/// The channels of all squares of a row.
#[inline(always)]
fn squares_of_rank<N, const CHANNELS: usize>(input: &[N], rank: usize) -> &[[N; CHANNELS]; SIDE] {
    let (squares, _) = input.as_chunks::<CHANNELS>();
    &squares.as_chunks::<SIDE>().0[rank]
}

/// The channels of all squares of the rows that the taps meet from `row`, each turned into what a kernel multiplies;
/// zero where there is no row.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn converted_rows<T: Copy + Default, const CHANNELS: usize, const KERNEL: usize>(
    input: &[u8],
    row: usize,
    convert: impl Fn(u8) -> T,
) -> [[[T; CHANNELS]; SIDE]; KERNEL] {
    let mut rows = [[[T::default(); CHANNELS]; SIDE]; KERNEL];
    for (rank_tap, rank) in rows_met::<KERNEL>(row) {
        let bytes = squares_of_rank::<_, CHANNELS>(input, rank).as_flattened();
        let converted = rows[rank_tap].as_flattened_mut();
        for (converted, &byte) in converted.iter_mut().zip(bytes) {
            *converted = convert(byte);
        }
    }
    rows
}

/// Checks what the unchecked reads of a kernel rely on.
#[inline(always)]
fn assert_sizes<N, W, const GROUP: usize, const CHANNELS: usize, const KERNEL: usize>(
    lines: &[Line<W, GROUP>],
    input: &[N],
    row: usize,
) {
    assert!(KERNEL == 1 || KERNEL == 3);
    assert_eq!(lines.len() * GROUP, KERNEL * KERNEL * CHANNELS * 2);
    assert_eq!(input.len(), SQUARES * CHANNELS);
    assert!(row < SIDE);
}

/// A kind of instruction that the network can run on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// AVX-512 with the byte multiplications of VNNI.
    Avx512,
    /// AVX with the byte multiplications of VNNI.
    AvxVnni,
    /// AVX2.
    Avx2,
    /// NEON with dot products of bytes.
    DotProduct,
    /// NEON.
    Neon,
    /// No special instruction: any processor.
    Plain,
}

impl Path {
    /// All paths, the fastest first.
    pub const ALL: [Self; 6] = [
        Self::Avx512,
        Self::AvxVnni,
        Self::Avx2,
        Self::DotProduct,
        Self::Neon,
        Self::Plain,
    ];

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => AvxVnni::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::DotProduct => DotProduct::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => true,
            Self::Plain => true,
            _ => false,
        }
    }

    /// The paths of this processor, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|path| path.is_available())
    }

    /// The fastest path of this processor.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::Plain)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "AVX-512 VNNI",
            Self::AvxVnni => "AVX-VNNI",
            Self::Avx2 => "AVX2",
            Self::DotProduct => "NEON with dot products",
            Self::Neon => "NEON",
            Self::Plain => "plain",
        })
    }
}
