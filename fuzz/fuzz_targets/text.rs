//! A start and moves on a line: both, and the result, survive being written and read back.
#![no_main]

use amazons::records::Format;
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::{assert_same_play, check_round_trip};

fuzz_target!(|text: &str| {
    check_round_trip(text, Format::Text, |record, again| {
        assert_same_play(record, again);
        assert_eq!(again.info.result, record.info.result);
    });
});
