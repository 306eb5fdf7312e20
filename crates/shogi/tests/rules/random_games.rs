//! Games of random moves, the same every time.

use game::Game;
use shogi::Position;

/// Small and repeatable.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5555)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) % bound as u64) as usize
    }
}

/// Plays a random game and shows every position on the way.
pub fn play(seed: u64, plies: usize, mut see: impl FnMut(&mut Position)) {
    let mut dice = Dice::new(seed);
    let mut position = Position::start();
    for _ in 0..plies {
        see(&mut position);
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        position.play(moves[dice.below(moves.len())]);
    }
    see(&mut position);
}
