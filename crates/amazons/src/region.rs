//! Regions: the parts of the board that fire has cut off from each other for good.

use game::{Color, PerColor};

use crate::position::Position;
use crate::square_set::SquareSet;

/// A largest set of unburned squares connected by king's moves, amazons included.
///
/// Amazons count as passable since they can step aside; only fire separates for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    squares: SquareSet,
    amazons: PerColor<SquareSet>,
}

impl Region {
    /// All squares of the region.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        self.squares
    }

    /// A player's amazons in the region.
    #[must_use]
    pub fn amazons(&self, color: Color) -> SquareSet {
        self.amazons[color]
    }

    /// The squares with nothing on them.
    #[must_use]
    pub fn empty_squares(&self) -> SquareSet {
        self.squares - self.amazons[Color::Black] - self.amazons[Color::White]
    }

    /// Whether both players have amazons in it.
    #[must_use]
    pub fn is_contested(&self) -> bool {
        Color::ALL
            .iter()
            .all(|&color| !self.amazons[color].is_empty())
    }

    /// The only player with amazons in it, if there is one.
    #[must_use]
    pub fn owner(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| !self.amazons[color].is_empty() && self.amazons[!color].is_empty())
    }
}

impl Position {
    /// The regions of the board, in the order of their lowest square.
    pub fn regions(&self) -> impl Iterator<Item = Region> + use<> {
        let position = *self;
        let mut left = self.board() - self.burned();
        std::iter::from_fn(move || {
            let squares = flood(left.first()?.into(), left);
            left -= squares;
            let amazons = PerColor::new(
                position.amazons(Color::Black) & squares,
                position.amazons(Color::White) & squares,
            );
            Some(Region { squares, amazons })
        })
    }

    /// Whether no region is contested any more: from here on each player only fills space that
    /// the other can never enter.
    #[must_use]
    pub fn is_separated(&self) -> bool {
        let open = self.board() - self.burned();
        !flood(self.amazons(Color::Black), open).meets(self.amazons(Color::White))
    }
}

/// All squares of `open` connected to `seeds` by king's moves, the seeds included.
#[must_use]
pub fn flood(seeds: SquareSet, open: SquareSet) -> SquareSet {
    let mut filled = seeds;
    loop {
        let grown = filled | filled.neighbours() & open;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

#[cfg(test)]
mod tests {
    use game::Game;
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::any_position;
    use crate::notation::parse_position;

    #[test]
    fn amazons_are_no_walls() {
        let position = parse_position("x.#o|..x.|###.").unwrap();
        let regions: Vec<Region> = position.regions().collect();
        assert_eq!(regions.len(), 1);
        assert!(regions[0].is_contested());
        assert!(!position.is_separated());
    }

    #[test]
    fn fire_separates() {
        let position = parse_position("x.#.o|..#..|####.|..##.").unwrap();
        let owners: Vec<_> = position.regions().map(|region| region.owner()).collect();
        assert_eq!(owners, [None, Some(Color::White), Some(Color::Black)]);
        assert!(position.is_separated());
    }

    proptest! {
        #[test]
        fn regions_part_the_board(position in any_position()) {
            let mut seen = SquareSet::EMPTY;
            let mut contested = false;
            for region in position.regions() {
                prop_assert!(!region.squares().is_empty());
                prop_assert!(!seen.meets(region.squares()));
                prop_assert!(!region.squares().neighbours().meets(position.board() - position.burned()));
                seen |= region.squares();
                contested |= region.is_contested();
            }
            prop_assert_eq!(seen, position.board() - position.burned());
            prop_assert_eq!(position.is_separated(), !contested);
        }

        #[test]
        fn no_move_leaves_its_region(position in any_position()) {
            let regions: Vec<Region> = position.regions().collect();
            for mv in position.moves() {
                let home = regions.iter().find(|region| region.squares().contains(mv.from));
                let squares = home.map(Region::squares).unwrap_or_default();
                prop_assert!(squares.contains(mv.to) && squares.contains(mv.arrow));
            }
        }
    }
}
