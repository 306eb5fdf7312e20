//! The two players.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players.
///
/// Which color moves first depends on the position ([`Game::to_move`](crate::Game::to_move)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Left in combinatorial game theory; X in Tic-Tac-Toe; sente in Shogi.
    Black,
    /// Right in combinatorial game theory; O in Tic-Tac-Toe; gote in Shogi.
    White,
}

impl Color {
    /// Both colors, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other color; `!color` in const contexts.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.opponent()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// One value for each player, indexed by [`Color`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PerColor<T>([T; 2]);

impl<T> PerColor<T> {
    /// From Black's and White's values.
    pub const fn new(black: T, white: T) -> Self {
        Self([black, white])
    }

    /// From `value_of` each color.
    pub fn from_fn(value_of: impl FnMut(Color) -> T) -> Self {
        Self(Color::ALL.map(value_of))
    }
}

impl<T> Index<Color> for PerColor<T> {
    type Output = T;

    #[inline]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for PerColor<T> {
    #[inline]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
