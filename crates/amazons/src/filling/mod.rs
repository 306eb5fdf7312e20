//! Filling: how many moves a player can make in a region that the opponent cannot enter.
//!
//! Every move uses up one square, so there are at most as many moves as reachable squares. A move
//! can cost more: it may burn or leave the only connection to other squares. Squares that are never
//! used are *defects* (Müller and Tegos 2002). The maximum number of moves is NP-hard to compute
//! (Buro 2000), but easy for most regions of real games: burning dead ends first nearly always
//! leaves no defect. The search is depth-first with a budget of defects; it prunes moves that
//! exceed the budget and searches separated components one by one.

mod fill_region;
mod search;
#[cfg(test)]
mod tests;

use crate::moves::Move;
use crate::region::Region;
use crate::square_set::SquareSet;

pub(crate) use fill_region::FillRegion;
pub(crate) use search::{FillSearch, StepLimitReached};

/// Bounds on the number of moves that a player can make until the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveCount {
    /// Lower bound.
    pub lower: u32,
    /// Upper bound.
    pub upper: u32,
}

impl MoveCount {
    /// The number, if the bounds are equal.
    #[must_use]
    pub fn exact(self) -> Option<u32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Longest known line of moves in a region with one player's amazons.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FillPlan {
    /// The moves of the line.
    pub moves: Vec<Move>,
    /// Bounds on the length of the longest line; the lower bound is that of `moves`.
    pub count: MoveCount,
}

impl FillPlan {
    /// Searches for the longest line on `empty` squares, with at most `max_steps` search steps for
    /// each length.
    #[must_use]
    pub fn search(empty: SquareSet, amazons: SquareSet, max_steps: u32) -> Self {
        let region = FillRegion {
            empty,
            amazons,
            blockers: SquareSet::EMPTY,
        };
        Self::of_region(region.reachable_part(), max_steps)
    }

    /// Searches for the longest line in a region whose squares are all reachable. Always finds a
    /// line of at least one move if there is an empty square.
    pub(crate) fn of_region(region: FillRegion, max_steps: u32) -> Self {
        let squares = region.empty.len();
        let mut upper = squares;
        let mut is_exact = true;
        let mut search = FillSearch::new(max_steps);
        for defects in 0..squares {
            search.reset_steps(max_steps);
            match search.can_fill(region, defects) {
                Ok(true) => break,
                Ok(false) if is_exact => upper -= 1,
                Ok(false) => {}
                Err(StepLimitReached) => is_exact = false,
            }
        }
        let moves = search.into_line();
        let lower = u32::try_from(moves.len()).unwrap_or(upper);
        Self {
            moves,
            count: MoveCount { lower, upper },
        }
    }
}

impl Region {
    /// [`FillPlan::search`] in this region; `None` if it is contested.
    #[must_use]
    pub fn fill_plan(&self, max_steps: u32) -> Option<FillPlan> {
        let empty = self.empty_squares();
        let amazons = self.squares() - empty;
        (!self.is_contested()).then(|| FillPlan::search(empty, amazons, max_steps))
    }
}
