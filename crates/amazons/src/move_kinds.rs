//! Move kinds, to which realization-probability search gives different costs.

use game::MoveKind;

use crate::moves::Move;
use crate::position::Position;
use crate::queen_moves::queen_moves;
use crate::region::flood_fill;
use crate::square_set::SquareSet;

/// The move kinds; a move has the first kind that fits.
///
/// - separating: the arrow splits a region;
/// - escaping: a nearly trapped amazon gains empty neighbors;
/// - blocking: the arrow burns a neighbor of an opponent's amazon;
/// - contesting: the amazon steps to a square that an opponent's amazon can reach in one step;
/// - quiet: none of these.
pub(crate) const MOVE_KINDS: &[&str] =
    &["separating", "escaping", "blocking", "contesting", "quiet"];

/// An amazon with at most this many empty neighbors counts as nearly trapped.
const MAX_TRAPPED_LIBERTIES: u32 = 2;

pub(crate) fn classify(position: &Position, mv: Move) -> MoveKind {
    let empty = position.empty_squares();
    let empty_after = (empty | mv.from) - SquareSet::single(mv.to) - SquareSet::single(mv.arrow);
    let liberties = |square, empty| (SquareSet::single(square).neighbors() & empty).len();
    let opponents = position.amazons(!position.to_move());
    let before = liberties(mv.from, empty);
    MoveKind(if separates(position, mv) {
        0
    } else if before <= MAX_TRAPPED_LIBERTIES && liberties(mv.to, empty_after) > before {
        1
    } else if SquareSet::single(mv.arrow)
        .neighbors()
        .intersects(opponents)
    {
        2
    } else if opponents
        .iter()
        .any(|opponent| queen_moves(opponent, empty).contains(mv.to))
    {
        3
    } else {
        4
    })
}

/// Whether the arrow's neighbors are connected only through its square. Amazons do not separate.
fn separates(position: &Position, mv: Move) -> bool {
    let open = position.board() - position.burned() - SquareSet::single(mv.arrow);
    let around = SquareSet::single(mv.arrow).neighbors() & open;
    let Some(first) = around.first() else {
        return false;
    };
    // Fast path: the neighbors of most arrows are connected among themselves.
    if (around - flood_fill(first.into(), around)).is_empty() {
        return false;
    }
    !(around - flood_fill(first.into(), open)).is_empty()
}

#[cfg(test)]
mod tests {
    use game::Game;
    use proptest::prelude::*;

    use super::*;
    use crate::test_strategies::any_position;

    fn kind_of(position: &str, mv: &str) -> &'static str {
        let position = Position::parse(position).unwrap();
        let mv = position.parse_move(mv).unwrap();
        MOVE_KINDS[usize::from(position.move_kind(mv).0)]
    }

    #[test]
    fn moves_have_the_expected_kinds() {
        assert_eq!(kind_of("x....|##.##|....o b", "a3-b3/c2"), "separating");
        assert_eq!(kind_of("x#...|.....|....o b", "a3-b2/a3"), "escaping");
        assert_eq!(kind_of("x....|.....|....o b", "a3-d3/e2"), "blocking");
        assert_eq!(kind_of(".x...|.....|....o b", "b3-a3/b3"), "quiet");
        assert_eq!(kind_of(".x...|.....|....o b", "b3-b1/b3"), "contesting");
        assert_eq!(Position::MOVE_KINDS, MOVE_KINDS);
    }

    proptest! {
        #[test]
        fn separating_moves_increase_the_number_of_regions(position in any_position()) {
            let before = position.regions().count();
            for mv in position.moves() {
                let after = position.after(mv).unwrap();
                let is_isolated = (SquareSet::single(mv.arrow).neighbors()
                    & (position.board() - position.burned()))
                .is_empty();
                prop_assert!(!is_isolated, "the arrow comes from a neighbor");
                prop_assert_eq!(separates(&position, mv), after.regions().count() > before);
            }
        }
    }
}
