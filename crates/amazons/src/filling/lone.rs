//! Filling a region where only one player stands.

use super::count::MoveCount;
use super::search::Longest;
use super::space::Space;
use crate::moves::Move;
use crate::region::Region;
use crate::square_set::SquareSet;

/// How the only player in a region fills it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoneFilling {
    /// The moves of the longest way that was found.
    pub plan: Vec<Move>,
    /// How many moves can be made.
    pub count: MoveCount,
}

impl LoneFilling {
    /// The longest way to fill squares with these amazons, looked for with at most so many steps for each number of moves.
    #[must_use]
    pub fn of(empty: SquareSet, amazons: SquareSet, steps: u32) -> Self {
        let space = Space {
            empty,
            amazons,
            tied: SquareSet::EMPTY,
        };
        let longest = Longest::of(space.within_reach(), steps);
        Self {
            count: longest.count(),
            plan: longest.plan,
        }
    }
}

impl Region {
    /// The longest way to fill the region, as [`LoneFilling::of`]; `None` if both players stand in it. Where nobody stands there is no move.
    #[must_use]
    pub fn lone_filling(&self, steps: u32) -> Option<LoneFilling> {
        let empty = self.empty_squares();
        let amazons = self.squares() - empty;
        (!self.is_contested()).then(|| LoneFilling::of(empty, amazons, steps))
    }
}
