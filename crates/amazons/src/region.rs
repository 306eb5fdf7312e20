//! Regions: parts of the board separated from each other by burned squares.

use game::{Color, PerColor};

use crate::position::Position;
use crate::square_set::SquareSet;

/// A connected component of unburned squares under king moves, with the amazons in it.
///
/// Squares with amazons belong to the region: amazons can step aside, only burned squares
/// separate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    squares: SquareSet,
    amazons: PerColor<SquareSet>,
}

impl Region {
    /// All squares of the region, including those with amazons.
    #[must_use]
    pub fn squares(&self) -> SquareSet {
        self.squares
    }

    /// A player's amazons in the region.
    #[must_use]
    pub fn amazons(&self, color: Color) -> SquareSet {
        self.amazons[color]
    }

    /// The empty squares.
    #[must_use]
    pub fn empty_squares(&self) -> SquareSet {
        self.squares - self.amazons[Color::Black] - self.amazons[Color::White]
    }

    /// Whether both players have amazons in the region.
    #[must_use]
    pub fn is_contested(&self) -> bool {
        Color::ALL
            .iter()
            .all(|&color| !self.amazons[color].is_empty())
    }

    /// The player whose amazons are alone in the region, if any.
    #[must_use]
    pub fn owner(&self) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| !self.amazons[color].is_empty() && self.amazons[!color].is_empty())
    }
}

impl Position {
    /// The regions of the board, by their lowest square.
    pub fn regions(&self) -> impl Iterator<Item = Region> + use<> {
        let position = *self;
        let mut rest = self.board() - self.burned();
        std::iter::from_fn(move || {
            let squares = flood_fill(rest.first()?.into(), rest);
            rest -= squares;
            let amazons = PerColor::new(
                position.amazons(Color::Black) & squares,
                position.amazons(Color::White) & squares,
            );
            Some(Region { squares, amazons })
        })
    }

    /// Whether no region is contested: from here on each player only fills regions that the
    /// opponent cannot enter.
    #[must_use]
    pub fn is_separated(&self) -> bool {
        let open = self.board() - self.burned();
        !flood_fill(self.amazons(Color::Black), open).intersects(self.amazons(Color::White))
    }
}

/// The squares of `open` connected to `seeds` by king moves, and the seeds.
#[must_use]
pub fn flood_fill(seeds: SquareSet, open: SquareSet) -> SquareSet {
    let mut filled = seeds;
    loop {
        let grown = filled | filled.neighbors() & open;
        if grown == filled {
            return filled;
        }
        filled = grown;
    }
}

/// Like [`flood_fill`]; `None` if the result has more than `max` squares.
pub(crate) fn flood_fill_limited(seeds: SquareSet, open: SquareSet, max: u32) -> Option<SquareSet> {
    let mut filled = seeds;
    loop {
        let grown = filled | filled.neighbors() & open;
        if grown == filled {
            return Some(filled);
        }
        if grown.len() > max {
            return None;
        }
        filled = grown;
    }
}

#[cfg(test)]
mod tests {
    use game::Game;
    use proptest::prelude::*;

    use super::*;
    use crate::notation::parse_position;
    use crate::test_strategies::any_position;

    #[test]
    fn amazons_do_not_separate() {
        let position = parse_position("x.#o|..x.|###.").unwrap();
        let regions: Vec<Region> = position.regions().collect();
        assert_eq!(regions.len(), 1);
        assert!(regions[0].is_contested());
        assert!(!position.is_separated());
    }

    #[test]
    fn burned_squares_separate() {
        let position = parse_position("x.#.o|..#..|####.|..##.").unwrap();
        let owners: Vec<_> = position.regions().map(|region| region.owner()).collect();
        assert_eq!(owners, [None, Some(Color::White), Some(Color::Black)]);
        assert!(position.is_separated());
    }

    proptest! {
        #[test]
        fn regions_partition_the_board(position in any_position()) {
            let mut seen = SquareSet::EMPTY;
            let mut contested = false;
            for region in position.regions() {
                prop_assert!(!region.squares().is_empty());
                prop_assert!(!seen.intersects(region.squares()));
                let unburned = position.board() - position.burned();
                prop_assert!(!region.squares().neighbors().intersects(unburned));
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
                let region = regions.iter().find(|region| region.squares().contains(mv.from));
                let squares = region.map(Region::squares).unwrap_or_default();
                prop_assert!(squares.contains(mv.to) && squares.contains(mv.arrow));
            }
        }
    }
}
