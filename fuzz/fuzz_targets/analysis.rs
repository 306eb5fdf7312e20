//! The analysis loop: it answers every line with JSON, whatever it is told, refuses in sentences, and gives
//! each turn that it accepts one final answer.
#![no_main]

use std::collections::BTreeSet;

use engine::Limits;
use libfuzzer_sys::{Corpus, fuzz_target};
use serde_json::Value;
use thermodon::protocol::analysis::{Settings, run_with};
use thermodon::protocol::lines::Lines;
use thermodon_fuzz::{Transcript, assert_is_a_sentence, may_choose_a_search, repeatable_engine};

fuzz_target!(|input: &[u8]| -> Corpus {
    // JSON can hide the name of an option behind escapes.
    let has_escapes = input.windows(2).any(|pair| pair == b"\\u");
    if has_escapes || may_choose_a_search(input) {
        return Corpus::Reject;
    }
    let settings = Settings {
        concurrency: 2,
        limits: Limits {
            nodes: Some(1),
            ..Limits::default()
        },
    };
    let transcript = Transcript::default();
    run_with(repeatable_engine, &settings, input, transcript.clone())
        .expect("reading from and writing to memory cannot fail");
    let said = transcript.text();

    let mut finals = BTreeSet::new();
    let mut reused = false;
    for line in said.lines() {
        let answer: Value = serde_json::from_str(line).expect("answers are JSON");
        assert!(answer.get("id").is_some(), "{line}");
        if let Some(error) = answer["error"].as_str() {
            assert_is_a_sentence(&error);
        }
        if answer["partial"] == false {
            reused |= !finals.insert((answer["id"].to_string(), answer["turn"].to_string()));
        }
    }
    let requests = requests(input);
    assert!(
        said.lines().count() >= requests,
        "{requests} requests: {said}"
    );
    // An id may be used again once its request is answered, but each request has a line.
    assert!(!reused || requests > 1, "{said}");
    Corpus::Keep
});

/// The lines that want an answer.
fn requests(input: &[u8]) -> usize {
    let mut lines = Lines::new(input);
    let mut count = 0;
    while let Some(line) = lines.next_line().expect("memory can be read") {
        count += usize::from(line.is_err() || line.is_ok_and(|text| !text.trim().is_empty()));
    }
    count
}
