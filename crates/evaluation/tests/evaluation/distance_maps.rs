//! Distance maps compared with a breadth-first search, for every available SIMD backend.

use amazons::{BoardSize, Color, Position, Square};
use evaluation::{DistanceMaps, EvalBoard, SimdBackend};
use proptest::prelude::*;

use crate::positions;
use crate::reference::{self, Metric};

fn assert_maps_match_reference(position: &Position) {
    for backend in SimdBackend::available() {
        let maps = backend.distance_maps(&EvalBoard::from(position));
        for color in Color::ALL {
            for (metric, map) in [
                (Metric::Queen, &maps.queen[color]),
                (Metric::King, &maps.king[color]),
            ] {
                let expected_map = reference::distances(position, color, metric);
                for square in reference::squares(position) {
                    let expected = expected_map[square.index()];
                    let actual = map.get(square).map(|distance| distance as u32);
                    assert_eq!(
                        actual, expected,
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
        assert_maps_match_reference(&position);
    }
}

#[test]
fn maps_match_breadth_first_search_in_games() {
    positions::random_games().for_each(|position| assert_maps_match_reference(&position));
}

/// A serpentine corridor from the amazon on a10 to a1, with queen moves from edge to edge.
#[test]
fn long_paths_are_followed_to_the_end() {
    let corridor = "x.........|#########.|..........|.#########|..........|#########.|..........|.#########|..........|.........o b";
    let position = amazons::notation::parse_position(corridor).unwrap();
    assert_maps_match_reference(&position);
    let maps = DistanceMaps::of(&EvalBoard::from(&position));
    let a1 = Square::new(0, 0).unwrap();
    assert_eq!(maps.king[Color::Black].get(a1), Some(38));
    assert_eq!(maps.queen[Color::Black].get(a1), Some(8));
}

#[test]
fn backends_are_listed_from_best_to_portable() {
    let names: Vec<String> = SimdBackend::available()
        .iter()
        .map(SimdBackend::to_string)
        .collect();
    assert_eq!(names.first(), Some(&SimdBackend::best().to_string()));
    assert_eq!(names.last().map(String::as_str), Some("portable"));
}

/// Boards of one square, one column, one row and full size: without amazons, with one, and full of
/// them.
#[test]
fn maps_match_on_small_empty_and_full_boards() {
    for (columns, rows) in [(1, 1), (1, 10), (10, 1), (10, 10)] {
        let size = BoardSize::new(columns, rows).unwrap();
        let empty = Position::empty(size, Color::White);
        assert_maps_match_reference(&empty);
        let mut single = empty;
        single
            .put(
                size.square(columns - 1, rows - 1).unwrap(),
                amazons::Content::Amazon(Color::White),
            )
            .unwrap();
        assert_maps_match_reference(&single);
        let mut full = empty;
        for square in full.board() {
            full.put(square, amazons::Content::Amazon(Color::Black))
                .unwrap();
        }
        assert_maps_match_reference(&full);
    }
}
