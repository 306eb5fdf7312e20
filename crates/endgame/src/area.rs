//! Areas: regions of any size, the same however they are turned, mirrored or moved.

use std::ops::ControlFlow;

use amazons::{Color, Region, SquareSet, flood, slides};

/// Ways to look at a board.
const LOOKS: usize = 8;

/// Connected squares that are not burned, and the amazons on some of them: the player's and the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Area {
    pub squares: SquareSet,
    pub own: SquareSet,
    pub other: SquareSet,
}

impl Area {
    /// A region as Black sees it.
    pub fn of(region: &Region) -> Self {
        Self {
            squares: region.squares(),
            own: region.amazons(Color::Black),
            other: region.amazons(Color::White),
        }
    }

    /// The squares with nothing on them.
    #[inline]
    pub fn empty(self) -> SquareSet {
        self.squares - self.own - self.other
    }

    /// The same with the players exchanged.
    #[inline]
    pub fn swapped(self) -> Self {
        Self {
            squares: self.squares,
            own: self.other,
            other: self.own,
        }
    }

    /// The standard position: in the corner, and of all eight ways to look at it the one with the smallest sets.
    pub fn canonical(self) -> Self {
        let across = self.squares.transposed();
        let mut looks = [SquareSet::EMPTY; LOOKS];
        for (place, squares) in [self.squares, across].into_iter().enumerate() {
            let upside_down = squares.upside_down();
            let four = [squares, upside_down, squares.turned(), upside_down.turned()];
            looks[4 * place..][..4].copy_from_slice(&four);
        }
        let rooms = looks.map(SquareSet::room_below);
        let mut least: Option<Self> = None;
        for look in 0..LOOKS {
            let squares = looks[look].moved_down(rooms[look]);
            if least.is_some_and(|least| least.squares < squares) {
                continue;
            }
            // Few looks come this far, so amazons are hardly ever turned for nothing.
            let seen = Self {
                squares,
                own: seen_from(look, self.own).moved_down(rooms[look]),
                other: seen_from(look, self.other).moved_down(rooms[look]),
            };
            least = Some(least.map_or(seen, |least| least.min(seen)));
        }
        least.unwrap_or(self)
    }

    /// The connected parts of squares that nobody has cut yet, those without amazons left out.
    pub fn parts(
        squares: SquareSet,
        own: SquareSet,
        other: SquareSet,
    ) -> impl Iterator<Item = Self> {
        let mut amazons = own | other;
        std::iter::from_fn(move || {
            let part = flood(amazons.first()?.into(), squares);
            amazons -= part;
            Some(Self {
                squares: part,
                own: own & part,
                other: other & part,
            })
        })
    }

    /// Hands out what each of the player's moves leaves: squares, own amazons, the other ones. Moves that lead to the same may
    /// be handed out twice.
    pub fn visit_moves<B>(
        self,
        mut visit: impl FnMut(amazons::Move, SquareSet, SquareSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let empty = self.empty();
        for from in self.own {
            let vacated = empty | from;
            for to in slides(from, empty) {
                let own = (self.own - from) | to;
                for arrow in slides(to, vacated) {
                    visit(amazons::Move { from, to, arrow }, self.squares - arrow, own)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A set as it looks from one of eight sides.
fn seen_from(look: usize, set: SquareSet) -> SquareSet {
    let set = if look < 4 { set } else { set.transposed() };
    match look % 4 {
        0 => set,
        1 => set.upside_down(),
        2 => set.turned(),
        _ => set.upside_down().turned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amazons::notation::parse_position;
    use amazons::{Symmetry, View};

    #[test]
    fn an_area_is_the_same_however_it_is_looked_at() {
        let position = parse_position("x..#|.o.#|#..x|o#..").unwrap();
        let looks: Vec<Area> = Symmetry::ALL
            .into_iter()
            .map(|symmetry| {
                let view = View {
                    size: position.size(),
                    symmetry,
                    exchanges_players: false,
                };
                let seen = view.of(&position);
                let open = seen.board() - seen.burned();
                let [own, other] = [Color::Black, Color::White].map(|color| seen.amazons(color));
                Area::parts(open, own, other).next().unwrap().canonical()
            })
            .collect();
        assert!(looks.iter().all(|&look| look == looks[0]));
        assert_ne!(looks[0].swapped().canonical(), looks[0]);
    }
}
