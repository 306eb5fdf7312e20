//! Test positions.

use amazons::{BoardSize, Color, Content, Game, Position};
use game::SplitMix64;
use proptest::prelude::*;

/// Any position: any size, any density of amazons and burned squares, either side to move.
pub fn any_position() -> impl Strategy<Value = Position> {
    let sides = prop_oneof![1..=10_u8, 8..=10_u8];
    (
        sides.clone(),
        sides,
        any::<bool>(),
        0..60_u32,
        0..8_u32,
        any::<u64>(),
    )
        .prop_map(|(columns, rows, is_black, burned, amazons, seed)| {
            let size = BoardSize::new(columns, rows).expect("sizes are in range");
            let to_move = if is_black { Color::Black } else { Color::White };
            let mut position = Position::empty(size, to_move);
            let mut rng = SplitMix64::from_seed(seed);
            for square in position.board() {
                let content = match rng.below(100) as u32 {
                    number if number < burned => Content::Burned,
                    number if number < burned + amazons => Content::Amazon(Color::Black),
                    number if number < burned + 2 * amazons => Content::Amazon(Color::White),
                    _ => Content::Empty,
                };
                position
                    .put(square, content)
                    .expect("the square is on the board");
            }
            position
        })
}

/// All positions of a random game from the start position of a size.
fn random_game(size: BoardSize, seed: u64) -> Vec<Position> {
    let mut rng = SplitMix64::from_seed(seed);
    let mut position = Position::start(size).expect("the size has a start position");
    let mut positions = vec![position];
    while let Some(&mv) = rng.choose(&position.moves()) {
        position.play(mv);
        positions.push(position);
    }
    positions
}

/// Positions of random games on boards of several sizes.
pub fn random_games() -> impl Iterator<Item = Position> {
    let sizes = [(10, 10), (8, 8), (9, 10), (6, 6), (5, 10), (4, 7)];
    sizes.into_iter().flat_map(|(columns, rows)| {
        let size = BoardSize::new(columns, rows).expect("the size is in range");
        (0..8).flat_map(move |seed| random_game(size, seed))
    })
}
