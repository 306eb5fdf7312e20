//! The region that one player fills.

use std::ops::ControlFlow;

use crate::moves::Move;
use crate::queen_moves::queen_moves;
use crate::region::flood_fill;
use crate::square::{Direction, Square};
use crate::square_set::SquareSet;

/// Squares in which only one player's amazons move and shoot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FillRegion {
    /// The squares to use up.
    pub empty: SquareSet,
    /// The player's amazons.
    pub amazons: SquareSet,
    /// The amazons in the border of the territory: each must burn the square that it leaves.
    pub blockers: SquareSet,
}

impl FillRegion {
    /// Removes the squares that no amazon can reach.
    pub fn reachable_part(self) -> Self {
        let empty = flood_fill(self.amazons, self.empty) - self.amazons;
        Self { empty, ..self }
    }

    /// The connected components with empty squares. All squares must be
    /// [reachable](Self::reachable_part).
    pub fn components(self) -> impl Iterator<Item = Self> {
        let mut rest = self.empty;
        std::iter::from_fn(move || {
            let component = flood_fill(rest.first()?.into(), self.empty | self.amazons);
            rest -= component;
            Some(Self {
                empty: self.empty & component,
                amazons: self.amazons & component,
                blockers: self.blockers & component,
            })
        })
    }

    /// Calls `visit` with the origin, target and possible arrows of every step until it breaks.
    pub(super) fn visit_steps<B>(
        self,
        mut visit: impl FnMut(Square, Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.amazons {
            for to in queen_moves(from, self.empty) {
                let arrows = if self.blockers.contains(from) {
                    from.into()
                } else {
                    queen_moves(to, self.empty | from)
                };
                visit(from, to, arrows)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The region after a move.
    pub(super) fn after(self, mv: Move) -> Self {
        let Move { from, to, arrow } = mv;
        Self {
            empty: (self.empty | from) - to - arrow,
            amazons: (self.amazons - from) | to,
            blockers: self.blockers - from,
        }
    }

    /// The squares by number of neighbors in the region: at most 1 (dead ends), 2 (corridors), 3 or
    /// 4 (edges), more (open).
    pub(super) fn by_neighbor_count(self) -> [SquareSet; 4] {
        let squares = self.empty | self.amazons;
        // A binary counter for each square, one set per digit.
        let mut digits = [SquareSet::EMPTY; 4];
        for direction in Direction::ALL {
            let mut carry = squares.step(direction);
            for digit in &mut digits {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        let [ones, twos, fours, eights] = digits;
        let above_three = fours | eights;
        let under_two = squares - twos - above_three;
        let two = (squares & twos) - ones - above_three;
        let above_four = eights | fours & (twos | ones);
        let open = squares & above_four;
        [under_two, two, squares - under_two - two - open, open]
    }
}
