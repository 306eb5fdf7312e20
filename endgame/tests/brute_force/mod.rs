//! The value of a subgame by playing it out: slow, and on nothing but the rules.

use std::collections::HashMap;

use amazons::{Color, Game, Position};

/// Black's moves minus White's if the players take turns, that one first, each doing the best; `None` if the first has no
/// move. A player who has none later waits.
pub fn alternating_value(position: &Position, first: Color) -> Option<i8> {
    let position = position.with_to_move(first);
    position
        .has_move()
        .then(|| best(&position, &mut HashMap::new()))
}

fn best(position: &Position, known: &mut HashMap<u64, i8>) -> i8 {
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let side = position.to_move();
    let own = if side == Color::Black { 1 } else { -1 };
    let value = if position.has_move() {
        let values = position.moves().into_iter().map(|mv| {
            let after = position.after(mv).expect("a move of the list is legal");
            own * (own + best(&after, known))
        });
        own * values.max().expect("there is a move")
    } else {
        let waiting = position.with_to_move(!side);
        if waiting.has_move() {
            best(&waiting, known)
        } else {
            0
        }
    };
    known.insert(position.key(), value);
    value
}
