//! Flood fills of both sides at once by king or queen moves.
//!
//! A fill produces the nested sets of squares within 1, 2, … moves, which is all that a comparison
//! of distances needs (see [`distance_comparison`](crate::distance_comparison)).

use game::PerColor;

use crate::eval_board::EvalBoard;
use crate::simd::SimdOps;

/// Visits each step of a flood fill. A trait because closures cannot be `#[inline(always)]`, and
/// code outside the `target_feature` function would not use its instructions.
pub(crate) trait StepVisitor<O: SimdOps> {
    /// Called with the squares within 1 move, then within 2, and so on. The last set may be
    /// repeated once.
    fn visit(&mut self, ops: O, within: O::SidePair);
}

/// Fills by king moves and returns all reachable squares.
#[inline(always)]
pub(crate) fn flood_king<O: SimdOps>(
    ops: O,
    board: &EvalBoard,
    visitor: &mut impl StepVisitor<O>,
) -> O::SidePair {
    let empty = board.empty_squares();
    let empty = ops.pack(PerColor::new(empty, empty));
    let mut within = ops.king_step(ops.pack(board.amazons()), empty);
    // Two steps per iteration: fewer tests are worth a superfluous step now and then.
    loop {
        visitor.visit(ops, within);
        let next = ops.king_step(within, empty);
        visitor.visit(ops, next);
        within = ops.king_step(next, empty);
        if ops.equal(next, within) {
            return within;
        }
    }
}

/// Fills by queen moves until all `reachable` squares, which [`flood_king`] returns, are filled.
#[inline(always)]
pub(crate) fn flood_queen<O: SimdOps>(
    ops: O,
    board: &EvalBoard,
    reachable: O::SidePair,
    visitor: &mut impl StepVisitor<O>,
) {
    // Slides longer than seven squares need a board side of more than eight.
    let size = board.size();
    if size.columns().max(size.rows()) > 8 {
        flood_queen_by::<O, true>(ops, board, reachable, visitor);
    } else {
        flood_queen_by::<O, false>(ops, board, reachable, visitor);
    }
}

#[inline(always)]
fn flood_queen_by<O: SimdOps, const LONG: bool>(
    ops: O,
    board: &EvalBoard,
    reachable: O::SidePair,
    visitor: &mut impl StepVisitor<O>,
) {
    let masks = ops.fill_masks(board.empty_squares());
    let mut within = ops.pack(board.amazons());
    loop {
        within = ops.queen_step::<LONG>(within, &masks);
        visitor.visit(ops, within);
        if ops.equal(within, reachable) {
            return;
        }
    }
}
