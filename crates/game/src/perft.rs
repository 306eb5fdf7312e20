//! Counting the leaves of the game tree: the standard test of a move generator.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Game;

/// The number of sequences of exactly `depth` legal moves from `position`.
///
/// The last level is counted in bulk ([`Game::move_count`]), not played out.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.move_count(),
        _ => {
            let mut total = 0;
            for_each_child(position, |_, child| total += perft(child, depth - 1));
            total
        }
    }
}

/// [`perft()`] split by the first move: hands each with its share to `visit`, in the order of
/// generation and as soon as it is counted; nothing at depth 0.
pub fn divide<G: Game>(position: &G, depth: u32, mut visit: impl FnMut(G::Move, u64)) {
    if depth > 0 {
        for_each_child(position, |mv, child| visit(mv, perft(child, depth - 1)));
    }
}

fn for_each_child<G: Game>(position: &G, mut visit: impl FnMut(G::Move, &G)) {
    let mut child = position.clone();
    let ControlFlow::Continue(()) = position.visit_moves(|mv| {
        let undo = child.play(mv);
        visit(mv, &child);
        child.unplay(mv, undo);
        ControlFlow::<Infallible>::Continue(())
    });
}
