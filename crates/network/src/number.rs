//! What convolutions compute with: bytes, or floats for a network that is run as it was trained.
//!
//! Everything between the kernels is written once, for both. Bytes are what ships, and give the same bits on
//! every path; floats say what rounding to bytes costs, and differ in the last digit from path to path.

use std::fmt::Debug;

use crate::convolution::{HALF, Line, Tile};
use crate::kernel::Kernel;
use crate::planes::ONE;

/// The largest byte, as a float.
const LARGEST: f32 = u8::MAX as f32;

/// Adding this to a number from 0 to 255 leaves it, rounded, in the lowest byte.
const ROUNDER: f32 = 12_582_912.0;

/// A kind of number that a convolution takes in.
pub(crate) trait Number: Copy + Default + PartialEq + Debug + 'static {
    /// What inputs are multiplied by.
    type Weight: Copy + Default;

    /// What the products add up to.
    type Sum: Copy;

    /// One cache line of weights.
    type Line: Clone + Debug;

    /// Input channels whose weights lie together.
    const GROUP: usize;

    /// Sixteen outputs' weights for one group of inputs.
    fn line(weight: impl Fn(usize, usize) -> Self::Weight) -> Self::Line;

    /// An input plane's number.
    fn from_plane(plane: u8) -> Self;

    /// An input of a convolution; negative numbers become zero.
    fn rectified(value: f32) -> Self;

    /// A sum as a float.
    fn float(sum: Self::Sum) -> f32;

    /// One tile by one kernel: see [`Kernel`].
    fn tile<K: Kernel, const CHANNELS: usize, const KERNEL: usize>(
        kernel: K,
        lines: &[Self::Line],
        input: &[Self],
        row: usize,
    ) -> Tile<Self::Sum>;
}

impl Number for u8 {
    type Weight = i8;
    type Sum = i32;
    type Line = Line<i8, 4>;

    /// What one instruction multiplies and adds up.
    const GROUP: usize = 4;

    fn line(weight: impl Fn(usize, usize) -> i8) -> Self::Line {
        line(weight)
    }

    #[inline(always)]
    fn from_plane(plane: u8) -> Self {
        plane
    }

    #[inline(always)]
    fn rectified(value: f32) -> Self {
        (value.clamp(0.0, LARGEST) + ROUNDER).to_bits() as u8
    }

    #[inline(always)]
    fn float(sum: i32) -> f32 {
        sum as f32
    }

    #[inline(always)]
    fn tile<K: Kernel, const CHANNELS: usize, const KERNEL: usize>(
        kernel: K,
        lines: &[Self::Line],
        input: &[Self],
        row: usize,
    ) -> Tile<i32> {
        kernel.tile::<CHANNELS, KERNEL>(lines, input, row)
    }
}

impl Number for f32 {
    type Weight = f32;
    type Sum = f32;
    type Line = Line<f32, 1>;

    const GROUP: usize = 1;

    fn line(weight: impl Fn(usize, usize) -> f32) -> Self::Line {
        line(weight)
    }

    #[inline(always)]
    fn from_plane(plane: u8) -> Self {
        Self::from(plane) / Self::from(ONE)
    }

    #[inline(always)]
    fn rectified(value: f32) -> Self {
        value.max(0.0)
    }

    #[inline(always)]
    fn float(sum: f32) -> f32 {
        sum
    }

    #[inline(always)]
    fn tile<K: Kernel, const CHANNELS: usize, const KERNEL: usize>(
        kernel: K,
        lines: &[Self::Line],
        input: &[Self],
        row: usize,
    ) -> Tile<f32> {
        kernel.float_tile::<CHANNELS, KERNEL>(lines, input, row)
    }
}

fn line<W, const GROUP: usize>(weight: impl Fn(usize, usize) -> W) -> Line<W, GROUP> {
    Line(std::array::from_fn::<_, HALF, _>(|output| {
        std::array::from_fn(|input| weight(output, input))
    }))
}
