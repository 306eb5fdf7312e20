//! Seeded random positions.

use amazons::{BoardSize, Color, Content, Game, Position, Square};
use game::SplitMix64;

/// A uniform integer from `min` to `max`, both inclusive.
pub fn between(rng: &mut SplitMix64, min: u32, max: u32) -> u32 {
    min + rng.below((max - min + 1) as usize) as u32
}

/// A uniform element of a list that is not empty.
pub fn choose<T: Copy>(rng: &mut SplitMix64, list: &[T]) -> T {
    *rng.choose(list).expect("the list is not empty")
}

/// A board with `amazons` of each color on random squares.
fn open_position(rng: &mut SplitMix64, size: BoardSize, amazons: [u32; 2]) -> Position {
    let to_move = choose(rng, &Color::ALL);
    let mut position = Position::empty(size, to_move);
    for (color, count) in Color::ALL.into_iter().zip(amazons) {
        for _ in 0..count {
            put_on_random_square(rng, &mut position, Content::Amazon(color));
        }
    }
    position
}

fn put_on_random_square(rng: &mut SplitMix64, position: &mut Position, content: Content) {
    let empty: Vec<Square> = position.empty_squares().into_iter().collect();
    let square = choose(rng, &empty);
    position
        .put(square, content)
        .expect("the square is on the board");
}

/// Random amazons and burned squares, with at most `empty` empty squares.
pub fn scattered_position(
    rng: &mut SplitMix64,
    size: BoardSize,
    amazons: [u32; 2],
    empty: u32,
) -> Position {
    let mut position = open_position(rng, size, amazons);
    while position.empty_squares().len() > empty {
        put_on_random_square(rng, &mut position, Content::Burned);
    }
    position
}

/// The position of a random game with at most `empty` empty squares, or at its end.
pub fn played_position(
    rng: &mut SplitMix64,
    size: BoardSize,
    amazons: [u32; 2],
    empty: u32,
) -> Position {
    let mut position = open_position(rng, size, amazons);
    while position.empty_squares().len() > empty && position.has_legal_move() {
        let mv = choose(rng, &position.moves());
        position.play(mv);
    }
    position
}
