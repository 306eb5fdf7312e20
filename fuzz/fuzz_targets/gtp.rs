//! The GTP loop: one response to every command, each of the protocol's form.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::{Corpus, fuzz_target};
use thermodon::protocol::gtp::{Settings, run_with};
use thermodon::protocol::lines::LONGEST;
use thermodon_fuzz::{Transcript, may_choose_a_search, repeatable_engine};

fuzz_target!(|input: &[u8]| -> Corpus {
    if may_choose_a_search(input) {
        return Corpus::Reject;
    }
    let settings = Settings {
        move_time: Duration::from_millis(1),
    };
    let transcript = Transcript::default();
    run_with(repeatable_engine(), &settings, input, transcript.clone())
        .expect("reading from and writing to memory cannot fail");
    let said = transcript.text();

    let (said, expected) = (said.as_str(), commands(input));
    assert!(said.is_empty() || said.ends_with("\n\n"), "{said:?}");
    let responses: Vec<&str> = said.split_terminator("\n\n").collect();
    for response in &responses {
        assert!(response.starts_with(['=', '?']), "{response:?}");
        assert!(
            !response.starts_with('?') || !response.contains('\n'),
            "{response:?}"
        );
    }
    assert_eq!(responses.len(), expected, "{said:?}");
    Corpus::Keep
});

/// The number of lines that want a response, as the protocol's own text says: control characters
/// and comments do not count, and nothing counts after `quit`.
fn commands(input: &[u8]) -> usize {
    let mut count = 0;
    for line in input.split(|&byte| byte == b'\n') {
        let is_too_long = line.len() > LONGEST;
        let line = String::from_utf8_lossy(line);
        let line = line.split('#').next().unwrap_or_default();
        let line: String = line
            .chars()
            .map(|character| if character == '\t' { ' ' } else { character })
            .filter(|character| !character.is_control())
            .collect();
        if line.trim().is_empty() && !is_too_long {
            continue;
        }
        count += 1;
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        match words[..] {
            ["quit"] if !is_too_long => break,
            [id, "quit"] if is_number(id) && !is_too_long => break,
            _ => {}
        }
    }
    count
}
