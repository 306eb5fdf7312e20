//! Positions: FEN and diagram survive a round trip, and the rules are consistent on any set-up.
#![no_main]

use amazons::notation::{diagram, fen, parse_position};
use amazons::{Game, Position};
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::assert_single_line_message;

fuzz_target!(|text: &str| {
    // Each parser alone, too: none may panic on the format of another.
    for parse in [fen::parse, diagram::parse] {
        if let Err(error) = parse(text) {
            assert_single_line_message(&error);
        }
    }
    let mut position = match parse_position(text) {
        Ok(position) => position,
        Err(error) => return assert_single_line_message(&error),
    };
    assert_eq!(parse_position(&fen::write(&position)), Ok(position));
    assert_eq!(parse_position(&diagram::write(&position)), Ok(position));
    check_rules(&mut position);
});

fn check_rules(position: &mut Position) {
    let before = *position;
    let moves = position.moves();
    assert_eq!(position.move_count(), moves.len() as u64);
    assert_eq!(position.outcome().is_none(), !moves.is_empty());
    for mv in moves.into_iter().step_by(97) {
        position.play(mv);
        // Parsing computes the hash key from scratch.
        assert_eq!(parse_position(&fen::write(position)), Ok(*position));
        position.unplay(mv, ());
        assert_eq!(*position, before);
    }
}
