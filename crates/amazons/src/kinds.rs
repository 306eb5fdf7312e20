//! Kinds of move, for searches that look deeper into some than into others.

use game::Kind;

use crate::moves::Move;
use crate::position::Position;
use crate::region::flood;
use crate::slides::slides;
use crate::square_set::SquareSet;

/// The kinds: a move is of the first that it fits.
///
/// - closing: the arrow cuts a region in two;
/// - freeing: the amazon had hardly a square beside it, and has more afterwards;
/// - hemming: the arrow burns a square beside an enemy amazon;
/// - contesting: the amazon goes where an enemy amazon could go at once;
/// - quiet: none of these.
pub(crate) const KINDS: &[&str] = &["closing", "freeing", "hemming", "contesting", "quiet"];

/// Who has no more empty squares beside it than this is hardly free.
const HARDLY_FREE: u32 = 2;

/// The kind of a legal move.
pub(crate) fn kind(position: &Position, mv: Move) -> Kind {
    let empty = position.empty_squares();
    let left = (empty | mv.from) - SquareSet::of(mv.to) - SquareSet::of(mv.arrow);
    let beside = |square, empty| (SquareSet::of(square).neighbours() & empty).len();
    let enemies = position.amazons(!position.to_move());
    let before = beside(mv.from, empty);
    Kind(if closes(position, mv) {
        0
    } else if before <= HARDLY_FREE && beside(mv.to, left) > before {
        1
    } else if SquareSet::of(mv.arrow).neighbours().meets(enemies) {
        2
    } else if enemies
        .iter()
        .any(|enemy| slides(enemy, empty).contains(mv.to))
    {
        3
    } else {
        4
    })
}

/// Whether the squares around the arrow hang together only through its square. Amazons are no walls.
fn closes(position: &Position, mv: Move) -> bool {
    let open = position.board() - position.burned() - SquareSet::of(mv.arrow);
    let around = SquareSet::of(mv.arrow).neighbours() & open;
    let Some(first) = around.first() else {
        return false;
    };
    // Around most arrows the squares touch each other, which is quickly seen.
    if (around - flood(first.into(), around)).is_empty() {
        return false;
    }
    !(around - flood(first.into(), open)).is_empty()
}

#[cfg(test)]
mod tests {
    use game::Game;
    use proptest::prelude::*;

    use super::*;
    use crate::arbitrary::any_position;

    fn kind_of(position: &str, mv: &str) -> &'static str {
        let position = Position::parse(position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        KINDS[usize::from(position.kind(mv).0)]
    }

    #[test]
    fn moves_are_what_they_are_called() {
        assert_eq!(kind_of("x....|##.##|....o b", "a3-b3/c2"), "closing");
        assert_eq!(kind_of("x#...|.....|....o b", "a3-b2/a3"), "freeing");
        assert_eq!(kind_of("x....|.....|....o b", "a3-d3/e2"), "hemming");
        assert_eq!(kind_of(".x...|.....|....o b", "b3-a3/b3"), "quiet");
        assert_eq!(kind_of(".x...|.....|....o b", "b3-b1/b3"), "contesting");
        assert_eq!(Position::KINDS, KINDS);
    }

    proptest! {
        /// By counting all regions before and after.
        #[test]
        fn a_closing_move_is_one_that_makes_more_regions(position in any_position()) {
            let before = position.regions().count();
            for mv in position.moves() {
                let after = position.after(mv).unwrap();
                let burned_alone = (SquareSet::of(mv.arrow).neighbours()
                    & (position.board() - position.burned()))
                .is_empty();
                prop_assert!(!burned_alone, "an arrow comes from somewhere");
                prop_assert_eq!(closes(&position, mv), after.regions().count() > before);
            }
        }
    }
}
