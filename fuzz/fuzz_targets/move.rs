//! Moves: both notations survive a round trip, and parsing with a position accepts legal moves only.
#![no_main]

use amazons::notation::parse_move;
use amazons::{Game, Move, Position};
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::assert_single_line_message;

fuzz_target!(|text: &str| {
    let start = Position::standard_start();
    let mv = match text.parse::<Move>() {
        Ok(mv) => mv,
        Err(error) => {
            assert_single_line_message(&error);
            assert!(parse_move(&start, text).is_err());
            return;
        }
    };
    let Move { from, to, arrow } = mv;
    assert_eq!(mv.to_string().parse(), Ok(mv));
    assert_eq!(format!("{from}{to},{to}{arrow}").parse(), Ok(mv));
    match parse_move(&start, text) {
        Ok(legal) => assert!(legal == mv && start.moves().contains(&mv)),
        Err(error) => {
            assert_single_line_message(&error);
            assert!(!start.moves().contains(&mv));
        }
    }
});
