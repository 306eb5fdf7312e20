//! Records of any format: each record can be written in every format, which is detected and parsed
//! with the same moves; formats without moves have the final position.
#![no_main]

use amazons::records::{Format, detect, read, write};
use libfuzzer_sys::fuzz_target;
use thermodon_fuzz::{assert_same_moves, assert_single_line_message};

fuzz_target!(|text: &str| {
    let records = match read(text) {
        Ok(records) => records,
        Err(error) => return assert_single_line_message(&error),
    };
    for record in records {
        for format in Format::ALL {
            let written = write(&record, format);
            // Only moves distinguish Little Golem files from other SGF files.
            if format != Format::LittleGolem || record.main_line().next().is_some() {
                assert_eq!(detect(&written), Some(format), "{written:?}");
            }
            let again = read(&written).unwrap_or_else(|error| {
                panic!("{written:?} was written but cannot be parsed: {error}")
            });
            assert_eq!(again.len(), 1, "expected one game: {written:?}");
            match format {
                Format::Fen | Format::Diagram => {
                    assert_eq!(*again[0].start(), record.final_position());
                }
                _ => assert_same_moves(&record, &again[0]),
            }
        }
    }
});
