//! The Botzone bot: it answers a request in the request's own form or says what is wrong with it,
//! and answers the same whether it is kept running or not.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use thermodon::protocol::botzone::{Error, Settings, run_with};
use thermodon_fuzz::{Transcript, assert_is_a_sentence, repeatable_engine};

fuzz_target!(|input: &[u8]| {
    let (once, said_once) = answer(input, false);
    let (_, said_running) = answer(input, true);
    assert_eq!(said_once.lines().next(), said_running.lines().next());
    match once {
        Ok(()) => assert_is_a_turn(&said_once),
        Err(error) => {
            assert_is_a_sentence(&error);
            assert_eq!(said_once, "", "an answer to what was refused");
        }
    }
});

fn answer(input: &[u8], keep_running: bool) -> (Result<(), Error>, String) {
    let settings = Settings {
        move_time: Duration::from_millis(1),
        keep_running,
    };
    let transcript = Transcript::default();
    let result = run_with(repeatable_engine(), &settings, input, transcript.clone());
    (result, transcript.text())
}

/// Six numbers on one line, in either form: squares, or all −1 for no move.
fn assert_is_a_turn(said: &str) {
    assert_eq!(said.lines().count(), 1, "{said:?}");
    let numbers: Vec<i64> = match serde_json::from_str::<Value>(said) {
        Ok(Value::Object(answer)) => ["x0", "y0", "x1", "y1", "x2", "y2"]
            .iter()
            .map(|name| answer["response"][name].as_i64().expect("a number"))
            .collect(),
        _ => said
            .split_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect(),
    };
    assert_eq!(numbers.len(), 6, "{said:?}");
    let is_move = numbers.iter().all(|number| (0..8).contains(number));
    assert!(is_move || numbers == [-1; 6], "{said:?}");
}
