//! Random positions of the kinds that endgames are made of, the same on every run.

use amazons::{BoardSize, Color, Content, Game, Position, Square};

/// SplitMix64: small, and good enough to choose squares.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number from `least` to `most`, both included.
    pub fn between(&mut self, least: u32, most: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        least + (mixed % u64::from(most - least + 1)) as u32
    }

    /// One of a list, which must not be empty.
    pub fn choose<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.between(0, list.len() as u32 - 1) as usize]
    }
}

/// Amazons of either side at random places, and nothing else.
fn open_position(random: &mut Random, size: BoardSize, amazons: [u32; 2]) -> Position {
    let to_move = random.choose(&Color::ALL);
    let mut position = Position::empty(size, to_move);
    for (color, count) in Color::ALL.into_iter().zip(amazons) {
        for _ in 0..count {
            put_somewhere(random, &mut position, Content::Amazon(color));
        }
    }
    position
}

fn put_somewhere(random: &mut Random, position: &mut Position, content: Content) {
    let empty: Vec<Square> = position.empty_squares().into_iter().collect();
    let square = random.choose(&empty);
    position
        .put(square, content)
        .expect("the square is on the board");
}

/// Everything at random places, so many squares left empty if the board has them.
pub fn scattered_position(
    random: &mut Random,
    size: BoardSize,
    amazons: [u32; 2],
    empty: u32,
) -> Position {
    let mut position = open_position(random, size, amazons);
    while position.empty_squares().len() > empty {
        put_somewhere(random, &mut position, Content::Burned);
    }
    position
}

/// A random game, until so many squares are empty or it ends.
pub fn played_position(
    random: &mut Random,
    size: BoardSize,
    amazons: [u32; 2],
    empty: u32,
) -> Position {
    let mut position = open_position(random, size, amazons);
    while position.empty_squares().len() > empty && position.has_move() {
        let mv = random.choose(&position.moves());
        position.play(mv);
    }
    position
}
