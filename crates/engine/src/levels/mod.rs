//! Levels of playing strength, from beginner to full strength.
//!
//! A level below full strength limits the nodes of the search (the lowest levels search one ply)
//! and samples its move by a softmax of the scores. It never plays a move that it scores far below
//! the best, so its mistakes look human rather than random.
//!
//! The moves of such a level depend only on the position and the seed, unless a time limit ends the
//! search: not on earlier searches, nor on the speed of the machine.

mod level_search;
mod presets;
mod sampling;

use std::fmt;

use presets::{LevelPreset, StrengthLimit};

pub(crate) use level_search::LevelSearch;

/// Playing strength, from [`Level::WEAKEST`] to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// Number of levels; they are numbered from 1.
    pub const COUNT: u8 = presets::LEVELS.len() as u8;

    /// The weakest level.
    pub const WEAKEST: Self = Self(1);

    /// Full strength.
    pub const FULL: Self = Self(Self::COUNT);

    /// The level with a number from 1 to [`COUNT`](Self::COUNT); `None` if out of range.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (Self::WEAKEST.0..=Self::FULL.0)
            .contains(&number)
            .then_some(Self(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::WEAKEST.0..=Self::FULL.0).map(Self)
    }

    /// Number of the level, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Name of the level.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.preset().name
    }

    /// Playing style, in one sentence.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.preset().description
    }

    /// Limits of the search and the sampling; `None` at full strength.
    pub(crate) fn strength_limit(self) -> Option<&'static StrengthLimit> {
        self.preset().strength_limit.as_ref()
    }

    fn preset(self) -> &'static LevelPreset {
        &presets::LEVELS[usize::from(self.0) - 1]
    }
}

/// Formats as number and name, such as `20, Amazon`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.0, self.name())
    }
}
