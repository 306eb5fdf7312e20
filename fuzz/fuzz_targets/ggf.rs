//! GGF: start position, main line and winner survive a round trip.
#![no_main]

use amazons::records::Format;
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::{assert_same_moves, check_round_trip};

fuzz_target!(|text: &str| {
    check_round_trip(text, Format::Ggf, |record, again| {
        assert_same_moves(record, again);
        assert_eq!(again.winner(), record.winner());
    });
});
