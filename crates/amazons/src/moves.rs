//! A move: the amazon's step and its arrow.

use std::fmt;

use crate::square::Square;

/// An amazon goes from one square to another and shoots an arrow from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the amazon stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// The square that its arrow burns; may be the one it came from.
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
