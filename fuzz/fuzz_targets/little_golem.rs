//! Little Golem's files and tables: a record survives being written and read back, in every detail.
#![no_main]

use amazons::records::Format;
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::check_round_trip;

fuzz_target!(|text: &str| {
    check_round_trip(text, Format::LittleGolem, |record, again| {
        assert_eq!(again, record)
    });
});
