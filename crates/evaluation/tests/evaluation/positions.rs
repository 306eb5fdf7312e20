//! Test positions.

use amazons::{BoardSize, Color, Content, Game, Position};
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
            let mut rng = XorShift::new(seed);
            for square in position.board() {
                let content = match rng.below(100) {
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
    let mut rng = XorShift::new(seed);
    let mut position = Position::start(size).expect("the size has a start position");
    let mut positions = vec![position];
    loop {
        let moves = position.moves();
        if moves.is_empty() {
            return positions;
        }
        position.play(moves[rng.below(moves.len() as u32) as usize]);
        positions.push(position);
    }
}

/// Positions of random games on boards of several sizes.
pub fn random_games() -> impl Iterator<Item = Position> {
    let sizes = [(10, 10), (8, 8), (9, 10), (6, 6), (5, 10), (4, 7)];
    sizes.into_iter().flat_map(|(columns, rows)| {
        let size = BoardSize::new(columns, rows).expect("the size is in range");
        (0..8).flat_map(move |seed| random_game(size, seed))
    })
}

/// Marsaglia's xorshift generator.
struct XorShift(u64);

impl XorShift {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }
}
