//! Levels: opponents from a beginner to full strength.
//!
//! A level is weaker in two ways that people are weak in as well. It looks at fewer positions: the lowest
//! ones see no further than the board after their own move. And it errs plausibly: it plays one of the
//! moves that look nearly as good as the best, the likelier the better they look, and never one that it
//! thinks far worse. It does not blunder at random.
//!
//! | file | what it decides |
//! |---|---|
//! | `strength` | every number of the ladder |
//! | `player` | how a level thinks about a move |
//! | `choice` | which of the moves that it found it plays |
//!
//! What a level plays depends on the position and on chance alone: neither on the machine's speed, unless
//! a limit on time cuts it short, nor on what it saw before.

mod choice;
mod player;
mod strength;

use std::fmt;

use strength::{Strength, Weakness};

pub(crate) use player::Player;

/// How strongly to play, from [`Level::WEAKEST`] to [`Level::FULL`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// How many there are; they are numbered from 1.
    pub const COUNT: u8 = strength::LADDER.len() as u8;

    /// A beginner.
    pub const WEAKEST: Self = Self(1);

    /// Everything that the engine can do in its time.
    pub const FULL: Self = Self(Self::COUNT);

    /// The level with that number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        (Self::WEAKEST.0..=Self::FULL.0)
            .contains(&number)
            .then_some(Self(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::WEAKEST.0..=Self::FULL.0).map(Self)
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// What to call it, in a word or two.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.strength().name
    }

    /// What it is like to play against, in a sentence.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.strength().description
    }

    /// In what it falls short of full strength; `None` if in nothing.
    pub(crate) fn weakness(self) -> Option<&'static Weakness> {
        self.strength().weakness.as_ref()
    }

    fn strength(self) -> &'static Strength {
        &strength::LADDER[usize::from(self.0) - 1]
    }
}

/// Its number and name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.0, self.name())
    }
}
