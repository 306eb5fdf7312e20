//! Seeded random games.

use game::{Game, SplitMix64};
use shogi::Position;

pub fn rng(seed: u64) -> SplitMix64 {
    SplitMix64::from_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555)
}

/// Plays a random game and calls `visit` with every position.
pub fn play(seed: u64, plies: usize, mut visit: impl FnMut(&mut Position)) {
    let mut rng = rng(seed);
    let mut position = Position::start();
    for _ in 0..plies {
        visit(&mut position);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[rng.below(moves.len())]);
    }
    visit(&mut position);
}
