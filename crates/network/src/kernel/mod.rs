//! Convolution kernels, one per instruction set, and run-time detection.
//!
//! A kernel computes the sums of one [`Tile`]. Integer sums do not depend on the order, and
//! everything around the kernels is written once in deterministic operations, so all kernels give
//! the same bits. Float sums, for float weights only, are the exception.
//!
//! Kernels use intrinsics; the Rust code around them is fast only if it is compiled for the same
//! instructions. So work is a [`KernelTask`] that is inlined into one `target_feature` function per
//! instruction set.

/// Defines a kernel by the function `tile` of its module, for CPUs that fulfil the condition.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! detected_kernel {
    ($kernel:ident, $is_available:expr) => {
        /// Proof that the CPU has the instructions.
        #[derive(Clone, Copy)]
        pub(crate) struct $kernel(());

        impl $kernel {
            pub fn new() -> Option<Self> {
                ($is_available).then_some(Self(()))
            }
        }

        impl super::ConvolutionKernel for $kernel {
            #[inline(always)]
            fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
                self,
                input: ByteInput,
            ) -> Tile<i32> {
                // SAFETY: `self` proves that the CPU has the instructions.
                unsafe { tile::<CHANNELS, KERNEL_SIZE>(input) }
            }

            #[cfg(target_arch = "x86_64")]
            #[inline(always)]
            fn float_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
                self,
                input: super::FloatInput,
            ) -> Tile<f32> {
                // SAFETY: as above; all kernels for x86-64 need AVX2.
                unsafe { super::float_tile_avx2::<CHANNELS, KERNEL_SIZE>(input) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx_vnni;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "aarch64")]
mod neon_dotprod;
mod portable;

use strum::{Display, EnumCount, EnumString, VariantArray};

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

use crate::board::{SIDE, SQUARES};
use crate::convolution::{Tile, WeightLine};

/// Number of input bytes that one instruction multiplies and adds.
pub(crate) const INPUTS_PER_GROUP: usize = 4;

/// Number of squares in a part of a tile.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
const SQUARES_PER_PART: usize = SIDE / 2;

/// Weights of sixteen outputs for four input bytes.
pub(crate) type ByteLine = WeightLine<i8, INPUTS_PER_GROUP>;

/// Weights of sixteen outputs for one input float.
pub(crate) type FloatLine = WeightLine<f32, 1>;

/// What a [`Tile`] is computed from.
#[derive(Clone, Copy)]
pub(crate) struct TileInput<'a, L, N> {
    /// Weights of the channel block of outputs.
    pub lines: &'a [L],
    /// Channels of all squares.
    pub squares: &'a [N],
    /// The row of the tile.
    pub row: usize,
}

pub(crate) type ByteInput<'a> = TileInput<'a, ByteLine, u8>;
pub(crate) type FloatInput<'a> = TileInput<'a, FloatLine, f32>;

/// Computes tiles with one instruction set. A value is proof that the CPU supports it.
pub(crate) trait ConvolutionKernel: Copy {
    /// Computes one channel block of outputs on one row, for a convolution of `KERNEL_SIZE` ×
    /// `KERNEL_SIZE` squares with `CHANNELS` inputs.
    fn tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(self, input: ByteInput) -> Tile<i32>;

    /// [`tile`](Self::tile) for floats. Not inlined: there are many shapes, and many callers.
    #[inline(never)]
    fn float_tile<const CHANNELS: usize, const KERNEL_SIZE: usize>(
        self,
        input: FloatInput,
    ) -> Tile<f32> {
        portable::float_tile::<CHANNELS, KERNEL_SIZE>(input)
    }
}

impl<'a, W, N, const INPUTS_PER_GROUP: usize> TileInput<'a, WeightLine<W, INPUTS_PER_GROUP>, N> {
    /// Checks the preconditions of the kernels' unchecked reads.
    #[inline(always)]
    fn assert_sizes<const CHANNELS: usize, const KERNEL_SIZE: usize>(&self) {
        assert!(KERNEL_SIZE == 1 || KERNEL_SIZE == 3);
        assert_eq!(
            self.lines.len() * INPUTS_PER_GROUP,
            KERNEL_SIZE * KERNEL_SIZE * CHANNELS * 2
        );
        assert_eq!(self.squares.len(), SQUARES * CHANNELS);
        assert!(self.row < SIDE);
    }

    /// Row taps that are on the board, each with its input row.
    #[inline(always)]
    fn rows<const KERNEL_SIZE: usize>(&self) -> impl Iterator<Item = (usize, usize)> {
        let (row, radius) = (self.row, KERNEL_SIZE / 2);
        (0..KERNEL_SIZE)
            .map(move |tap| (tap, (row + tap).wrapping_sub(radius)))
            .filter(|&(_, input_row)| input_row < SIDE)
    }

    /// Weights of all taps of one row tap: for every group of inputs, the two halves of each column
    /// tap.
    #[inline(always)]
    fn taps<const KERNEL_SIZE: usize>(
        &self,
        row_tap: usize,
    ) -> &'a [WeightLine<W, INPUTS_PER_GROUP>] {
        let length = self.lines.len() / KERNEL_SIZE;
        &self.lines[row_tap * length..][..length]
    }

    /// Channels of all squares of a row.
    #[inline(always)]
    fn squares_of_row<const CHANNELS: usize>(&self, row: usize) -> &'a [[N; CHANNELS]; SIDE] {
        let (squares, _) = self.squares.as_chunks::<CHANNELS>();
        &squares.as_chunks::<SIDE>().0[row]
    }
}

impl ByteInput<'_> {
    /// Channels of all squares of the input rows, converted; zero outside the board.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn convert_rows<T: Copy + Default, const CHANNELS: usize, const KERNEL_SIZE: usize>(
        &self,
        convert: impl Fn(u8) -> T,
    ) -> [[[T; CHANNELS]; SIDE]; KERNEL_SIZE] {
        let mut rows = [[[T::default(); CHANNELS]; SIDE]; KERNEL_SIZE];
        for (row_tap, input_row) in self.rows::<KERNEL_SIZE>() {
            let bytes = self.squares_of_row::<CHANNELS>(input_row).as_flattened();
            let converted = rows[row_tap].as_flattened_mut();
            for (converted, &byte) in converted.iter_mut().zip(bytes) {
                *converted = convert(byte);
            }
        }
        rows
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn float_tile_avx2<const CHANNELS: usize, const KERNEL_SIZE: usize>(
    input: FloatInput,
) -> Tile<f32> {
    portable::float_tile::<CHANNELS, KERNEL_SIZE>(input)
}

/// Work that is compiled once for each kernel.
pub(crate) trait KernelTask {
    type Output;

    /// Implementations are `#[inline(always)]`.
    fn run<K: ConvolutionKernel>(self, kernel: K) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")]
fn run_avx512<T: KernelTask>(kernel: Avx512, task: T) -> T::Output {
    task.run(kernel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<K: ConvolutionKernel, T: KernelTask>(kernel: K, task: T) -> T::Output {
    task.run(kernel)
}

/// An instruction set that the network has a kernel for. Its text is `avx512`, `avx-vnni`, `avx2`,
/// `neon-dotprod`, `neon` or `portable`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Display, EnumCount, EnumString, VariantArray)]
#[strum(serialize_all = "kebab-case", parse_err_ty = String, parse_err_fn = unknown_kernel)]
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
    pub const ALL: [Self; Self::COUNT] = *Self::VARIANTS.first_chunk().expect("all variants");

    /// Whether this CPU supports the kernel.
    #[must_use]
    pub fn is_available(self) -> bool {
        struct Nothing;

        impl KernelTask for Nothing {
            type Output = ();

            #[inline(always)]
            fn run<K: ConvolutionKernel>(self, _: K) {}
        }
        self.try_run(Nothing).is_ok()
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

    /// Runs a task with this kernel, or with the portable one if the CPU does not support it.
    pub(crate) fn run<T: KernelTask>(self, task: T) -> T::Output {
        self.try_run(task).unwrap_or_else(|task| task.run(Portable))
    }

    /// Runs a task with this kernel; gives it back if the CPU does not support the kernel.
    fn try_run<T: KernelTask>(self, task: T) -> Result<T::Output, T> {
        Ok(match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if let Some(kernel) = Avx512::new() => {
                // SAFETY: the kernel proves that the CPU has the instructions.
                unsafe { run_avx512(kernel, task) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni if let Some(kernel) = AvxVnni::new() => {
                // SAFETY: as above; AVX-VNNI implies AVX2.
                unsafe { run_avx2(kernel, task) }
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if let Some(kernel) = Avx2::new() => {
                // SAFETY: as above.
                unsafe { run_avx2(kernel, task) }
            }
            // NEON is always enabled, so the code around the kernel needs no target feature.
            #[cfg(target_arch = "aarch64")]
            Self::NeonDotprod if let Some(kernel) = NeonDotprod::new() => task.run(kernel),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => task.run(Neon),
            Self::Portable => task.run(Portable),
            _ => return Err(task),
        })
    }
}

fn unknown_kernel(name: &str) -> String {
    let names = Kernel::ALL.map(|kernel| kernel.to_string()).join(", ");
    format!("unknown kernel {name:?} (expected {names})")
}
