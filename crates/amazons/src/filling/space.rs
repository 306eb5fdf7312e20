//! Space that one player fills, and what a move makes of it.

use std::ops::ControlFlow;

use crate::moves::Move;
use crate::region::flood;
use crate::slides::slides;
use crate::square::{Direction, Square};
use crate::square_set::SquareSet;

/// Squares with a player's amazons, where nobody else moves or shoots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Space {
    /// The squares to be used up.
    pub empty: SquareSet,
    /// The amazons that use them.
    pub amazons: SquareSet,
    /// Those of the amazons that are part of the wall: each must burn the square that it leaves.
    pub tied: SquareSet,
}

impl Space {
    /// The same amazons, with only those squares that one of them can still get to.
    pub fn within_reach(self) -> Self {
        let empty = flood(self.amazons, self.empty) - self.amazons;
        Self { empty, ..self }
    }

    /// Parts that no longer touch each other, those without empty squares left out. All squares must
    /// be [within reach](Self::within_reach).
    pub fn parts(self) -> impl Iterator<Item = Self> {
        let mut left = self.empty;
        std::iter::from_fn(move || {
            let part = flood(left.first()?.into(), self.empty | self.amazons);
            left -= part;
            Some(Self {
                empty: self.empty & part,
                amazons: self.amazons & part,
                tied: self.tied & part,
            })
        })
    }

    /// Hands out every step of an amazon with the squares that its arrow may then burn, until `visit`
    /// breaks.
    pub(super) fn visit_steps<B>(
        self,
        mut visit: impl FnMut(Square, Square, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.amazons {
            for to in slides(from, self.empty) {
                let arrows = if self.tied.contains(from) {
                    from.into()
                } else {
                    slides(to, self.empty | from)
                };
                visit(from, to, arrows)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a move leaves.
    pub(super) fn after(self, mv: Move) -> Self {
        let Move { from, to, arrow } = mv;
        Self {
            empty: (self.empty | from) - to - arrow,
            amazons: (self.amazons - from) | to,
            tied: self.tied - from,
        }
    }

    /// The squares sorted by how many neighbours within the space they have: dead ends, corridors,
    /// edges, and the open.
    pub(super) fn by_openness(self) -> [SquareSet; 4] {
        let squares = self.empty | self.amazons;
        // A counter for each square, its binary digits in four sets.
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
