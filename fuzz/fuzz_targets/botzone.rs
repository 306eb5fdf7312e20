//! Botzone: a request is answered in its own format or rejected with an error, with and without
//! `keep_running` alike.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use protocol::botzone::{BotzoneConfig, run_with};
use serde_json::Value;
use thermodon_fuzz::{SharedOutput, assert_single_line_message, random_engine};

fuzz_target!(|input: &[u8]| {
    let (once, once_text) = answer(input, false);
    let (_, running_text) = answer(input, true);
    assert_eq!(once_text.lines().next(), running_text.lines().next());
    match once {
        Ok(()) => assert_is_move_response(&once_text),
        Err(error) => {
            assert_single_line_message(&error);
            assert_eq!(once_text, "", "response to a rejected request");
        }
    }
});

fn answer(input: &[u8], keep_running: bool) -> (Result<(), String>, String) {
    let settings = BotzoneConfig {
        move_time: Duration::from_millis(1),
        keep_running,
    };
    let output = SharedOutput::default();
    let result = run_with(random_engine(), &settings, input, output.clone());
    (result.map_err(|error| format!("{error:#}")), output.text())
}

/// Asserts six numbers on one line in either format: coordinates, or all −1 for no move.
fn assert_is_move_response(text: &str) {
    assert_eq!(text.lines().count(), 1, "{text:?}");
    let numbers: Vec<i64> = match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(answer)) => ["x0", "y0", "x1", "y1", "x2", "y2"]
            .iter()
            .map(|name| answer["response"][name].as_i64().expect("a number"))
            .collect(),
        _ => text
            .split_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect(),
    };
    assert_eq!(numbers.len(), 6, "{text:?}");
    let is_move = numbers.iter().all(|number| (0..8).contains(number));
    assert!(is_move || numbers == [-1; 6], "{text:?}");
}
