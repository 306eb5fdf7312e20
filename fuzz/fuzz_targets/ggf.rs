//! GGF: the start, the moves of the main line and the winner survive being written and read back.
#![no_main]

use amazons::records::Format;
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::{assert_same_play, check_round_trip};

fuzz_target!(|text: &str| {
    check_round_trip(text, Format::Ggf, |record, again| {
        assert_same_play(record, again);
        assert_eq!(again.winner(), record.winner());
    });
});
