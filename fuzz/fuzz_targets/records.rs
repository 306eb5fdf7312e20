//! Records of unknown form: whatever is read can be written in every form, is recognised as that
//! form, and read back with the same moves; forms without moves show the final position.
#![no_main]

use amazons::records::{Format, detect, read, write};
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::{assert_is_a_sentence, assert_same_play};

fuzz_target!(|text: &str| {
    let records = match read(text) {
        Ok(records) => records,
        Err(error) => return assert_is_a_sentence(&error),
    };
    for record in records {
        for format in Format::ALL {
            let written = write(&record, format);
            // Only moves tell a file of Little Golem's from any other SGF.
            if format != Format::LittleGolem || record.main_line().next().is_some() {
                assert_eq!(detect(&written), Some(format), "{written:?}");
            }
            let again = read(&written)
                .unwrap_or_else(|error| panic!("{written:?} was written but is not read: {error}"));
            assert_eq!(again.len(), 1, "one game was written: {written:?}");
            match format {
                Format::Fen | Format::Diagram => {
                    assert_eq!(*again[0].start(), record.final_position());
                }
                _ => assert_same_play(&record, &again[0]),
            }
        }
    }
});
