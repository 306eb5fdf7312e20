//! GTP: every command gets one well-formed response.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::{Corpus, fuzz_target};
use protocol::bounded_lines::MAX_LINE_BYTES;
use protocol::gtp::{GtpConfig, run_with};
use thermodon_fuzz::{SharedOutput, random_engine, selects_search_or_resources};

fuzz_target!(|input: &[u8]| -> Corpus {
    if selects_search_or_resources(input) {
        return Corpus::Reject;
    }
    let settings = GtpConfig {
        move_time: Duration::from_millis(1),
    };
    let output = SharedOutput::default();
    run_with(random_engine(), &settings, input, output.clone())
        .expect("reading from and writing to memory cannot fail");
    let text = output.text();

    let expected = command_count(input);
    assert!(text.is_empty() || text.ends_with("\n\n"), "{text:?}");
    let responses: Vec<&str> = text.split_terminator("\n\n").collect();
    for response in &responses {
        assert!(response.starts_with(['=', '?']), "{response:?}");
        assert!(
            !response.starts_with('?') || !response.contains('\n'),
            "{response:?}"
        );
    }
    assert_eq!(responses.len(), expected, "{text:?}");
    Corpus::Keep
});

/// Number of lines that require a response by the GTP specification: without control characters and
/// comments, up to `quit`.
fn command_count(input: &[u8]) -> usize {
    let mut count = 0;
    for line in input.split(|&byte| byte == b'\n') {
        let is_too_long = line.len() > MAX_LINE_BYTES;
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
