//! Which moves are searched less deep, and which not at all.
//!
//! Each idea is one function of numbers; whether it is used is decided where the moves are searched.

use crate::{Depth, Value};

use super::parameters::{LateMovePruning, LateMoveReduction, Margin};

/// Late-move reduction: how much less deep the move at that place of the order is first searched.
pub(super) fn late_move_reduction(
    reduction: &LateMoveReduction,
    depth: Depth,
    place: usize,
) -> Depth {
    if place < reduction.full_moves || depth <= reduction.least_depth {
        return Depth::ZERO;
    }
    let product = logarithm(depth.in_sixty_fourths() as usize)
        .saturating_sub(logarithm(Depth::PLY.in_sixty_fourths() as usize))
        * logarithm(place + 1);
    let growing = reduction.slope.in_sixty_fourths() * product as i32
        / (LOGARITHM_UNIT * LOGARITHM_UNIT) as i32;
    reduction.base + Depth::sixty_fourths(growing)
}

/// Late-move pruning: whether the move at that place of the order need not be searched.
pub(super) fn is_too_late(pruning: &LateMovePruning, depth: Depth, place: usize) -> bool {
    let plies = (depth.in_sixty_fourths() / Depth::PLY.in_sixty_fourths()) as usize;
    depth <= pruning.most_depth && place >= pruning.base + pruning.per_ply * plies
}

/// Futility: whether a move of that value is too far below alpha to get above it in so much depth.
pub(super) fn is_futile(margin: &Margin, depth: Depth, value: Value, alpha: Value) -> bool {
    !value.is_decided()
        && margin
            .at(depth)
            .is_some_and(|margin| value.plus(margin) <= alpha)
}

/// Reverse futility: whether a position of that value is too far above beta to fall below it.
pub(super) fn is_safe(margin: &Margin, depth: Depth, value: Value, beta: Value) -> bool {
    !beta.is_decided()
        && margin
            .at(depth)
            .is_some_and(|margin| value.plus(-margin) >= beta)
}

const LOGARITHM_UNIT: usize = 64;

/// log₂ in sixty-fourths, straight between powers of two: whole numbers, alike on every machine.
fn logarithm(number: usize) -> usize {
    let number = number.max(1);
    let exponent = number.ilog2();
    let power = 1_usize << exponent;
    LOGARITHM_UNIT * exponent as usize + LOGARITHM_UNIT * (number - power) / power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::Parameters;

    #[test]
    fn the_logarithm_is_nearly_right() {
        for number in 1..5_000_usize {
            let exact = (number as f64).log2() * LOGARITHM_UNIT as f64;
            let error = exact - logarithm(number) as f64;
            assert!(
                (-0.01..7.0).contains(&error),
                "log {number}: off by {error}"
            );
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reduction = Parameters::default().late_move_reduction.unwrap();
        let at = |plies, place| late_move_reduction(&reduction, Depth::plies(plies), place);
        assert_eq!(at(5, 0), Depth::ZERO);
        assert_eq!(at(1, 50), Depth::ZERO);
        assert!(at(4, 10) > Depth::ZERO);
        assert!(at(4, 50) > at(4, 10));
        assert!(at(8, 50) > at(4, 50));
    }

    #[test]
    fn margins_hold_on_their_side_only() {
        let margin = Margin {
            most_depth: Depth::plies(2),
            base: 100,
            per_ply: 100,
        };
        let (one, three) = (Depth::plies(1), Depth::plies(3));
        let value = Value::estimate;
        assert!(is_futile(&margin, one, value(-200), value(0)));
        assert!(!is_futile(&margin, one, value(-199), value(0)));
        assert!(!is_futile(&margin, three, value(-9_999), value(0)));
        assert!(!is_futile(&margin, one, Value::loss(1), value(0)));
        assert!(is_safe(&margin, one, value(200), value(0)));
        assert!(!is_safe(&margin, one, value(199), value(0)));
        assert!(!is_safe(&margin, one, value(200), Value::loss(3)));
    }
}
