//! Sums of subgames: what the search says and what the bounds say, against playing everything out.

use std::sync::LazyLock;

use amazons::{BoardSize, Color, Content, Game, Position, Square};
use endgame::{
    Catalogue, Placements, Shape, Subgame, Sums, Table, bounds, build, play_out, position_of,
};
use proptest::prelude::*;

/// A table of subgames up to a size, in a folder of its own that is gone at the end.
fn table(size: usize) -> Table {
    let folder = tempfile::tempdir().unwrap();
    if size > 0 {
        build(folder.path(), size, &|_| true).unwrap();
    }
    // The files stay mapped.
    Table::open(folder.path()).unwrap()
}

/// Tables that know nothing, little, and enough to look up most sums.
static TABLES: LazyLock<Vec<Table>> = LazyLock::new(|| [0, 3, 6].map(table).into());

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::new(6));

/// A shape and the amazons on it, any colour in the majority.
type Placed = (Shape, u16, u16);

fn any_subgame(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Placed> {
    let of_size = |size: usize| {
        let shapes = CATALOGUE.shapes(size).len();
        let placements = Placements::new(size).len();
        (0..shapes, 0..placements, any::<bool>()).prop_map(move |(shape, placement, swaps)| {
            let shape = CATALOGUE.shapes(size)[shape];
            let (more, fewer) = Placements::new(size).all().nth(placement).unwrap();
            match swaps {
                true => (shape, fewer, more),
                false => (shape, more, fewer),
            }
        })
    };
    sizes.prop_flat_map(of_size)
}

/// A board of fire with a subgame in each quarter.
fn side_by_side(subgames: &[Placed]) -> Position {
    let mut position = Position::empty(BoardSize::STANDARD, Color::Black);
    for square in position.board() {
        position.put(square, Content::Burned).unwrap();
    }
    let quarters = [(0, 0), (5, 0), (0, 5), (5, 5)];
    for ((first_row, first_column), (shape, black, white)) in quarters.into_iter().zip(subgames) {
        for (number, (row, column)) in shape.squares().enumerate() {
            let content = match (black >> number & 1, white >> number & 1) {
                (0, 0) => Content::Empty,
                (1, _) => Content::Amazon(Color::Black),
                _ => Content::Amazon(Color::White),
            };
            let square = Square::new(first_column + column, first_row + row).unwrap();
            position.put(square, content).unwrap();
        }
    }
    position
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The true score of a sum, for either side to move, whatever the table knows; and no bound is on the wrong side of it.
    #[test]
    fn scores_are_those_of_playing_out(
        subgames in prop::collection::vec(any_subgame(1..=4), 2..=4),
    ) {
        let truth = play_out(&side_by_side(&subgames)).resolved();
        for table in TABLES.iter() {
            let mut sums = Sums::new(table);
            let parts: Vec<Subgame> = subgames
                .iter()
                .map(|&(shape, black, white)| sums.subgame(shape, black, white))
                .collect();
            let mut pairs = Vec::new();
            for &part in &parts {
                pairs.push(sums.pair(part).unwrap());
            }
            for (side, truth) in Color::ALL.into_iter().zip(truth) {
                prop_assert_eq!(sums.score(&parts, side).unwrap(), i16::from(truth));
                let plain = bounds(&pairs, side);
                for turns in 0..=3 {
                    let ahead = sums.bounds_ahead(&parts, side, turns).unwrap();
                    prop_assert!(ahead.lower.is_none_or(|lower| lower <= truth.into()));
                    prop_assert!(ahead.upper.is_none_or(|upper| upper >= truth.into()));
                    // Looking further never knows less.
                    prop_assert!(ahead.lower >= plain.lower);
                    prop_assert!(plain.upper.is_none() || ahead.upper.is_some_and(|upper| Some(upper) <= plain.upper));
                    prop_assert!(turns > 0 || ahead == plain);
                }
            }
        }
    }

    /// The values of a single subgame are found without the part of the table that has them.
    #[test]
    fn a_search_finds_what_the_table_says((shape, black, white) in any_subgame(4..=6)) {
        let pair = |table| {
            let mut sums = Sums::new(table);
            let subgame = sums.subgame(shape, black, white);
            sums.pair(subgame).unwrap()
        };
        let known = pair(&TABLES[2]);
        prop_assert_eq!(pair(&TABLES[0]), known);
        prop_assert_eq!(pair(&TABLES[1]), known);
    }

    /// To alternate is one of the orders; two turns in a row are worth what is best after both.
    #[test]
    fn turns_in_a_row_are_moves_in_a_row((shape, black, white) in any_subgame(1..=5)) {
        let mut sums = Sums::new(&TABLES[2]);
        let subgame = sums.subgame(shape, black, white);
        let pair = sums.pair(subgame).unwrap();
        let mut in_order = |order: &[Color]| sums.in_order(subgame, order).unwrap();
        let [first, second] = Color::ALL;
        prop_assert_eq!(in_order(&[first, second]), pair.black_first.map(i16::from));
        prop_assert_eq!(in_order(&[second, first, second]), pair.white_first.map(i16::from));
        let position = position_of(shape, black, white).with_to_move(first);
        let truth = position.moves().into_iter().filter_map(|one| {
            let then = position.after(one).unwrap().with_to_move(first);
            // Who has no second move waits.
            if then.moves().is_empty() {
                return Some(1 + play_out(&then).resolved()[1]);
            }
            let twice = then.moves().into_iter().map(|two| play_out(&then.after(two).unwrap()));
            twice.map(|pair| 2 + pair.resolved()[1]).max()
        });
        prop_assert_eq!(in_order(&[first, first]), truth.max().map(i16::from));
    }
}
