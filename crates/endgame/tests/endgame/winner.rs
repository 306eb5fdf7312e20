//! Winners against exhaustive search.

use std::collections::HashMap;
use std::sync::LazyLock;

use amazons::{Color, Game, Position, Region};
use endgame::{ScoreTable, SumScorer, build_score_table_in_memory};
use proptest::prelude::*;

static TABLE: LazyLock<ScoreTable> = LazyLock::new(|| build_score_table_in_memory(6));

/// The winner by the rules alone.
fn winner_by_playing(position: &Position, known: &mut HashMap<Position, Color>) -> Color {
    if let Some(&winner) = known.get(position) {
        return winner;
    }
    let mover = position.to_move();
    let wins = position.moves().into_iter().any(|mv| {
        let mut after = *position;
        after.play(mv);
        winner_by_playing(&after, known) == mover
    });
    let winner = if wins { mover } else { !mover };
    known.insert(*position, winner);
    winner
}

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
        let truly = winner_by_playing(&position, &mut HashMap::new());
        if let Some(winner) = TABLE.winner(&position).unwrap() {
            prop_assert_eq!(winner, truly, "{:?}", position);
        }
    }

    #[test]
    fn the_sign_of_the_score_says_who_wins(position in any_endgame()) {
        let truly = winner_by_playing(&position, &mut HashMap::new());
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
    let mut scorer = SumScorer::new(&TABLE);
    let subgames: Vec<_> = position
        .regions()
        .map(|region| scorer.region(&region).unwrap())
        .collect();
    let mut tries = 0;
    let score = loop {
        tries += 1;
        let score = scorer.score_limited(&subgames, [2, 1], Color::Black, 40);
        if let Some(score) = score.unwrap() {
            break score;
        }
    };
    assert!(tries > 1, "one try was enough");
    let mut fresh = SumScorer::new(&TABLE);
    let subgames: Vec<_> = position
        .regions()
        .map(|region| fresh.region(&region).unwrap())
        .collect();
    let at_once = fresh.score_limited(&subgames, [2, 1], Color::Black, u64::MAX);
    assert_eq!(at_once.unwrap(), Some(score));
}
