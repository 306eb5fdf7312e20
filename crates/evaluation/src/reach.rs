//! Distance maps as a few sets of squares: for those who look at every square, millions of times a second.

use amazons::SquareSet;
use game::PerColor;

use crate::growth::{Onlooker, grow_kings, grow_queens};
use crate::layout::Layout;
use crate::path::{Instructions, Path};

/// Queen's distances up to this are told apart.
pub const NEAR_QUEEN: usize = 4;

/// King's distances up to this are told apart.
pub const NEAR_KING: usize = 6;

/// The empty squares that each side reaches within so many moves. Each set holds the ones before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Within one queen's move, within two, …
    pub queen: [PerColor<SquareSet>; NEAR_QUEEN],
    /// Within one king's move, within two, …
    pub king: [PerColor<SquareSet>; NEAR_KING],
    /// In any number of moves.
    pub all: PerColor<SquareSet>,
}

impl Reach {
    /// How far both sides reach, along one path through the machine; it is the same for all.
    #[must_use]
    #[inline]
    pub fn along(path: Path, layout: &Layout) -> Self {
        path.reach(layout)
    }

    /// Grows the maps with these instructions.
    #[inline(always)]
    pub(crate) fn grow<I: Instructions>(instructions: I, layout: &Layout) -> Self {
        let nothing = instructions.sides(PerColor::default());
        let mut king = FirstSteps::<I, NEAR_KING>::new(nothing);
        let all = grow_kings(instructions, layout, &mut king);
        let mut queen = FirstSteps::<I, NEAR_QUEEN>::new(nothing);
        grow_queens(instructions, layout, all, &mut queen);
        Self {
            queen: queen.split(instructions, all),
            king: king.split(instructions, all),
            all: instructions.split(all),
        }
    }
}

/// Keeps the first steps of a map.
struct FirstSteps<I: Instructions, const STEPS: usize> {
    within: [I::Sides; STEPS],
    seen: usize,
}

impl<I: Instructions, const STEPS: usize> FirstSteps<I, STEPS> {
    #[inline(always)]
    fn new(nothing: I::Sides) -> Self {
        Self {
            within: [nothing; STEPS],
            seen: 0,
        }
    }

    /// The steps as sets; all that is reached, where the map has not grown so far.
    #[inline(always)]
    fn split(self, instructions: I, all: I::Sides) -> [PerColor<SquareSet>; STEPS] {
        let mut sets = [PerColor::default(); STEPS];
        for (step, set) in sets.iter_mut().enumerate() {
            let within = if step < self.seen {
                self.within[step]
            } else {
                all
            };
            *set = instructions.split(within);
        }
        sets
    }
}

impl<I: Instructions, const STEPS: usize> Onlooker<I> for FirstSteps<I, STEPS> {
    #[inline(always)]
    fn see(&mut self, _: I, within: I::Sides) {
        if let Some(place) = self.within.get_mut(self.seen) {
            *place = within;
            self.seen += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use amazons::{Color, Game, Position};

    use super::*;
    use crate::distances::Maps;

    /// The sets of one layout against the maps, square by square.
    fn check(layout: &Layout) {
        let maps = Maps::of(layout);
        for path in Path::available() {
            let reach = Reach::along(path, layout);
            for (color, square) in Color::ALL.into_iter().flat_map(|color| {
                layout
                    .empty_squares()
                    .iter()
                    .map(move |square| (color, square))
            }) {
                let distances = [maps.queen[color].to(square), maps.king[color].to(square)];
                let within = |sets: &[PerColor<SquareSet>]| {
                    let place = sets.iter().position(|set| set[color].contains(square));
                    place.map(|place| place + 1)
                };
                let found = [within(&reach.queen), within(&reach.king)];
                let wanted = [
                    distances[0].filter(|&steps| steps <= NEAR_QUEEN),
                    distances[1].filter(|&steps| steps <= NEAR_KING),
                ];
                assert_eq!(found, wanted, "{path}");
                assert_eq!(reach.all[color].contains(square), distances[0].is_some());
            }
        }
    }

    #[test]
    fn the_sets_are_those_of_the_maps() {
        for start in [
            Position::standard_start(),
            Position::parse("q3*/1**2/2Q2/**1*1/4Q/5 w").unwrap(),
        ] {
            let mut position = start;
            let mut plies = 0;
            loop {
                check(&Layout::of(&position));
                let moves = position.moves();
                let Some(&mv) = moves.get(position.key() as usize % moves.len().max(1)) else {
                    break;
                };
                position.play(mv);
                plies += 1;
            }
            assert!(plies > 5, "the game was too short to test anything");
        }
    }
}
