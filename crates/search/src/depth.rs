//! Depth in fractions of a ply, so that kinds of move can cost more or less than one.

use std::ops::{Add, Sub};

/// A number of plies, in sixty-fourths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Depth(i32);

impl Depth {
    /// Nothing left.
    pub const ZERO: Self = Self(0);

    /// One move of either player.
    pub const PLY: Self = Self(64);

    /// So many plies.
    #[must_use]
    pub const fn plies(plies: u32) -> Self {
        Self(Self::PLY.0 * plies as i32)
    }

    /// So many sixty-fourths of a ply.
    #[must_use]
    pub const fn sixty_fourths(count: i32) -> Self {
        Self(count)
    }

    /// The number of sixty-fourths of a ply.
    #[must_use]
    #[inline]
    pub const fn in_sixty_fourths(self) -> i32 {
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
