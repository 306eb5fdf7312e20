//! Guarantees of the `Game` trait, and notation.

use game::Game;
use proptest::prelude::*;
use shogi::{Evaluation, MoveKindSet, Position};

use crate::random_games::play;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn moves_can_be_played_unplayed_and_round_trip(seed in 0_u64..1_000_000) {
        play(seed, 120, |position| {
            let (text, key) = (position.to_text(), position.key());
            let value = Evaluation::new().centipawns(position);
            let moves = position.moves();
            assert_eq!(moves.len() as u64, position.move_count());
            assert_eq!(moves.is_empty(), position.outcome().is_some());
            for &mv in moves.iter().step_by(7) {
                assert!(position.is_legal(mv));
                assert_eq!(position.parse_move(&position.move_to_text(mv)), Ok(mv));
                for kinds in MoveKindSet::ALL {
                    let kind = position.clone().with_move_kinds(kinds).move_kind(mv);
                    assert!(kinds.index_range().contains(&usize::from(kind.0)));
                }
                position.play(mv);
                position.unplay(mv, ());
            }
            assert_eq!(position.to_text(), text);
            assert_eq!(position.key(), key);
            assert_eq!(Evaluation::new().centipawns(position), value);
        });
    }

    #[test]
    fn positions_round_trip(seed in 0_u64..1_000_000) {
        play(seed, 60, |position| {
            let parsed = Position::parse(&position.to_text()).unwrap();
            assert_eq!(parsed.to_text(), position.to_text());
            assert_eq!(parsed.key(), position.key());
            assert_eq!(parsed.moves(), position.moves());
            assert_eq!(parsed.outcome(), position.outcome());
        });
    }

    #[test]
    fn parsing_never_panics(
        text in "[ -~]{0,80}",
        board in "[a-zA-Z0-9+/]{1,40} [bw] [a-zA-Z0-9-]{1,9}( [0-9]{1,7})?",
    ) {
        let _ = Position::parse(&text);
        let _ = Position::parse(&board);
        let _ = Position::start().parse_move(&text);
    }
}

#[test]
fn errors_are_specific() {
    let king = "4k4/9/9/9/9/9/9/9/4K4";
    for (text, expected) in [
        (
            "",
            "expected `startpos` or an SFEN, optionally followed by `moves …`",
        ),
        ("startpos now", "expected `moves`, found \"now\""),
        ("startpos moves 7g7f 7g7f", "move 2: illegal move 7g7f"),
        (
            "startpos moves e2e4",
            "move 1: invalid move \"e2e4\": \
            expected USI notation such as 7g7f, 8h2b+ or P*5e",
        ),
        (
            "9/9/9/9/9/9/9/9/4K4 b - 1",
            "white has no king on the board",
        ),
        (
            "4k4/4R4/9/9/9/9/9/9/4K4 b - 1",
            "the king of the side that is not to move is in check",
        ),
        (
            &format!("{king} b - 60000"),
            "move number 60000 is too large (maximum 10000)",
        ),
        (&format!("{king} b - 1 2"), "expected `moves`, found \"2\""),
    ] {
        let error = Position::parse(text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    for text in [
        "rubbish",
        &format!("{king} x - 1"),
        "4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1",
    ] {
        let error = Position::parse(text).unwrap_err().to_string();
        assert!(error.starts_with("invalid SFEN "), "{error}");
    }
}
