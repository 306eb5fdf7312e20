//! Positions in every form that fits on a line: what is read is written as a FEN and as a diagram
//! and read back the same; and the rules hold on whatever was set up.
#![no_main]

use amazons::notation::{diagram, fen, parse_position};
use amazons::{Game, Position};
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::assert_is_a_sentence;

fuzz_target!(|text: &str| {
    // Each form alone, too: none may panic on the texts of another.
    for read in [fen::parse, diagram::parse] {
        if let Err(error) = read(text) {
            assert_is_a_sentence(&error);
        }
    }
    let mut position = match parse_position(text) {
        Ok(position) => position,
        Err(error) => return assert_is_a_sentence(&error),
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
        // Read anew, its key is made from scratch.
        assert_eq!(parse_position(&fen::write(position)), Ok(*position));
        position.unplay(mv, ());
        assert_eq!(*position, before);
    }
}
