//! Scores and bounds of sums against exhaustive search.

use std::sync::LazyLock;

use amazons::{BoardSize, Color, Content, Game, Position, Square};
use endgame::{
    Placements, ScoreTable, Shape, ShapeCatalogue, SubgameId, SumScorer, bounds,
    build_score_table_in_memory, exhaustive_score, position_from_shape,
};
use proptest::prelude::*;

/// Tables that are empty, small, and large enough for most scorer.
static TABLES: LazyLock<[ScoreTable; 3]> = LazyLock::new(|| {
    let empty = ScoreTable::open(tempfile::tempdir().unwrap().path()).unwrap();
    let [small, large] = [3, 6].map(build_score_table_in_memory);
    [empty, small, large]
});

static CATALOGUE: LazyLock<ShapeCatalogue> = LazyLock::new(|| ShapeCatalogue::new(6));

/// A shape and the amazons on it; either color may have more.
type Canonicalized = (Shape, u16, u16);

fn any_subgame(sizes: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Canonicalized> {
    let of_size = |size: usize| {
        let shapes = CATALOGUE.shapes(size).len();
        let placements = Placements::new(size).count();
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

/// A burned board with one subgame in each quarter.
fn side_by_side(subgames: &[Canonicalized]) -> Position {
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

    /// Scores are exact and within bounds for any table size.
    #[test]
    fn scores_agree_with_exhaustive_search(
        subgames in prop::collection::vec(any_subgame(1..=4), 2..=4),
    ) {
        let truth = exhaustive_score(&side_by_side(&subgames)).with_passing();
        for table in TABLES.iter() {
            let mut scorer = SumScorer::new(table);
            let parts: Vec<SubgameId> = subgames
                .iter()
                .map(|&(shape, black, white)| scorer.subgame(shape, black, white))
                .collect();
            let mut pairs = Vec::new();
            for &part in &parts {
                pairs.push(scorer.pair(part).unwrap());
            }
            for (side, truth) in Color::ALL.into_iter().zip(truth) {
                prop_assert_eq!(scorer.score(&parts, side).unwrap(), i16::from(truth));
                let plain = bounds(&pairs, side);
                for turns in 0..=3 {
                    let ahead = scorer.lookahead_bounds(&parts, side, turns).unwrap();
                    prop_assert!(ahead.lower.is_none_or(|lower| lower <= truth.into()));
                    prop_assert!(ahead.upper.is_none_or(|upper| upper >= truth.into()));
                    // More lookahead never loosens bounds.
                    prop_assert!(ahead.lower >= plain.lower);
                    prop_assert!(plain.upper.is_none() || ahead.upper.is_some_and(|upper| Some(upper) <= plain.upper));
                    prop_assert!(turns > 0 || ahead == plain);
                }
            }
        }
    }

    /// Search finds the scores of subgames that are missing in the table.
    #[test]
    fn search_agrees_with_the_table((shape, black, white) in any_subgame(4..=6)) {
        let pair = |table| {
            let mut scorer = SumScorer::new(table);
            let subgame = scorer.subgame(shape, black, white);
            scorer.pair(subgame).unwrap()
        };
        let known = pair(&TABLES[2]);
        prop_assert_eq!(pair(&TABLES[0]), known);
        prop_assert_eq!(pair(&TABLES[1]), known);
    }

    /// Alternation is one of the orders; two turns in a row give the best after both.
    #[test]
    fn turn_orders_agree_with_exhaustive_search((shape, black, white) in any_subgame(1..=5)) {
        let mut scorer = SumScorer::new(&TABLES[2]);
        let subgame = scorer.subgame(shape, black, white);
        let pair = scorer.pair(subgame).unwrap();
        let mut in_order = |order: &[Color]| scorer.score_with_turn_order(subgame, order).unwrap();
        let [first, second] = Color::ALL;
        prop_assert_eq!(in_order(&[first, second]), pair.black_first.map(i16::from));
        prop_assert_eq!(in_order(&[second, first, second]), pair.white_first.map(i16::from));
        let position = position_from_shape(shape, black, white).with_to_move(first);
        let truth = position.moves().into_iter().filter_map(|one| {
            let then = position.after(one).unwrap().with_to_move(first);
            // A player without a second move passes.
            if then.moves().is_empty() {
                return Some(1 + exhaustive_score(&then).with_passing()[1]);
            }
            let twice = then.moves().into_iter().map(|two| exhaustive_score(&then.after(two).unwrap()));
            twice.map(|pair| 2 + pair.with_passing()[1]).max()
        });
        prop_assert_eq!(in_order(&[first, first]), truth.max().map(i16::from));
    }
}
