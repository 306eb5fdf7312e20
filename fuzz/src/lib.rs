//! What the fuzz targets share.
//!
//! Each target feeds arbitrary bytes to one parser or protocol loop. That nothing panics or hangs
//! is the least; each also checks a property of what came out, such as that what was read and
//! written is read back the same.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use amazons::records::{Format, Record, read_as, write};
use engine::Engine;

/// An error must say something, on one line.
pub fn assert_is_a_sentence(error: &impl Display) {
    let text = error.to_string();
    assert!(!text.trim().is_empty(), "an error that says nothing");
    assert!(
        !text.contains(['\n', '\r']),
        "an error of several lines: {text:?}"
    );
}

/// Reads records in one form, writes each in the same form and reads it back; hands the record
/// and its double to `compare`.
pub fn check_round_trip(text: &str, format: Format, compare: impl Fn(&Record, &Record)) {
    let records = match read_as(text, format) {
        Ok(records) => records,
        Err(error) => return assert_is_a_sentence(&error),
    };
    for record in records {
        let written = write(&record, format);
        let again = read_as(&written, format)
            .unwrap_or_else(|error| panic!("{written:?} was written but is not read: {error}"));
        assert_eq!(again.len(), 1, "one game was written: {written:?}");
        compare(&record, &again[0]);
        assert_eq!(write(&again[0], format), written, "written twice");
    }
}

/// Compares what every form of record carries: the start and the moves of the main line.
pub fn assert_same_play(record: &Record, again: &Record) {
    assert_eq!(again.start(), record.start());
    let (moves, moves_again): (Vec<_>, Vec<_>) =
        (record.main_line().collect(), again.main_line().collect());
    assert_eq!(moves_again, moves);
}

/// An engine that always plays the same, and at once: the loops around it are what is tested.
pub fn repeatable_engine() -> Engine {
    let mut engine = Engine::new();
    let chosen = engine.set_option("Player", "random");
    chosen.expect("engines can play at random");
    engine.set_option("Seed", "1").expect("engines have a seed");
    engine
}

/// Whether an input may choose a real search, or how much of the machine it takes. Such requests are
/// granted to those who make them, so they are nothing for a fuzzer to make.
pub fn may_choose_a_search(input: &[u8]) -> bool {
    // Letters alone: protocols drop other characters in many ways.
    let letters = input.iter().filter(|byte| byte.is_ascii_alphabetic());
    let letters: Vec<u8> = letters.map(u8::to_ascii_lowercase).collect();
    let mentions = |name: &str| {
        letters
            .windows(name.len())
            .any(|part| part == name.as_bytes())
    };
    ["player", "threads", "hash"].into_iter().any(mentions)
}

/// An output that can still be read when the loop that wrote to it is gone.
#[derive(Clone, Default)]
pub struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Transcript {
    /// All that was written.
    pub fn text(&self) -> String {
        let bytes = self.0.lock().expect("no writer panicked").clone();
        String::from_utf8(bytes).expect("protocols write UTF-8")
    }
}

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panicked").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
