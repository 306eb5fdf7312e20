//! Territory: results that are certain long before the end of the game.
//!
//! Suppose one player, the *defender*, does not move. The opponent can then enter only the empty
//! squares connected to the opponent's amazons by king moves: the opponent's *reach*. Each move of
//! the opponent uses up one of these squares. All other empty squares are the defender's
//! *territory*. No square of it is a neighbor of the reach: only burned squares and amazons of the
//! defender, the *border*, are between them.
//!
//! The defender can fill the territory and keep the opponent out at the same time. An amazon that
//! is no neighbor of the reach or of an opponent's amazon moves and shoots within the territory.
//! Any other amazon is a *blocker* (Song and Müller 2014): it steps into the territory and burns
//! the square that it leaves, and is no blocker any more. The opponent cannot disturb this. So the
//! defender wins with more moves than the opponent has in the reach; equally many suffice if the
//! opponent is to move.
//!
//! Without blockers the players are separated, and both numbers of moves decide the game either
//! way. Results are proofs; `None` means unknown.

use game::Color;

use crate::filling::{FillPlan, FillRegion, FillSearch, MoveCount, StepLimitReached};
use crate::moves::Move;
use crate::position::Position;
use crate::region::{flood_fill, flood_fill_limited};
use crate::square_set::SquareSet;

/// Step limit of proofs, which are attempted at every node of a search.
const PROOF_MAX_STEPS: u32 = 2_000;

/// Step limit of plans.
const PLAN_MAX_STEPS: u32 = 100_000;

/// Territory of a defender and reach of the opponent, in some squares of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerritorySplit {
    territory: FillRegion,
    opponent_reach: FillRegion,
}

impl TerritorySplit {
    /// Splits `empty` squares between a defender's amazons, `own`, and the opponent's.
    #[must_use]
    pub fn new(empty: SquareSet, own: SquareSet, opponent: SquareSet) -> Self {
        Self::with_entered(empty, own, opponent, flood_fill(opponent, empty))
    }

    /// `entered` holds the opponent's amazons and reach.
    fn with_entered(
        empty: SquareSet,
        own: SquareSet,
        opponent: SquareSet,
        entered: SquareSet,
    ) -> Self {
        let territory = FillRegion {
            empty: empty - entered,
            amazons: own,
            blockers: own & entered.neighbors(),
        };
        Self {
            territory: territory.reachable_part(),
            opponent_reach: FillRegion {
                empty: entered - opponent,
                amazons: opponent,
                blockers: SquareSet::EMPTY,
            },
        }
    }

    /// The margin if neither player has defects: a cheap estimate of
    /// [`guaranteed_margin`](Self::guaranteed_margin).
    #[must_use]
    pub fn optimistic_margin(&self) -> i32 {
        let [own, opponent] =
            [self.territory, self.opponent_reach].map(|region| region.empty.len());
        own.cast_signed() - opponent.cast_signed()
    }

    /// Lower bound of the defender's moves minus the opponent's moves in these squares, whatever is
    /// played elsewhere; negative if the opponent may have more.
    #[must_use]
    pub fn guaranteed_margin(&self) -> i32 {
        let count = |region| FillPlan::of_region(region, PROOF_MAX_STEPS).count;
        count(self.territory).lower.cast_signed() - count(self.opponent_reach).upper.cast_signed()
    }
}

/// A position in which one player defends their territory.
struct Defense {
    defender: Color,
    split: TerritorySplit,
    /// By how many moves the defender must outlast the opponent: 1 if the defender is to move.
    required_lead: u32,
}

impl Defense {
    /// `None` if the reach is too large for the defender to win.
    fn new(position: &Position, defender: Color) -> Option<Self> {
        let empty = position.empty_squares();
        let opponent = position.amazons(!defender);
        let required_lead = u32::from(position.to_move() == defender);
        let max_reach = empty.len().checked_sub(required_lead)? / 2;
        let entered = flood_fill_limited(opponent, empty, max_reach + opponent.len())?;
        let own = position.amazons(defender);
        Some(Self {
            defender,
            split: TerritorySplit::with_entered(empty, own, opponent, entered),
            required_lead,
        })
    }

    /// Whether the players are separated.
    fn is_separated(&self) -> bool {
        self.split.territory.blockers.is_empty()
    }

    /// The winner, if it can be proven.
    ///
    /// The defender wins if the territory has few enough defects for its size. Defects of territory
    /// and reach are raised in step until one of them suffices.
    fn winner(&self, search: &mut FillSearch) -> Result<Option<Color>, StepLimitReached> {
        let TerritorySplit {
            territory,
            opponent_reach,
        } = self.split;
        let own_squares = territory.empty.len();
        let needed = opponent_reach.empty.len() + self.required_lead;
        let (mut own_defects, mut opponent_defects) = if own_squares >= needed {
            (Some(own_squares - needed), 0)
        } else {
            (None, needed - own_squares - 1)
        };
        loop {
            // Here the opponent is known to have at least `opponent_defects`.
            if let Some(defects) = own_defects
                && search.can_fill(territory, defects)?
            {
                return Ok(Some(self.defender));
            }
            if search.can_fill(opponent_reach, opponent_defects)? {
                return Ok(self.is_separated().then_some(!self.defender));
            }
            own_defects = Some(own_defects.map_or(0, |defects| defects + 1));
            opponent_defects += 1;
        }
    }
}

/// A plan of the side to move that only fills territory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TerritoryPlan {
    to_move: Color,
    /// The planned moves, one per turn. They stay legal whatever the opponent plays.
    pub moves: Vec<Move>,
    /// Number of moves of the side to move.
    pub own_moves: MoveCount,
    /// Number of moves of the opponent while the plan is followed.
    pub opponent_moves: MoveCount,
}

impl TerritoryPlan {
    fn separated(to_move: Color, own: FillPlan, opponent: FillPlan) -> Self {
        Self {
            to_move,
            own_moves: own.count,
            opponent_moves: opponent.count,
            moves: own.moves,
        }
    }

    /// The plan of a defender with blockers; `None` unless it wins.
    fn with_blockers(defense: &Defense, squares: u32) -> Option<Self> {
        let TerritorySplit {
            territory,
            opponent_reach,
        } = defense.split;
        let own = FillPlan::of_region(territory, PLAN_MAX_STEPS);
        let mut opponent_upper = opponent_reach.empty.len();
        if own.count.lower <= opponent_upper {
            opponent_upper = FillPlan::of_region(opponent_reach, PLAN_MAX_STEPS)
                .count
                .upper;
        }
        let plan = Self {
            to_move: defense.defender,
            own_moves: MoveCount {
                lower: own.count.lower,
                // Moves outside the territory may gain more.
                upper: squares,
            },
            opponent_moves: MoveCount {
                lower: 0,
                upper: opponent_upper,
            },
            moves: own.moves,
        };
        (plan.winner() == Some(defense.defender)).then_some(plan)
    }

    /// The winner, if the bounds decide it. With equally many moves the side to move loses.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        if self.own_moves.lower > self.opponent_moves.upper {
            Some(self.to_move)
        } else if self.own_moves.upper <= self.opponent_moves.lower {
            Some(!self.to_move)
        } else {
            None
        }
    }

    /// Own moves minus the opponent's, if both are exact. The side to move wins if it is positive.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        let (own, opponent) = (self.own_moves.exact()?, self.opponent_moves.exact()?);
        Some(own.cast_signed() - opponent.cast_signed())
    }
}

impl Position {
    /// The best plan of the side to move if the players are [separated](Self::is_separated), or if
    /// the side to move wins by defending its territory.
    #[must_use]
    pub fn territory_plan(&self) -> Option<TerritoryPlan> {
        let to_move = self.to_move();
        let defense = Color::ALL
            .into_iter()
            .filter_map(|defender| Defense::new(self, defender))
            .find(|defense| defense.defender == to_move || defense.is_separated())?;
        if !defense.is_separated() {
            return TerritoryPlan::with_blockers(&defense, self.empty_squares().len());
        }
        let plan = |region| FillPlan::of_region(region, PLAN_MAX_STEPS);
        let territory = plan(defense.split.territory);
        let reach = plan(defense.split.opponent_reach);
        Some(if defense.defender == to_move {
            TerritoryPlan::separated(to_move, territory, reach)
        } else {
            TerritoryPlan::separated(to_move, reach, territory)
        })
    }

    /// The winner under perfect play, if it can be proven within [`PROOF_MAX_STEPS`].
    pub(crate) fn winner_by_territory(&self) -> Option<Color> {
        [self.to_move(), !self.to_move()]
            .into_iter()
            .filter_map(|defender| Defense::new(self, defender))
            .find_map(|defense| defense.winner(&mut FillSearch::new(PROOF_MAX_STEPS)).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Outcome};
    use proptest::prelude::*;

    use crate::symmetry::Transform;
    use crate::test_strategies::any_position;

    proptest! {
        /// The step limit could break the symmetry, but it is never reached in these small regions.
        #[test]
        fn proofs_are_invariant_under_transforms(position in any_position()) {
            let proven = position.proven_outcome();
            for transform in Transform::all(position.size()) {
                let outcome = transform.apply(&position).proven_outcome();
                let winner = outcome.and_then(Outcome::winner).map(|winner| {
                    if transform.swaps_colors { !winner } else { winner }
                });
                prop_assert_eq!(winner, proven.and_then(Outcome::winner));
            }
        }

        #[test]
        fn separated_positions_are_decided(position in any_position()) {
            let plan = position.territory_plan();
            if position.is_separated() {
                prop_assert!(position.proven_outcome().is_some());
                prop_assert!(plan.is_some());
            }
            if let Some(winner) = plan.and_then(|plan| plan.winner()) {
                prop_assert_eq!(position.proven_outcome(), Some(Outcome::Win(winner)));
            }
        }
    }
}
