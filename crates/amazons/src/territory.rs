//! Territory: results that are certain long before the last move.
//!
//! Let one player, the *holder*, keep still. The opponent can then enter just those empty squares
//! that a king walks to from the opponent's amazons, past no fire and no amazon of the holder: the
//! opponent's *reach*. Each move of the opponent takes one square off it. What lies beyond is the
//! holder's *territory*. No square of it touches the reach, or it would belong to it: only fire and
//! amazons of the holder lie between.
//!
//! The holder can use up territory and keep the opponent out at the same time: an amazon that touches
//! neither the reach nor an opponent moves and shoots within the territory as it likes; one that does,
//! a *guard*, goes into the territory and burns the square that it leaves, and is no guard any more.
//! Nothing that the opponent does can disturb this. So the holder has won if more moves can be made
//! this way than the opponent has in the reach; as many are enough if it is the opponent's turn.
//!
//! Where there is no guard the players are separated for good and this is all there is to the game:
//! then the result is known, whoever wins. Whatever is said here is certain; that nothing is said
//! means nothing.

use game::Color;

use crate::filling::{Filler, Longest, MoveCount, OutOfSteps, Space};
use crate::moves::Move;
use crate::position::Position;
use crate::region::flood;
use crate::square_set::SquareSet;

/// How many moves a search tries to fill space, when it is asked at every node of another search.
const STEPS_FOR_PROOF: u32 = 2_000;

/// The same, when a game depends on it.
const STEPS_FOR_PLAN: u32 = 100_000;

/// The board as it is if one player holds their walls.
struct Hold {
    holder: Color,
    /// The holder's territory, guards tied.
    territory: Space,
    /// The opponent's reach.
    reach: Space,
    /// One if the holder needs one move more than the opponent: on the holder's turn.
    ahead: u32,
}

impl Hold {
    /// `None` if the reach is too large for the holder to win by holding.
    fn new(position: &Position, holder: Color) -> Option<Self> {
        let empty = position.empty_squares();
        let opponents = position.amazons(!holder);
        let ahead = u32::from(position.to_move() == holder);
        let most = empty.len().checked_sub(ahead)? / 2;
        let entered = flood_up_to(opponents, empty, most + opponents.len())?;
        let reach = Space {
            empty: entered - opponents,
            amazons: opponents,
            tied: SquareSet::EMPTY,
        };
        let amazons = position.amazons(holder);
        let territory = Space {
            empty: empty - entered,
            amazons,
            tied: amazons & entered.neighbours(),
        };
        Some(Self {
            holder,
            territory: territory.within_reach(),
            reach,
            ahead,
        })
    }

    /// Whether the players can never meet again.
    fn is_separated(&self) -> bool {
        self.territory.tied.is_empty()
    }

    /// Who wins, if that can be said.
    ///
    /// The holder wins if the waste of the territory is greater than that of the reach by no more than
    /// the difference of their sizes allows. Both wastes are raised step by step until one suffices.
    fn winner(&self, filler: &mut Filler) -> Result<Option<Color>, OutOfSteps> {
        let [territory, reach] = [self.territory, self.reach].map(|space| space.empty.len());
        let (mut wasted, mut unused) = if territory >= reach + self.ahead {
            (Some(territory - reach - self.ahead), 0)
        } else {
            (None, reach + self.ahead - territory - 1)
        };
        loop {
            // Here the opponent is known to leave at least `unused` squares of the reach.
            if let Some(wasted) = wasted
                && filler.fills(self.territory, wasted)?
            {
                return Ok(Some(self.holder));
            }
            if filler.fills(self.reach, unused)? {
                return Ok(self.is_separated().then_some(!self.holder));
            }
            wasted = Some(wasted.map_or(0, |wasted| wasted + 1));
            unused += 1;
        }
    }
}

/// What the player to move can count on by only filling territory from now on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filling {
    to_move: Color,
    plan: Vec<Move>,
    own: MoveCount,
    opponent: MoveCount,
}

impl Filling {
    fn separated(to_move: Color, own: Longest, opponent: Longest) -> Self {
        Self {
            to_move,
            own: own.count(),
            opponent: opponent.count(),
            plan: own.plan,
        }
    }

    /// The filling of a holder to move whose opponent is not shut off for good.
    fn behind_guards(hold: &Hold, squares: u32) -> Option<Self> {
        let own = Longest::of(hold.territory, STEPS_FOR_PLAN);
        let mut most = hold.reach.empty.len();
        if own.count().least <= most {
            most = Longest::of(hold.reach, STEPS_FOR_PLAN).most;
        }
        let filling = Self {
            to_move: hold.holder,
            own: MoveCount {
                least: own.count().least,
                // Who leaves the walls may get more, or less.
                most: squares,
            },
            opponent: MoveCount { least: 0, most },
            plan: own.plan,
        };
        (filling.winner() == Some(hold.holder)).then_some(filling)
    }

    /// The moves to make, one each turn: they stay legal whatever the opponent does in between.
    #[must_use]
    pub fn plan(&self) -> &[Move] {
        &self.plan
    }

    /// How many moves the player to move can make.
    #[must_use]
    pub fn own(&self) -> MoveCount {
        self.own
    }

    /// How many moves the opponent can make while the plan is followed.
    #[must_use]
    pub fn opponent(&self) -> MoveCount {
        self.opponent
    }

    /// Who wins: on equal numbers, the player to move is the first who cannot.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        if self.own.least > self.opponent.most {
            Some(self.to_move)
        } else if self.own.most <= self.opponent.least {
            Some(!self.to_move)
        } else {
            None
        }
    }

    /// By how many moves the player to move outlasts the opponent, if both numbers are known: zero or
    /// less is a loss.
    #[must_use]
    pub fn margin(&self) -> Option<i32> {
        Some(self.own.exactly()?.cast_signed() - self.opponent.exactly()?.cast_signed())
    }
}

/// What a player can count on among some squares, whatever happens elsewhere, by never leaving the walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Holding {
    territory: Space,
    reach: Space,
}

impl Holding {
    /// How the squares are divided if that player holds the walls: `empty` ones, own amazons and the opponent's.
    #[must_use]
    pub fn new(empty: SquareSet, own: SquareSet, opponents: SquareSet) -> Self {
        let entered = flood(opponents, empty);
        let territory = Space {
            empty: empty - entered,
            amazons: own,
            tied: own & entered.neighbours(),
        };
        Self {
            territory: territory.within_reach(),
            reach: Space {
                empty: entered - opponents,
                amazons: opponents,
                tied: SquareSet::EMPTY,
            },
        }
    }

    /// The margin if neither player wasted a square: a guess at [`margin`](Self::margin) that costs nothing.
    #[must_use]
    pub fn hoped_margin(&self) -> i32 {
        let [own, opponents] = [self.territory, self.reach].map(|space| space.empty.len());
        own.cast_signed() - opponents.cast_signed()
    }

    /// At least so many more moves than the opponent among these squares, and whenever: it is as if the player had so
    /// many moves in hand, or the opponent, if it is negative.
    #[must_use]
    pub fn margin(&self) -> i32 {
        let filled = |space| Longest::of(space, STEPS_FOR_PROOF).count();
        filled(self.territory).least.cast_signed() - filled(self.reach).most.cast_signed()
    }
}

impl Position {
    /// The best filling for the player to move: wherever the players are
    /// [separated](Self::is_separated), and where this player is certain to win by holding the walls.
    #[must_use]
    pub fn filling(&self) -> Option<Filling> {
        let mover = self.to_move();
        let hold = Color::ALL
            .into_iter()
            .filter_map(|holder| Hold::new(self, holder))
            .find(|hold| hold.holder == mover || hold.is_separated())?;
        if !hold.is_separated() {
            return Filling::behind_guards(&hold, self.empty_squares().len());
        }
        let [territory, reach] =
            [hold.territory, hold.reach].map(|space| Longest::of(space, STEPS_FOR_PLAN));
        Some(if hold.holder == mover {
            Filling::separated(mover, territory, reach)
        } else {
            Filling::separated(mover, reach, territory)
        })
    }

    /// Who wins under perfect play, if territory tells it at little cost.
    pub(crate) fn winner_by_territory(&self) -> Option<Color> {
        [self.to_move(), !self.to_move()]
            .into_iter()
            .filter_map(|holder| Hold::new(self, holder))
            .find_map(|hold| hold.winner(&mut Filler::new(STEPS_FOR_PROOF)).ok()?)
    }
}

/// All squares of `open` connected to `seeds` by king's moves, the seeds included, unless they are
/// more than `most`.
fn flood_up_to(seeds: SquareSet, open: SquareSet, most: u32) -> Option<SquareSet> {
    let mut filled = seeds;
    loop {
        let grown = filled | filled.neighbours() & open;
        if grown == filled {
            return Some(filled);
        }
        if grown.len() > most {
            return None;
        }
        filled = grown;
    }
}

#[cfg(test)]
mod tests {
    use game::{Game, Outcome};
    use proptest::prelude::*;

    use crate::arbitrary::any_position;
    use crate::symmetry::{Symmetry, View};

    proptest! {
        /// The search may run out of steps on one way of looking at a position and not on another, but
        /// never on the few squares that random fire leaves in reach.
        #[test]
        fn every_view_has_the_same_verdict(position in any_position()) {
            let proven = position.proven_outcome();
            for symmetry in Symmetry::ALL {
                for exchanges_players in [false, true] {
                    let view = View { size: position.size(), symmetry, exchanges_players };
                    let seen = view.of(&position).proven_outcome();
                    let back = seen.and_then(Outcome::winner).map(|winner| {
                        if exchanges_players { !winner } else { winner }
                    });
                    prop_assert_eq!(back, proven.and_then(Outcome::winner));
                }
            }
        }

        #[test]
        fn separated_positions_are_decided(position in any_position()) {
            let filling = position.filling();
            if position.is_separated() {
                prop_assert!(position.proven_outcome().is_some());
                prop_assert!(filling.is_some());
            }
            if let Some(winner) = filling.and_then(|filling| filling.winner()) {
                prop_assert_eq!(position.proven_outcome(), Some(Outcome::Win(winner)));
            }
        }
    }
}
