//! Tables that were built, against the rules themselves.

mod brute_force;

use amazons::{BoardSize, Color, Content, Position};
use endgame::{Catalogue, Pair, Placements, Shape, Table, build};

use brute_force::alternating_value;

/// A position with a shape in the middle of fire, and amazons on it.
fn position(shape: Shape, black: u16, white: u16) -> Position {
    let mut position = Position::empty(BoardSize::STANDARD, Color::Black);
    for square in position.board() {
        let here = shape
            .squares()
            .position(|cell| cell == (square.row(), square.column()));
        let content = match here {
            None => Content::Burned,
            Some(number) if black >> number & 1 == 1 => Content::Amazon(Color::Black),
            Some(number) if white >> number & 1 == 1 => Content::Amazon(Color::White),
            Some(_) => Content::Empty,
        };
        position.put(square, content).unwrap();
    }
    position
}

#[test]
fn all_small_subgames_are_worth_what_playing_them_out_says() {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), 5, &|_| true).unwrap();
    let table = Table::open(folder.path()).unwrap();
    assert_eq!(table.largest(), 5);
    let catalogue = Catalogue::new(5);
    for size in 1..=5 {
        for (number, &shape) in catalogue.shapes(size).iter().enumerate() {
            for (place, (black, white)) in Placements::new(size).all().enumerate() {
                let position = position(shape, black, white);
                let [first, second] = Color::ALL.map(|side| alternating_value(&position, side));
                let expected = Pair {
                    black_first: first,
                    white_first: second,
                };
                assert_eq!(table.value_at(size, number, place).unwrap(), Some(expected));
                let region = position.regions().next().unwrap();
                assert_eq!(table.probe(&region).unwrap(), Some(expected), "{position:?}");
            }
        }
    }
}
