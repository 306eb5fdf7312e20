//! How many moves can be made, as far as a search that may not take forever can tell.

/// How many moves a player can make until the end of the game, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// That many for certain.
    pub least: u32,
    /// Never more.
    pub most: u32,
}

impl MoveCount {
    /// The number itself, if it is known.
    #[must_use]
    pub fn exactly(self) -> Option<u32> {
        (self.least == self.most).then_some(self.least)
    }
}
