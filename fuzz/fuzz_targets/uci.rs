//! UCI: every `isready` is answered, each `go` has at most one `bestmove`, and the FENs of `d` can be
//! parsed.
#![no_main]

use std::time::Duration;

use amazons::notation::{fen, parse_position};
use libfuzzer_sys::{Corpus, fuzz_target};
use protocol::bounded_lines::MAX_LINE_BYTES;
use protocol::uci::{UciConfig, run_with};
use thermodon_fuzz::{SharedOutput, random_engine, selects_search_or_resources};

fuzz_target!(|input: &[u8]| -> Corpus {
    if selects_search_or_resources(input) {
        return Corpus::Reject;
    }
    let settings = UciConfig {
        perft_timeout: Duration::from_millis(5),
    };
    let output = SharedOutput::default();
    run_with(random_engine(), &settings, input, output.clone())
        .expect("reading from and writing to memory cannot fail");
    let text = output.text();

    let commands = commands(input);
    let requests = |word: &str| commands.iter().filter(|command| **command == word).count();
    let responses = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(responses("readyok"), requests("isready"));
    assert_eq!(responses("uciok"), requests("uci"));
    assert!(responses("bestmove") <= requests("go"));
    assert_eq!(responses("Fen: "), requests("d"));
    for shown in text.lines().filter_map(|line| line.strip_prefix("Fen: ")) {
        let position = parse_position(shown).expect("the FEN is valid");
        assert_eq!(fen::write(&position), shown);
    }
    Corpus::Keep
});

/// The first word of every line up to `quit`, without empty and too long lines.
fn commands(input: &[u8]) -> Vec<String> {
    input
        .split(|&byte| byte == b'\n')
        .filter(|line| line.len() <= MAX_LINE_BYTES)
        .filter_map(|line| {
            let line = String::from_utf8_lossy(line);
            line.split_ascii_whitespace().next().map(str::to_owned)
        })
        .take_while(|command| command != "quit")
        .collect()
}
