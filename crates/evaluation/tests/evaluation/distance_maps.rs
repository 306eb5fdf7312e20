//! Distance maps against a breadth-first search.

use amazons::{BoardSize, Color, Position, Square};
use evaluation::{DistanceMaps, EvalBoard, SimdBackend};
use proptest::prelude::*;

use crate::positions;
use crate::reference::{self, Metric};

fn check(position: &Position) {
    for backend in SimdBackend::available() {
        let maps = DistanceMaps::with_backend(backend, &EvalBoard::from(position));
        for color in Color::ALL {
            for (metric, map) in [
                (Metric::Queen, &maps.queen[color]),
                (Metric::King, &maps.king[color]),
            ] {
                let expected_map = reference::distances(position, color, metric);
                for square in reference::squares(position) {
                    let expected = expected_map[square.index()];
                    let found = map.get(square).map(|distance| distance as u32);
                    assert_eq!(
                        found, expected,
                        "{backend}: {color} {metric:?} {square}: {position:?}"
                    );
                }
                let reached = expected_map.iter().flatten();
                assert_eq!(map.reachable().len() as usize, reached.clone().count());
                assert_eq!(
                    map.max_distance() as u32,
                    reached.max().copied().unwrap_or(0)
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn maps_match_breadth_first_search(position in positions::any_position()) {
        check(&position);
    }
}

#[test]
fn maps_match_breadth_first_search_in_games() {
    positions::random_games().for_each(|position| check(&position));
}

/// A winding corridor through the whole board, and slides from edge to edge.
#[test]
fn long_paths_are_followed_to_the_end() {
    let corridor = "x.........|#########.|..........|.#########|..........|#########.|..........|.#########|..........|.........o b";
    let position = amazons::notation::parse_position(corridor).unwrap();
    check(&position);
    let maps = DistanceMaps::of(&EvalBoard::from(&position));
    let a1 = Square::new(0, 0).unwrap();
    assert_eq!(maps.king[Color::Black].get(a1), Some(38));
    assert_eq!(maps.queen[Color::Black].get(a1), Some(8));
}

#[test]
fn the_best_backend_is_the_first_available() {
    let names: Vec<String> = SimdBackend::available()
        .iter()
        .map(SimdBackend::to_string)
        .collect();
    assert_eq!(names.first(), Some(&SimdBackend::best().to_string()));
    assert_eq!(names.last().map(String::as_str), Some("portable"));
}

/// Boards of one row, one column or one square, without amazons, with one, and full of them.
#[test]
fn smallest_and_fullest_boards_are_correct() {
    for (columns, rows) in [(1, 1), (1, 10), (10, 1), (10, 10)] {
        let size = BoardSize::new(columns, rows).unwrap();
        let bare = Position::empty(size, Color::White);
        check(&bare);
        let mut single = bare;
        single
            .put(
                size.square(columns - 1, rows - 1).unwrap(),
                amazons::Content::Amazon(Color::White),
            )
            .unwrap();
        check(&single);
        let mut full = bare;
        for square in full.board() {
            full.put(square, amazons::Content::Amazon(Color::Black))
                .unwrap();
        }
        check(&full);
    }
}
