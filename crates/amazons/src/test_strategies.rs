//! Strategies for property tests.

use game::Color;
use proptest::prelude::*;

use crate::position::{Content, Position};
use crate::square::BoardSize;

/// Positions of any size with any amazons and burned squares, either side to move.
pub(crate) fn any_position() -> impl Strategy<Value = Position> {
    let content = prop_oneof![
        12 => Just(Content::Empty),
        1 => Just(Content::Amazon(Color::Black)),
        1 => Just(Content::Amazon(Color::White)),
        6 => Just(Content::Burned),
    ];
    (
        1..=10_u8,
        1..=10_u8,
        any::<bool>(),
        prop::collection::vec(content, 100),
    )
        .prop_map(|(columns, rows, black, contents)| {
            let size = BoardSize::new(columns, rows).expect("sizes are in range");
            let to_move = if black { Color::Black } else { Color::White };
            let mut position = Position::empty(size, to_move);
            for (square, content) in position.board().iter().zip(contents) {
                position
                    .put(square, content)
                    .expect("the square is on the board");
            }
            position
        })
}
