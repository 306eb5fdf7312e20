//! Search depth in fractional plies.

use std::ops::{Add, Sub};

/// Depth in units of 1/64 ply, so that a kind of move can cost more or less than one ply.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// No depth left.
    pub const ZERO: Self = Self(0);

    /// One ply.
    pub const PLY: Self = Self(64);

    /// Depth of whole plies.
    #[must_use]
    pub const fn from_plies(plies: u32) -> Self {
        Self(Self::PLY.0 * plies as i32)
    }

    /// Depth in 1/64 ply.
    #[must_use]
    pub const fn from_fraction(count: i32) -> Self {
        Self(count)
    }

    /// Depth in 1/64 ply.
    #[must_use]
    #[inline]
    pub const fn as_fraction(self) -> i32 {
        self.0
    }
}

impl Add for Depth {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}
