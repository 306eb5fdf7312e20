//! `thermodon bench`: the signature is the one that is pinned, and the same on every path of the processor.

use std::process::Command;

use engine::Instructions;
use serde_json::Value;
use thermodon::commands::bench::quick_signature;

const PINNED: &str = include_str!("bench.signature");

fn bench() -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_thermodon"))
        .args(["bench", "--json"])
        .output()
        .expect("the program starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn the_signature_is_the_pinned_one() {
    let report = bench();
    assert_eq!(
        report["signature"],
        PINNED.trim(),
        "the searches find something else than before. If that is meant, write the new signature into \
        thermodon/tests/bench.signature and say in the commit what changed; if not, it is a mistake"
    );
    for player in ["network", "alpha-beta", "monte-carlo"] {
        assert!(
            report["players"][player]["nodes"].as_u64() > Some(0),
            "{report}"
        );
    }
}

/// The whole on the slowest path would take minutes.
#[test]
fn all_instructions_find_the_same() {
    let signatures: Vec<String> = Instructions::available()
        .map(|instructions| quick_signature(instructions, 50).expect("they are available"))
        .collect();
    assert!(
        signatures.iter().all(|one| *one == signatures[0]),
        "{signatures:?}"
    );
    let other = quick_signature(Instructions::Plain, 100).expect("every processor has these");
    assert_ne!(
        other, signatures[0],
        "other searches have another signature"
    );
}
