//! What every game promises.

use game::Game;
use proptest::prelude::*;
use shogi::{Evaluation, Kinds, Position};

use crate::random_games::play;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_move_can_be_played_taken_back_written_and_read(seed in 0_u64..1_000_000) {
        play(seed, 120, |position| {
            let (text, key) = (position.to_text(), position.key());
            let worth = Evaluation::new().hundredths(position);
            let moves = position.moves();
            assert_eq!(moves.len() as u64, position.move_count());
            assert_eq!(moves.is_empty(), position.outcome().is_some());
            for &mv in moves.iter().step_by(7) {
                assert!(position.is_legal(mv));
                assert_eq!(position.parse_move(&position.move_to_text(mv)), Ok(mv));
                for kinds in Kinds::ALL {
                    let kind = position.clone().with_kinds(kinds).kind(mv);
                    assert!(kinds.places().contains(&usize::from(kind.0)));
                }
                position.play(mv);
                position.unplay(mv, ());
            }
            assert_eq!(position.to_text(), text);
            assert_eq!(position.key(), key);
            assert_eq!(Evaluation::new().hundredths(position), worth);
        });
    }

    #[test]
    fn positions_come_back_from_their_text(seed in 0_u64..1_000_000) {
        play(seed, 60, |position| {
            let read = Position::parse(&position.to_text()).unwrap();
            assert_eq!(read.to_text(), position.to_text());
            assert_eq!(read.key(), position.key());
            assert_eq!(read.moves(), position.moves());
            assert_eq!(read.outcome(), position.outcome());
        });
    }

    #[test]
    fn no_text_makes_reading_panic(text in "[ -~]{0,80}", board in "[a-zA-Z0-9+/]{1,40} [bw] [a-zA-Z0-9-]{1,9}( [0-9]{1,7})?") {
        let _ = Position::parse(&text);
        let _ = Position::parse(&board);
        let _ = Position::start().parse_move(&text);
    }
}

#[test]
fn what_is_wrong_with_a_text_is_said() {
    let king = "4k4/9/9/9/9/9/9/9/4K4";
    for (text, complaint) in [
        (
            "",
            "a position is startpos or an SFEN, perhaps with moves behind it",
        ),
        (
            "startpos now",
            "\"now\" behind a position means nothing: moves was expected",
        ),
        (
            "startpos moves 7g7f 7g7f",
            "move 2 cannot be played: 7g7f cannot be played here",
        ),
        (
            "startpos moves e2e4",
            "move 1 cannot be played: \"e2e4\" is no move: moves are written as 7g7f, 8h2b+ or P*5e",
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
            "move 60000 is too far into a game: 10000 is the last",
        ),
        (
            &format!("{king} b - 1 2"),
            "\"2\" behind a position means nothing: moves was expected",
        ),
    ] {
        let error = Position::parse(text).unwrap_err();
        assert_eq!(error.to_string(), complaint, "{text}");
    }
    for text in [
        "rubbish",
        &format!("{king} x - 1"),
        "4k4/9/9/9/9/9/4P4/4P4/4K4 b - 1",
    ] {
        let error = Position::parse(text).unwrap_err().to_string();
        assert!(error.contains("is no SFEN: "), "{error}");
    }
}
