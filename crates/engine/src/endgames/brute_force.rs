//! Results of small endgames by brute force, for tests.

use std::collections::HashMap;

use amazons::{Game, Position};

/// Whether the side to move wins, by the rules alone.
pub fn mover_wins(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&wins) = known.get(position) {
        return wins;
    }
    let wins = position.moves().into_iter().any(|mv| {
        let mut after = *position;
        after.play(mv);
        !mover_wins(&after, known)
    });
    known.insert(*position, wins);
    wins
}
