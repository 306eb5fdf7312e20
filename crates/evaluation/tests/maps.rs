//! Distance maps against a breadth-first search, on all paths through the machine.

mod naive;
mod positions;

use amazons::{BoardSize, Color, Position, Square};
use evaluation::{Layout, Maps, Path};
use naive::Kind;
use proptest::prelude::*;

fn check(position: &Position) {
    for path in Path::available() {
        let maps = Maps::along(path, &Layout::of(position));
        for color in Color::ALL {
            for (kind, map) in [
                (Kind::Queen, &maps.queen[color]),
                (Kind::King, &maps.king[color]),
            ] {
                let truth = naive::distances(position, color, kind);
                for square in naive::squares(position) {
                    let expected = truth[square.index()];
                    let found = map.to(square).map(|distance| distance as u32);
                    assert_eq!(
                        found, expected,
                        "{color} {kind:?} {square} on {path}: {position:?}"
                    );
                }
                let reached = truth.iter().flatten();
                assert_eq!(map.reached().len() as usize, reached.clone().count());
                assert_eq!(map.largest() as u32, reached.max().copied().unwrap_or(0));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn maps_match_a_search(position in positions::any_position()) {
        check(&position);
    }
}

#[test]
fn maps_match_a_search_through_games() {
    positions::random_games().for_each(|position| check(&position));
}

/// The longest way there is: walls that leave a winding corridor, and slides from edge to edge.
#[test]
fn long_ways_are_followed_to_their_end() {
    let corridor = "x.........|#########.|..........|.#########|..........|#########.|..........|.#########|..........|.........o b";
    let position = amazons::notation::parse_position(corridor).unwrap();
    check(&position);
    let maps = Maps::of(&Layout::of(&position));
    let a1 = Square::new(0, 0).unwrap();
    assert_eq!(maps.king[Color::Black].to(a1), Some(38));
    assert_eq!(maps.queen[Color::Black].to(a1), Some(8));
}

#[test]
fn the_best_path_is_one_of_those_available() {
    let names: Vec<String> = Path::available().iter().map(Path::to_string).collect();
    assert_eq!(names.first(), Some(&Path::best().to_string()));
    assert_eq!(names.last().map(String::as_str), Some("portable"));
}

/// Boards of one row, one column, one square; boards with no amazons and with nothing else.
#[test]
fn the_smallest_and_the_fullest_boards_are_no_exception() {
    for (columns, rows) in [(1, 1), (1, 10), (10, 1), (10, 10)] {
        let size = BoardSize::new(columns, rows).unwrap();
        let bare = Position::empty(size, Color::White);
        check(&bare);
        let mut lonely = bare;
        lonely
            .put(
                size.square(columns - 1, rows - 1).unwrap(),
                amazons::Content::Amazon(Color::White),
            )
            .unwrap();
        check(&lonely);
        let mut full = bare;
        for square in full.board() {
            full.put(square, amazons::Content::Amazon(Color::Black))
                .unwrap();
        }
        check(&full);
    }
}
