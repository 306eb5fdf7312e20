//! USI: every `isready` is answered, and each `go` has at most one `bestmove`.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use protocol::bounded_lines::MAX_LINE_BYTES;
use protocol::usi;
use thermodon_fuzz::SharedOutput;

fuzz_target!(|input: &[u8]| -> Corpus {
    // Options may request more memory and threads than available.
    let text = String::from_utf8_lossy(input);
    if text.contains("setoption") {
        return Corpus::Reject;
    }
    let output = SharedOutput::default();
    usi::run(input, output.clone()).expect("reading from and writing to memory cannot fail");
    let responses_text = output.text();

    let commands: Vec<&str> = text
        .split('\n')
        .filter(|line| line.len() <= MAX_LINE_BYTES)
        .filter_map(|line| line.split_ascii_whitespace().next())
        .take_while(|command| *command != "quit")
        .collect();
    let requests = |word: &str| commands.iter().filter(|command| **command == word).count();
    let responses = |word: &str| {
        responses_text
            .lines()
            .filter(|line| line.starts_with(word))
            .count()
    };
    assert_eq!(responses("readyok"), requests("isready"));
    assert_eq!(responses("usiok"), requests("usi"));
    assert!(responses("bestmove") <= requests("go"));
    Corpus::Keep
});
