//! Small endings for tests, and who wins them by playing them out.

use std::collections::HashMap;

use amazons::{Game, Position};

use crate::random_numbers::RandomNumbers;

/// Whether the player to move wins, by the rules alone.
pub(crate) fn is_won(position: &Position, known: &mut HashMap<Position, bool>) -> bool {
    if let Some(&is_won) = known.get(position) {
        return is_won;
    }
    let wins = position.moves().into_iter().any(|mv| {
        let mut after = *position;
        after.play(mv);
        !is_won(&after, known)
    });
    known.insert(*position, wins);
    wins
}

/// A board on which fire has left a few squares.
pub(crate) fn ending(numbers: &mut RandomNumbers) -> Position {
    let letter = |numbers: &mut RandomNumbers| ['.', '.', '.', 'x', 'o'][numbers.below(5)];
    loop {
        let mut text = String::new();
        for row in 0..5 {
            for _ in 0..6 {
                let is_burned = row % 3 == 2 || numbers.below(3) == 0;
                text.push(if is_burned { '#' } else { letter(numbers) });
            }
            text.push(if row < 4 { '|' } else { ' ' });
        }
        text.push(['b', 'w'][numbers.below(2)]);
        let position = Position::parse(&text).expect("it is a position");
        if position.empty_squares().len() <= 9 && position.has_move() {
            return position;
        }
    }
}
