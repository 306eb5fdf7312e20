//! Convolution kernels, one per instruction set, and run-time detection.
//!
//! A kernel computes the sums of one [`Tile`]. Integer sums do not depend on the order, and
//! everything around the kernels is written once in deterministic operations, so all kernels give
//! the same bits. Float sums, for float weights only, are the exception.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
mod float;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod neon_dotprod;
mod portable;
mod task;

use std::fmt;
use std::str::FromStr;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx_vnni::AvxVnni;
#[cfg(all(test, target_arch = "x86_64"))]
pub(crate) use avx_vnni::tests::EvexKernel;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon;
#[cfg(target_arch = "aarch64")]
pub(crate) use neon_dotprod::NeonDotprod;
pub(crate) use portable::Portable;
pub(crate) use task::KernelTask;

use crate::board::{SIDE, SQUARES};
use crate::convolution::{Tile, WeightLine};

/// Number of input bytes that one instruction multiplies and adds.
const INPUTS_PER_GROUP: usize = 4;

/// Weights of sixteen outputs for four input bytes.
pub(crate) type ByteLine = WeightLine<i8, INPUTS_PER_GROUP>;

/// Weights of sixteen outputs for one input float.
pub(crate) type FloatLine = WeightLine<f32, 1>;

/// Computes tiles with one instruction set. A value is proof that the CPU supports it.
pub(crate) trait ConvolutionKernel: Copy {
    /// Computes one channel block of outputs on one row, for a convolution of `KERNEL_SIZE` ×
    /// `KERNEL_SIZE` squares with `CHANNELS` inputs.
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
        self,
        lines: &[ByteLine],
        input: &[u8],
        row: usize,
    ) -> Tile<i32>;

    /// [`tile`](Self::tile) for floats.
    #[inline(always)]
    fn float_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
        self,
        lines: &[FloatLine],
        input: &[f32],
        row: usize,
    ) -> Tile<f32> {
        float::tile::<CHANNELS, KERNEL_SIZE>(lines, input, row)
    }
}

/// Row taps of a convolution at `row` that are on the board, each with its input row.
#[inline(always)]
fn input_rows<const KERNEL_SIZE: usize>(row: usize) -> impl Iterator<Item = (usize, usize)> {
    let radius = KERNEL_SIZE / 2;
    (0..KERNEL_SIZE)
        .map(move |tap| (tap, (row + tap).wrapping_sub(radius)))
        .filter(|&(_, input_row)| input_row < SIDE)
}

/// Weights of all taps of one row tap: for every group of inputs, the two halves of each column
/// tap.
#[inline(always)]
fn taps_of_row<L, const KERNEL_SIZE: usize>(lines: &[L], row_tap: usize) -> &[L] {
    let length = lines.len() / KERNEL_SIZE;
    &lines[row_tap * length..][..length]
}

/// Channels of all squares of a row.
#[inline(always)]
fn squares_of_row<N, const CHANNELS: usize>(input: &[N], row: usize) -> &[[N; CHANNELS]; SIDE] {
    let (squares, _) = input.as_chunks::<CHANNELS>();
    &squares.as_chunks::<SIDE>().0[row]
}

/// Channels of all squares of the input rows at `row`, converted; zero outside the board.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn convert_rows<T: Copy + Default, const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: &[u8],
    row: usize,
    convert: impl Fn(u8) -> T,
) -> [[[T; CHANNELS]; SIDE]; KERNEL_SIZE] {
    let mut rows = [[[T::default(); CHANNELS]; SIDE]; KERNEL_SIZE];
    for (row_tap, input_row) in input_rows::<KERNEL_SIZE>(row) {
        let bytes = squares_of_row::<_, CHANNELS>(input, input_row).as_flattened();
        let converted = rows[row_tap].as_flattened_mut();
        for (converted, &byte) in converted.iter_mut().zip(bytes) {
            *converted = convert(byte);
        }
    }
    rows
}

/// Checks the preconditions of the kernels' unchecked reads.
#[inline(always)]
fn assert_sizes<
    N,
    W,
    const INPUTS_PER_GROUP: usize,
    const CHANNELS: usize,
    const KERNEL_SIZE: usize,
>(
    lines: &[WeightLine<W, INPUTS_PER_GROUP>],
    input: &[N],
    row: usize,
) {
    assert!(KERNEL_SIZE == 1 || KERNEL_SIZE == 3);
    assert_eq!(
        lines.len() * INPUTS_PER_GROUP,
        KERNEL_SIZE * KERNEL_SIZE * CHANNELS * 2
    );
    assert_eq!(input.len(), SQUARES * CHANNELS);
    assert!(row < SIDE);
}

/// An instruction set that the network has a kernel for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kernel {
    /// AVX-512 with VNNI.
    Avx512,
    /// AVX2 with AVX-VNNI.
    AvxVnni,
    /// AVX2.
    Avx2,
    /// NEON with dot products.
    NeonDotprod,
    /// NEON.
    Neon,
    /// Any CPU.
    Portable,
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: [Self; 6] = [
        Self::Avx512,
        Self::AvxVnni,
        Self::Avx2,
        Self::NeonDotprod,
        Self::Neon,
        Self::Portable,
    ];

    /// Whether this CPU supports the kernel.
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
            Self::NeonDotprod => NeonDotprod::new().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => true,
            Self::Portable => true,
            _ => false,
        }
    }

    /// All kernels that this CPU supports, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// The fastest kernel that this CPU supports.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::Portable)
    }
}

/// `avx512`, `avx-vnni`, `avx2`, `neon-dotprod`, `neon` or `portable`.
impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Avx512 => "avx512",
            Self::AvxVnni => "avx-vnni",
            Self::Avx2 => "avx2",
            Self::NeonDotprod => "neon-dotprod",
            Self::Neon => "neon",
            Self::Portable => "portable",
        })
    }
}

impl FromStr for Kernel {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|kernel| kernel.to_string() == name)
            .ok_or_else(|| {
                let names = Self::ALL.map(|kernel| kernel.to_string()).join(", ");
                format!("unknown kernel {name:?} (expected {names})")
            })
    }
}
