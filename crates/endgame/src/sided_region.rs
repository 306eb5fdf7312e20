//! A region of any size from a player's point of view, in canonical orientation if needed.

use amazons::{Color, Move, Region, SquareSet, flood_fill, queen_moves};

/// Number of symmetries of the board.
const SYMMETRY_COUNT: usize = 8;

/// Connected unburned squares with the player's and the opponent's amazons.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct SidedRegion {
    pub squares: SquareSet,
    pub own: SquareSet,
    pub opponent: SquareSet,
}

impl SidedRegion {
    /// A region from the point of view of a player.
    pub fn new(region: &Region, player: Color) -> Self {
        Self {
            squares: region.squares(),
            own: region.amazons(player),
            opponent: region.amazons(!player),
        }
    }

    /// The empty squares.
    #[inline]
    pub fn empty(self) -> SquareSet {
        self.squares - self.own - self.opponent
    }

    /// The same with players swapped.
    #[inline]
    pub fn swapped(self) -> Self {
        Self {
            squares: self.squares,
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// Canonical form: in the corner, the smallest of the eight images.
    pub fn canonical(self) -> Self {
        let across = self.squares.transpose();
        let mut images = [SquareSet::EMPTY; SYMMETRY_COUNT];
        for (place, squares) in [self.squares, across].into_iter().enumerate() {
            let upside_down = squares.flip_rows();
            let four = [
                squares,
                upside_down,
                squares.rotate_180(),
                upside_down.rotate_180(),
            ];
            images[4 * place..][..4].copy_from_slice(&four);
        }
        let rooms = images.map(SquareSet::corner_offset);
        let mut least: Option<Self> = None;
        for symmetry in 0..SYMMETRY_COUNT {
            let squares = images[symmetry].shifted_down(rooms[symmetry]);
            if least.is_some_and(|least| least.squares < squares) {
                continue;
            }
            // Few images get here, so amazons are rarely transformed.
            let seen = Self {
                squares,
                own: apply_symmetry(symmetry, self.own).shifted_down(rooms[symmetry]),
                opponent: apply_symmetry(symmetry, self.opponent).shifted_down(rooms[symmetry]),
            };
            least = Some(least.map_or(seen, |least| least.min(seen)));
        }
        least.unwrap_or(self)
    }

    /// Connected components that contain amazons.
    pub fn split(
        squares: SquareSet,
        own: SquareSet,
        opponent: SquareSet,
    ) -> impl Iterator<Item = Self> {
        let mut amazons = own | opponent;
        std::iter::from_fn(move || {
            let part = flood_fill(amazons.first()?.into(), squares);
            amazons -= part;
            Some(Self {
                squares: part,
                own: own & part,
                opponent: opponent & part,
            })
        })
    }

    /// Whether a player can move.
    pub fn has_moves(self) -> bool {
        (self.own | self.opponent)
            .neighbors()
            .intersects(self.empty())
    }

    /// Visits the player's moves with the remaining squares and own amazons. Different moves may
    /// have the same result.
    pub fn visit_moves(self, mut visit: impl FnMut(Move, SquareSet, SquareSet)) {
        let empty = self.empty();
        for from in self.own {
            for to in queen_moves(from, empty) {
                let own = (self.own - from) | to;
                for arrow in queen_moves(to, empty | from) {
                    visit(Move { from, to, arrow }, self.squares - arrow, own);
                }
            }
        }
    }

    /// Distinct results of the player's moves: the remaining squares and own amazons.
    pub fn move_results(self) -> Vec<(SquareSet, SquareSet)> {
        let mut results = Vec::new();
        self.visit_moves(|_, squares, own| results.push((squares, own)));
        results.sort_unstable();
        results.dedup();
        results
    }
}

/// Image of a set under one of the eight symmetries.
fn apply_symmetry(symmetry: usize, set: SquareSet) -> SquareSet {
    let set = if symmetry < 4 { set } else { set.transpose() };
    match symmetry % 4 {
        0 => set,
        1 => set.flip_rows(),
        2 => set.rotate_180(),
        _ => set.flip_rows().rotate_180(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::notation::parse_position;
    use amazons::{Symmetry, Transform};

    #[test]
    fn regions_are_canonical() {
        let position = parse_position("x..#|.o.#|#..x|o#..").unwrap();
        let images: Vec<SidedRegion> = Symmetry::ALL
            .into_iter()
            .map(|symmetry| {
                let view = Transform {
                    size: position.size(),
                    symmetry,
                    swaps_colors: false,
                };
                let seen = view.apply(&position);
                let open = seen.board() - seen.burned();
                let [own, opponent] = Color::ALL.map(|color| seen.amazons(color));
                let mut regions = SidedRegion::split(open, own, opponent);
                regions.next().unwrap().canonical()
            })
            .collect();
        assert!(images.iter().all(|&symmetry| symmetry == images[0]));
        assert_ne!(images[0].swapped().canonical(), images[0]);
    }
}
