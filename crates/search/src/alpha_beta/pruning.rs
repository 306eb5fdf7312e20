//! Reduction and pruning rules, one function each.

use crate::{Depth, Value};

use super::parameters::{DepthMargin, LateMovePruning, LateMoveReduction};

/// Late-move reduction of the move at index `move_number` of the order.
pub(super) fn late_move_reduction(
    reduction: &LateMoveReduction,
    depth: Depth,
    move_number: usize,
) -> Depth {
    if move_number < reduction.full_depth_moves || depth <= reduction.min_depth {
        return Depth::ZERO;
    }
    let product = fixed_point_log2(depth.as_fraction() as usize)
        .saturating_sub(fixed_point_log2(Depth::PLY.as_fraction() as usize))
        * fixed_point_log2(move_number + 1);
    let growing = reduction.slope.as_fraction() * product as i32 / (LOG2_ONE * LOG2_ONE) as i32;
    reduction.base + Depth::from_fraction(growing)
}

/// Late-move pruning of the move at index `move_number` of the order.
pub(super) fn is_late_move_pruned(
    pruning: &LateMovePruning,
    depth: Depth,
    move_number: usize,
) -> bool {
    let plies = (depth.as_fraction() / Depth::PLY.as_fraction()) as usize;
    depth <= pruning.max_depth && move_number >= pruning.base + pruning.per_ply * plies
}

/// Futility pruning: whether a move is too far below alpha to exceed it at this depth.
pub(super) fn is_futile(margin: &DepthMargin, depth: Depth, value: Value, alpha: Value) -> bool {
    !value.is_decisive()
        && margin
            .at(depth)
            .is_some_and(|margin| value.saturating_add(margin) <= alpha)
}

/// Reverse futility pruning: whether a position is too far above beta to fall below it.
pub(super) fn is_reverse_futile(
    margin: &DepthMargin,
    depth: Depth,
    value: Value,
    beta: Value,
) -> bool {
    !beta.is_decisive()
        && margin
            .at(depth)
            .is_some_and(|margin| value.saturating_add(-margin) >= beta)
}

const LOG2_ONE: usize = 64;

/// log₂ in units of 1/64, linear between powers of two: integers for reproducibility.
fn fixed_point_log2(number: usize) -> usize {
    let number = number.max(1);
    let exponent = number.ilog2();
    let power = 1_usize << exponent;
    LOG2_ONE * exponent as usize + LOG2_ONE * (number - power) / power
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::AlphaBetaParameters;

    #[test]
    fn fixed_point_log2_is_accurate() {
        for number in 1..5_000_usize {
            let exact = (number as f64).log2() * LOG2_ONE as f64;
            let error = exact - fixed_point_log2(number) as f64;
            assert!(
                (-0.01..7.0).contains(&error),
                "log {number}: off by {error}"
            );
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        let reduction = AlphaBetaParameters::default().late_move_reduction.unwrap();
        let at = |plies, move_number| {
            late_move_reduction(&reduction, Depth::from_plies(plies), move_number)
        };
        assert_eq!(at(5, 0), Depth::ZERO);
        assert_eq!(at(1, 50), Depth::ZERO);
        assert!(at(4, 10) > Depth::ZERO);
        assert!(at(4, 50) > at(4, 10));
        assert!(at(8, 50) > at(4, 50));
    }

    #[test]
    fn margins_apply_on_one_side_up_to_a_depth() {
        let margin = DepthMargin {
            max_depth: Depth::from_plies(2),
            base: 100,
            per_ply: 100,
        };
        let (one, three) = (Depth::from_plies(1), Depth::from_plies(3));
        let value = Value::from_millilogits;
        assert!(is_futile(&margin, one, value(-200), value(0)));
        assert!(!is_futile(&margin, one, value(-199), value(0)));
        assert!(!is_futile(&margin, three, value(-9_999), value(0)));
        assert!(!is_futile(&margin, one, Value::loss(1), value(0)));
        assert!(is_reverse_futile(&margin, one, value(200), value(0)));
        assert!(!is_reverse_futile(&margin, one, value(199), value(0)));
        assert!(!is_reverse_futile(&margin, one, value(200), Value::loss(3)));
    }
}
