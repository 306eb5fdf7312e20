//! Values by playing everything out: slow, and on nothing but the rules of the game. What builds the table shares no code with
//! this, so that one can check the other.

use std::collections::HashMap;

use amazons::{BoardSize, Color, Content, Game, Position};

use crate::pair::Pair;
use crate::shape::Shape;

/// A board of fire with one shape that is not burned, and amazons on those of its squares.
///
/// # Panics
/// Never: a shape fits on the board.
#[must_use]
pub fn position_of(shape: Shape, black: u16, white: u16) -> Position {
    let mut position = Position::empty(BoardSize::STANDARD, Color::Black);
    for square in position.board() {
        let number = shape
            .squares()
            .position(|cell| cell == (square.row(), square.column()));
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

/// What a position is worth if the players take turns in all of it: Black's moves minus White's, whoever begins.
#[must_use]
pub fn play_out(position: &Position) -> Pair {
    let mut known = HashMap::new();
    let mut value = |first| alternating_value(&position.with_to_move(first), &mut known);
    Pair {
        black_first: value(Color::Black),
        white_first: value(Color::White),
    }
}

fn alternating_value(position: &Position, known: &mut HashMap<u64, i8>) -> Option<i8> {
    position.has_move().then(|| best(position, known))
}

/// The value for whoever is to move. A player without a move waits.
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
