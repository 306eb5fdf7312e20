//! Analysis protocol: every line is answered with JSON, and each accepted turn has one final result.
#![no_main]

use std::collections::BTreeSet;

use engine::GoLimits;
use libfuzzer_sys::{Corpus, fuzz_target};
use protocol::analysis::{AnalysisConfig, run_with};
use protocol::bounded_lines::BoundedLines;
use serde_json::Value;
use thermodon_fuzz::{
    SharedOutput, assert_single_line_message, random_engine, selects_search_or_resources,
};

fuzz_target!(|input: &[u8]| -> Corpus {
    // Escapes could hide the name of an option.
    let has_escapes = input.windows(2).any(|pair| pair == b"\\u");
    if has_escapes || selects_search_or_resources(input) {
        return Corpus::Reject;
    }
    let settings = AnalysisConfig {
        concurrency: 2,
        limits: GoLimits::nodes(1),
    };
    let output = SharedOutput::default();
    run_with(random_engine, &settings, input, output.clone())
        .expect("reading from and writing to memory cannot fail");
    let text = output.text();

    let mut final_results = BTreeSet::new();
    let mut reused = false;
    for line in text.lines() {
        let response: Value = serde_json::from_str(line).expect("responses are JSON");
        assert!(response.get("id").is_some(), "{line}");
        if let Some(error) = response["error"].as_str() {
            assert_single_line_message(&error);
        }
        if response["partial"] == false {
            reused |=
                !final_results.insert((response["id"].to_string(), response["turn"].to_string()));
        }
    }
    let requests = requests(input);
    assert!(
        text.lines().count() >= requests,
        "{requests} requests: {text}"
    );
    // An id may be reused after its query is answered; then there are several requests.
    assert!(!reused || requests > 1, "{text}");
    Corpus::Keep
});

/// Number of lines that require a response.
fn requests(input: &[u8]) -> usize {
    let mut lines = BoundedLines::new(input);
    let mut count = 0;
    while let Some(line) = lines.next_line().expect("memory can be read") {
        count += usize::from(line.is_err() || line.is_ok_and(|line| !line.trim().is_empty()));
    }
    count
}
