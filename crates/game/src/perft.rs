//! Perft: leaf counts of the game tree, the standard test of a move generator.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::Game;

/// Number of sequences of exactly `depth` legal moves from `position`.
///
/// The last ply is bulk-counted with [`Game::move_count`].
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

/// Perft divide: calls `visit` with each first move and its leaf count. Does nothing at depth 0.
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
