//! The inner loops, once for each kind of processor, and the choice between them.
//!
//! A kernel does one thing: the integer sums of one [`Tile`]. Integers add up to the same number in any
//! order, so every kernel gives the same sums; everything around them is written once, in
//! operations whose result does not depend on the machine. That is why all paths give the same bits.
//!
//! There is no kernel for ARM yet: those processors take the plain path.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod plain;
mod task;

use std::fmt;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
pub(crate) use plain::Plain;
pub(crate) use task::Task;

use crate::convolution::{Line, Tile};
use crate::frame::{SIDE, SQUARES};

/// The sums of tiles by one kind of instruction. A value of the type proves that the processor has it.
pub(crate) trait Kernel: Copy {
    /// One strip of outputs on one row of the board, for `GROUPS` × 4 input channels and a convolution of
    /// `KERNEL` × `KERNEL` squares.
    fn tile<const GROUPS: usize, const KERNEL: usize>(
        self,
        lines: &[Line],
        input: &[u8],
        row: usize,
    ) -> Tile;
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

/// The weights of all taps of one rank step: for every group the two halves of each file step.
#[inline(always)]
fn taps_of_rank<const GROUPS: usize, const KERNEL: usize>(
    lines: &[Line],
    rank_tap: usize,
) -> &[Line] {
    let length = GROUPS * KERNEL * 2;
    &lines[rank_tap * length..][..length]
}

/// Checks what the unchecked reads of a kernel rely on.
#[inline(always)]
fn assert_sizes<const GROUPS: usize, const KERNEL: usize>(
    lines: &[Line],
    input: &[u8],
    row: usize,
) {
    assert!(KERNEL == 1 || KERNEL == 3);
    assert_eq!(lines.len(), KERNEL * KERNEL * GROUPS * 2);
    assert_eq!(input.len(), SQUARES * GROUPS * 4);
    assert!(row < SIDE);
}

/// A kind of instruction that the network can run on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Path {
    /// AVX-512 with the byte multiplications of VNNI.
    Avx512,
    /// AVX2.
    Avx2,
    /// No special instruction: any processor.
    Plain,
}

impl Path {
    /// All paths, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Plain];

    /// Whether this processor has the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => Avx2::new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Plain => true,
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
            Self::Avx2 => "AVX2",
            Self::Plain => "plain",
        })
    }
}
