//! The UCI loop: it goes on whatever it is told, answers every `isready`, gives at most one
//! `bestmove` for a `go`, and shows positions that can be read back.
#![no_main]

use std::time::Duration;

use amazons::notation::{fen, parse_position};
use libfuzzer_sys::{Corpus, fuzz_target};
use thermodon::protocol::lines::LONGEST;
use thermodon::protocol::uci::{Settings, run_with};
use thermodon_fuzz::{Transcript, may_choose_a_search, repeatable_engine};

fuzz_target!(|input: &[u8]| -> Corpus {
    if may_choose_a_search(input) {
        return Corpus::Reject;
    }
    let settings = Settings {
        perft_patience: Duration::from_millis(5),
    };
    let transcript = Transcript::default();
    run_with(repeatable_engine(), &settings, input, transcript.clone())
        .expect("reading from and writing to memory cannot fail");
    let said = transcript.text();

    let commands = commands(input);
    let asked = |word: &str| commands.iter().filter(|command| **command == word).count();
    let answers = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(answers("readyok"), asked("isready"));
    assert_eq!(answers("uciok"), asked("uci"));
    assert!(answers("bestmove") <= asked("go"));
    assert_eq!(answers("Fen: "), asked("d"));
    for shown in said.lines().filter_map(|line| line.strip_prefix("Fen: ")) {
        let position = parse_position(shown).expect("what is shown can be read");
        assert_eq!(fen::write(&position), shown);
    }
    Corpus::Keep
});

/// The first word of every line up to `quit`, lines that are empty or too long left out.
fn commands(input: &[u8]) -> Vec<String> {
    input
        .split(|&byte| byte == b'\n')
        .filter(|line| line.len() <= LONGEST)
        .filter_map(|line| {
            let line = String::from_utf8_lossy(line);
            line.split_ascii_whitespace().next().map(str::to_owned)
        })
        .take_while(|command| command != "quit")
        .collect()
}
