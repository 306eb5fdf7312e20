//! Small endgames for tests.

use std::collections::HashMap;

use amazons::{Game, Move, Position};

use game::SplitMix64;

pub(crate) use super::brute_force::mover_wins;

/// The moves that win, sorted.
pub(crate) fn winning_moves(position: &Position, known: &mut HashMap<Position, bool>) -> Vec<Move> {
    let mut moves = position.moves();
    moves.retain(|&mv| {
        let mut after = *position;
        after.play(mv);
        !mover_wins(&after, known)
    });
    moves.sort_unstable();
    moves
}

/// A random position with few empty squares.
pub(crate) fn random_endgame(rng: &mut SplitMix64) -> Position {
    let letter = |rng: &mut SplitMix64| ['.', '.', '.', 'x', 'o'][rng.below(5)];
    loop {
        let mut text = String::new();
        for row in 0..5 {
            for _ in 0..6 {
                let is_burned = row % 3 == 2 || rng.below(3) == 0;
                text.push(if is_burned { '#' } else { letter(rng) });
            }
            text.push(if row < 4 { '|' } else { ' ' });
        }
        text.push(['b', 'w'][rng.below(2)]);
        let position = Position::parse(&text).expect("valid position");
        if position.empty_squares().len() <= 9 && position.has_legal_move() {
            return position;
        }
    }
}
