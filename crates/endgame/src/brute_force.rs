//! Scores by exhaustive search over the rules alone: slow, shares no code with the table builder,
//! and is its oracle.

use std::collections::HashMap;

use amazons::{BoardSize, Color, Content, Game, Position};

use crate::scores::ScorePair;
use crate::shape::Shape;

/// A burned board with one shape left open and amazons on the given squares of it.
///
/// # Panics
/// Never: every shape fits on the board.
#[must_use]
pub fn position_from_shape(shape: Shape, black: u16, white: u16) -> Position {
    let mut position = Position::empty(BoardSize::STANDARD, Color::Black);
    for square in position.board() {
        let number = shape.squares_on_board().position(|other| other == square);
        let content = match number {
            None => Content::Burned,
            Some(number) if black >> number & 1 == 1 => Content::Amazon(Color::Black),
            Some(number) if white >> number & 1 == 1 => Content::Amazon(Color::White),
            Some(_) => Content::Empty,
        };
        position
            .put(square, content)
            .expect("the frame is the board");
    }
    position
}

/// Scores of a position by exhaustive search when the players alternate.
#[must_use]
pub fn exhaustive_score(position: &Position) -> ScorePair {
    let mut known = HashMap::new();
    let [black_first, white_first] = Color::ALL.map(|first| {
        let position = position.with_to_move(first);
        let can_move = position.has_legal_move();
        can_move.then(|| best_score(&position, &mut known))
    });
    ScorePair {
        black_first,
        white_first,
    }
}

/// Score with the side to move; a player without a move passes.
fn best_score(position: &Position, known: &mut HashMap<u64, i8>) -> i8 {
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let side = position.to_move();
    let own = if side == Color::Black { 1 } else { -1 };
    let value = if position.has_legal_move() {
        let values = position.moves().into_iter().map(|mv| {
            let after = position.after(mv).expect("a move of the list is legal");
            own * (own + best_score(&after, known))
        });
        own * values.max().expect("there is a move")
    } else {
        let waiting = position.with_to_move(!side);
        if waiting.has_legal_move() {
            best_score(&waiting, known)
        } else {
            0
        }
    };
    known.insert(position.key(), value);
    value
}
