//! Helpers of the fuzz targets.
//!
//! Each target feeds arbitrary bytes to one parser or protocol loop. Besides panics and hangs it
//! checks a property of the result, such as a round trip.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use amazons::records::{Format, Record, read_as, write};
use engine::Engine;

/// Asserts that an error message is one non-empty line.
pub fn assert_single_line_message(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.trim().is_empty(), "empty error message");
    assert!(
        !text.contains(['\n', '\r']),
        "error message of several lines: {text:?}"
    );
}

/// Parses records, writes each in the same format, parses it again and passes both to `compare`.
/// Writing a second time must give the same text.
pub fn check_round_trip(text: &str, format: Format, compare: impl Fn(&Record, &Record)) {
    let records = match read_as(text, format) {
        Ok(records) => records,
        Err(error) => return assert_single_line_message(&error),
    };
    for record in records {
        let written = write(&record, format);
        let again = read_as(&written, format).unwrap_or_else(|error| {
            panic!("{written:?} was written but cannot be parsed: {error}")
        });
        assert_eq!(again.len(), 1, "expected one game: {written:?}");
        compare(&record, &again[0]);
        assert_eq!(write(&again[0], format), written, "second write differs");
    }
}

/// Asserts that start position and main line are equal, which every format preserves.
pub fn assert_same_moves(record: &Record, again: &Record) {
    assert_eq!(again.start(), record.start());
    let (moves, moves_again): (Vec<_>, Vec<_>) =
        (record.main_line().collect(), again.main_line().collect());
    assert_eq!(moves_again, moves);
}

/// An engine that plays seeded random moves without search, to test the protocol around it.
pub fn random_engine() -> Engine {
    let mut engine = Engine::new();
    for (name, value) in [("Player", "random"), ("Seed", "1")] {
        engine.set_option(name, value).expect("the option exists");
    }
    engine
}

/// Whether an input may select a real search, or set threads or memory. Such inputs are valid but too
/// slow to fuzz.
pub fn selects_search_or_resources(input: &[u8]) -> bool {
    // Compares letters only: protocols ignore other characters in different ways.
    let letters = input.iter().filter(|byte| byte.is_ascii_alphabetic());
    let letters: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    let mentions = |name: &str| {
        letters
            .windows(name.len())
            .any(|part| part == name.as_bytes())
    };
    ["player", "threads", "hash"].into_iter().any(mentions)
}

/// Output buffer that can be read after the protocol loop has ended.
#[derive(Clone, Default)]
pub struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl SharedOutput {
    /// Everything written so far.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("no writer panicked").clone();
        String::from_utf8(bytes).expect("protocols write UTF-8")
    }
}

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
