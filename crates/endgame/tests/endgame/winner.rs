//! Winners against exhaustive search.

use std::sync::LazyLock;

use amazons::{Color, Game, Position, Region};
use endgame::{ScoreTable, SumScorer, build_score_table_in_memory};
use proptest::prelude::*;

use crate::fixtures::BruteForce;

static TABLE: LazyLock<ScoreTable> = LazyLock::new(|| build_score_table_in_memory(6));

/// Boards with a few small regions and large ones of one player.
fn any_endgame() -> impl Strategy<Value = Position> {
    let square = prop_oneof![
        4 => Just('.'),
        2 => Just('x'),
        2 => Just('o'),
        9 => Just('#'),
    ];
    (prop::collection::vec(square, 30), any::<bool>())
        .prop_map(|(squares, is_black)| {
            let rows: Vec<String> = squares.chunks(6).map(|row| row.iter().collect()).collect();
            let side = if is_black { 'b' } else { 'w' };
            format!("{} {side}", rows.join("|"))
        })
        .prop_filter_map("four amazons at most", |text| {
            let position = Position::parse(&text).ok()?;
            let few = Color::ALL
                .iter()
                .all(|&side| position.amazons(side).len() <= 4);
            (few && position.empty_squares().len() <= 9).then_some(position)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_decided_is_decided_so(position in any_endgame()) {
        let truly = BruteForce::default().winner(&[position], position.to_move(), [0, 0]);
        if let Some(winner) = TABLE.winner(&position).unwrap() {
            prop_assert_eq!(winner, truly, "{:?}", position);
        }
    }

    #[test]
    fn the_sign_of_the_score_says_who_wins(position in any_endgame()) {
        let truly = BruteForce::default().winner(&[position], position.to_move(), [0, 0]);
        let mut scorer = SumScorer::new(&TABLE);
        let subgames: Option<Vec<_>> =
            position.regions().map(|region: Region| scorer.region(&region)).collect();
        let Some(subgames) = subgames else { return Ok(()) };
        let mover = position.to_move();
        let score = scorer.score_limited(&subgames, [0, 0], mover, u64::MAX).unwrap().unwrap();
        let for_mover = match mover {
            Color::Black => score,
            Color::White => -score,
        };
        prop_assert_eq!(for_mover > 0, truly == mover, "{:?}: {}", position, score);
        prop_assert_eq!(score, scorer.score(&subgames, mover).unwrap());
    }
}

#[test]
fn examples() {
    let winner = |text: &str| {
        let position = Position::parse(text).unwrap();
        TABLE.winner(&position).unwrap()
    };
    // Black moves, then White has no move.
    assert_eq!(winner("x.o b"), Some(Color::Black));
    assert_eq!(winner("x.o w"), Some(Color::White));
    // Black moves first in a region of six squares, but White has four spare moves.
    assert_eq!(winner("x..|..o|###|o..|..# b"), Some(Color::White));
    // One region of nine squares is larger than the table.
    assert_eq!(winner("x..|...|..o b"), None);
}

#[test]
fn a_limited_search_is_continued() {
    let position = Position::parse("x...#o...|...o#...x b").unwrap();
    // The score, and how many searches of at most `max_nodes` find it.
    let score = |max_nodes| {
        let mut scorer = SumScorer::new(&TABLE);
        let regions = position.regions();
        let subgames: Vec<_> = regions
            .map(|region| scorer.region(&region).unwrap())
            .collect();
        let mut tries = 1;
        loop {
            let score = scorer.score_limited(&subgames, [2, 1], Color::Black, max_nodes);
            match score.unwrap() {
                Some(score) => return (score, tries),
                None => tries += 1,
            }
        }
    };
    let (limited, tries) = score(40);
    assert!(tries > 1, "one try was enough");
    assert_eq!(score(u64::MAX), (limited, 1));
}
