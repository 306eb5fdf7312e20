//! A move: the amazon's step and its arrow.

use std::fmt;

use crate::square::Square;

/// A step of an amazon and the arrow that it shoots from its new square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The square that the amazon leaves.
    pub from: Square,
    /// The square that the amazon steps to.
    pub to: Square,
    /// The square that the arrow burns; may equal `from`.
    pub arrow: Square,
}

/// `d1-d7/g7`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.arrow)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
