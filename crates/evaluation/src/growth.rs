//! Growing distance maps: both sides at once, one step after another.
//!
//! A map is met as the growing set of squares that a side reaches *within* so many steps. Such sets
//! are nested, and that is all it takes to compare two maps (see
//! [`comparison`](crate::comparison)).

use game::PerColor;

use crate::layout::Layout;
use crate::path::Instructions;

/// Looks on while maps grow. A trait and not a closure, since only functions can be made to be
/// inlined, and one that is not would be compiled without the path's instructions.
pub(crate) trait Onlooker<I: Instructions> {
    /// The squares within one step, at the first call; within two, at the second; and so on. When nothing
    /// new is reached any more, the same squares may be seen once more.
    fn see(&mut self, instructions: I, within: I::Sides);
}

/// Grows the king's maps until nothing new is reached, and returns all that is.
#[inline(always)]
pub(crate) fn grow_kings<I: Instructions>(
    instructions: I,
    layout: &Layout,
    onlooker: &mut impl Onlooker<I>,
) -> I::Sides {
    let empty = layout.empty_squares();
    let empty = instructions.sides(PerColor::new(empty, empty));
    let mut within = instructions.king_step(instructions.sides(layout.amazons()), empty);
    // Two steps at a time: asking less often whether to go on is worth a step too many now and then.
    loop {
        onlooker.see(instructions, within);
        let next = instructions.king_step(within, empty);
        onlooker.see(instructions, next);
        within = instructions.king_step(next, empty);
        if instructions.same(next, within) {
            return within;
        }
    }
}

/// Grows the queen's maps until all that is `reached` by king's moves, the same squares, is reached
/// by queen's moves.
#[inline(always)]
pub(crate) fn grow_queens<I: Instructions>(
    instructions: I,
    layout: &Layout,
    reached: I::Sides,
    onlooker: &mut impl Onlooker<I>,
) {
    // Only on larger boards can a slide be longer than seven squares.
    let size = layout.size();
    if size.columns().max(size.rows()) > 8 {
        grow_queens_by::<I, true>(instructions, layout, reached, onlooker);
    } else {
        grow_queens_by::<I, false>(instructions, layout, reached, onlooker);
    }
}

#[inline(always)]
fn grow_queens_by<I: Instructions, const LONG: bool>(
    instructions: I,
    layout: &Layout,
    reached: I::Sides,
    onlooker: &mut impl Onlooker<I>,
) {
    let slides = instructions.slides(layout.empty_squares());
    let mut within = instructions.sides(layout.amazons());
    loop {
        within = instructions.queen_step::<LONG>(within, &slides);
        onlooker.see(instructions, within);
        if instructions.same(within, reached) {
            return;
        }
    }
}
