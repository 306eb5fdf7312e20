//! The USI loop: it goes on whatever it is told, answers every `isready`, and gives at most one `bestmove` for a
//! `go`.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use thermodon::protocol::lines::LONGEST;
use thermodon::protocol::usi;
use thermodon_fuzz::Transcript;

fuzz_target!(|input: &[u8]| -> Corpus {
    // Options may ask for more memory and threads than there are.
    let text = String::from_utf8_lossy(input);
    if text.contains("setoption") {
        return Corpus::Reject;
    }
    let transcript = Transcript::default();
    usi::run(input, transcript.clone()).expect("reading from and writing to memory cannot fail");
    let said = transcript.text();

    let commands: Vec<&str> = text
        .split('\n')
        .filter(|line| line.len() <= LONGEST)
        .filter_map(|line| line.split_ascii_whitespace().next())
        .take_while(|command| *command != "quit")
        .collect();
    let asked = |word: &str| commands.iter().filter(|command| **command == word).count();
    let answers = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
    assert_eq!(answers("readyok"), asked("isready"));
    assert_eq!(answers("usiok"), asked("usi"));
    assert!(answers("bestmove") <= asked("go"));
    Corpus::Keep
});
