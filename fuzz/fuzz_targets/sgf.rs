//! SGF: records survive a round trip.
#![no_main]

use amazons::records::Format;
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::check_round_trip;

fuzz_target!(|text: &str| {
    check_round_trip(text, Format::Sgf, |record, again| assert_eq!(again, record));
});
